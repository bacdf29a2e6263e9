import type { CheckReport, LearntFees } from '../../model/check/check-report.ts';
import { type Counterexample, reproducedText, type StoryCall } from '../../model/check/counterexample.ts';
import { gather } from '../../model/gather.ts';
import { type Block, type Document, type FactLine, list, pageOnly, prose, section } from '../blocks/block.ts';
import { NO_FEES } from '../../model/network/fees.ts';
import { namedFirst } from '../../model/node-text.ts';
import { CHECK_JUDGEMENTS } from '../page/badge.ts';
import { html } from '../page/markup.ts';
import { CHECK_TEXTS } from '../words/check-texts.ts';
import { counted, grouped } from '../words/number-format.ts';
import type { Mark } from '../words/signs.ts';
import { versionsText } from '../sections/facts.ts';
import { reasonWords } from '../../model/run/reason-class.ts';
import { checkSentence, checkWord, notJudged } from './check-verdict.ts';
import { contractDifferences } from './contract-document.ts';

/** A check, and what its document says beside the report. */
export interface CheckFacts {
  readonly report: CheckReport;
  /** The nodes that were checked, in a few words. */
  readonly subject: string;
  /** The command that repeats the check. */
  readonly command: string;
  /** The command that tries a case again. */
  readonly again: (id: string) => string;
  readonly versions: { readonly millrace: string; readonly node: string };
  /** The version of listed nodes; absent: they told none, or a sandbox is checked. */
  readonly nodesVersion?: string;
}

/** The verdict of a check, every case call by call, and what was covered. */
export function checkDocument(check: CheckFacts): Document {
  const { report, subject } = check;
  const { contract, counterexamples } = report;
  return {
    name: `Check of ${subject}`,
    title: 'Do the nodes behave as the model predicts?',
    head: [
      {
        kind: 'verdict',
        judgement: CHECK_JUDGEMENTS[checkWord(report)],
        sentence: checkSentence(report),
        notes: notJudged(report),
        lines: ALL,
      },
      prose(html`Check of <strong>${subject}</strong>, seed ${report.seed}`, 'muted'),
    ],
    body: [
      counterexamples.map((each) => caseSection(each, check)),
      contractDifferences(contract?.cases ?? []),
      section(
        { id: 'coverage', title: 'Coverage', listed: 'Coverage' },
        { kind: 'facts', facts: coverageFacts(report), lines: ALL },
      ),
      section(
        { id: 'facts', title: 'The check', listed: 'The check' },
        { kind: 'facts', facts: checkFacts(check), lines: ALL },
        pageOnly(() => [prose('To repeat it:'), { kind: 'command', command: check.command }]),
      ),
    ],
    footer: 'Made by Millrace. Every case is a scenario file beside this page, ready to be tried again.',
  };
}

// Logs of CI show no page: nothing that is wrong is cut.
const ALL = Number.POSITIVE_INFINITY;

// Rules of checks that no replay judges by.
const RULES: Readonly<Record<string, string>> = {
  ...CHECK_TEXTS,
  'in-flight': 'While payments are on their way, nodes show what each of them has locked',
  invariants: 'No unit appears or vanishes, and nothing stays locked',
};

function caseSection(each: Counterexample, { again }: CheckFacts): Block {
  const { id, found, calls, shrinking, steps, text, curl } = each;
  return section(
    { id: `case-${id}`, title: `${id}: ${found.title}`, listed: `Case ${id}` },
    list(
      calls.flatMap((call, place) => {
        if (call.observed === undefined && !call.isBlamed) return [];
        const route = call.route === undefined ? '' : ` (${call.route.join(' → ')})`;
        return [{ mark: markOf(call), text: `${place}  ${call.asked}${route}: ${endText(call)}` }];
      }),
    ),
    {
      kind: 'facts',
      facts: [
        ['Predicted', found.predicted],
        ['Observed', found.observed],
        ['Rule', html`${RULES[found.check] ?? ''} (<code>${found.check}</code>)`],
        ['Reproduced', reproducedText(each)],
        [
          'Shrunk',
          shrinking.tried === 0
            ? 'not yet made smaller (no time)'
            : `${counted(steps, 'step')} left; ${grouped(shrinking.kept)} of ${grouped(shrinking.tried)} smaller scenarios showed it`,
        ],
      ],
      lines: ALL,
    },
    pageOnly(() => prose('To try it again:')),
    [again(id), ...curl].map((command): Block => ({ kind: 'command', command })),
    {
      kind: 'folded',
      summary: 'The scenario file',
      blocks: { kind: 'markup', markup: html`<pre>${text}</pre>` },
    },
  );
}

// Another call that ended otherwise may only follow from the one to blame.
function markOf({ isBlamed, observed, predicted }: StoryCall): Mark {
  if (isBlamed) return 'bad';
  return observed === predicted ? 'good' : 'open';
}

function endText({ observed = 'not reached', predicted }: StoryCall): string {
  return observed === predicted ? observed : `${observed} (model: ${predicted})`;
}

// More would fill the screen; check.json has all.
const MOST_MISSED = 4;

// The outcomes of each call, and then the documented answers that no call got.
function coverageFacts({ covered, outcomes, space }: CheckReport): readonly FactLine[] {
  const byCall = new Map<string, string[]>();
  for (const { operation, outcome, times } of covered)
    gather(byCall, operation, `${reasonWords(outcome)} ${grouped(times)}`);
  const missed = (outcomes?.missing ?? []).flatMap(({ operation, outcome, why }) =>
    why === undefined ? [`${operation}: ${reasonWords(outcome)}`] : [],
  );
  const named =
    outcomes &&
    `${grouped(outcomes.reached)} of the ${grouped(outcomes.named)} documented ${outcomes.dialect} answers were seen`;
  return [
    ...(space === undefined ? [] : [['Space', spaceText(space)] as const]),
    ['Outcomes', counted(covered.length, 'call/outcome pair')],
    ...[...byCall].map(([operation, seen]): FactLine => [operation, seen.join(', ')]),
    ...(named === undefined ? [] : [['Dialect', named] as const]),
    ...(missed.length === 0 ? [] : [['Not seen', namedFirst(missed, MOST_MISSED)] as const]),
  ];
}

function spaceText({ covered, of }: NonNullable<CheckReport['space']>): string {
  return `${grouped(covered)} of ${grouped(of)} pairs of call, channel state, nodes and repetition`;
}

const ENDED: Readonly<Record<CheckReport['ended'], string>> = {
  runs: 'the requested number of sequences',
  time: 'its time',
  cases: 'the requested number of cases',
  interrupted: 'an interruption',
};

function checkFacts({ report, versions, nodesVersion }: CheckFacts): readonly FactLine[] {
  const { sequences, calls, isolation, notDone, seed, ended, fees, accepted } = report;
  const lines: readonly (FactLine | undefined)[] = [
    [
      'Sequences',
      `${grouped(sequences.held)} held, ${grouped(sequences.violated)} failed, ${grouped(sequences.accepted)} accepted, ${grouped(sequences.unknown)} unknown`,
    ],
    ['Calls', grouped(calls)],
    ['Seed', seed],
    ['Ended by', ENDED[ended]],
    ['Tries', isolation],
    notDone === undefined ? undefined : ['Not tested', notDone],
    fees === undefined ? undefined : ['Fees', feesText(fees)],
    ...accepted.map(({ check, call, reason, times }): FactLine => {
      const name = call === undefined ? check : `${check} of ${call}`;
      return ['Accepted', `${name} ${times === 0 ? 'no longer occurs' : counted(times, 'time')}: ${reason}`];
    }),
    ['Versions', versionsText(versions, nodesVersion)],
  ];
  return lines.filter((fact) => fact !== undefined);
}

/** The mediators' fees that the model assumes, and how they were learnt. */
function feesText({ schedule, payment }: LearntFees): string {
  if (payment === undefined) return 'taken as zero: no payment over a mediator could be tried beforehand';
  const { from, to, amount } = payment;
  const tried = `a payment of ${grouped(amount)} from ${from} to ${to}, and one back`;
  if (schedule === undefined)
    return `unknown: ${tried} fit neither zero fees nor Raiden's default fees. Only partners were paid; give a scenario with network.fees: millrace check SCENARIO --nodes NODES`;
  if (schedule === NO_FEES) return `zero, learnt by ${tried}`;
  return `${schedule.proportionalPpm} ppm a channel, imbalance ${schedule.imbalancePpm} ppm, learnt by ${tried}`;
}
