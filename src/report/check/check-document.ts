import type { CheckReport } from '../../model/check/check-report.ts';
import type { Counterexample, StoryBalance, StoryCall } from '../../model/check/counterexample.ts';
import { countCases } from '../../model/check/contract-report.ts';
import { gather } from '../../model/gather.ts';
import type { Block, Document, FactLine, Figure, Item } from '../blocks/block.ts';
import { chart, list, pageOnly, prose, section, table } from '../blocks/block.ts';
import { pageOf } from '../blocks/page.ts';
import { textOf, type TextLook } from '../blocks/terminal.ts';
import { CHECK_JUDGEMENTS } from '../page/badge.ts';
import { type Content, html } from '../page/markup.ts';
import { CHECK_TEXTS } from '../words/check-texts.ts';
import { counted, grouped } from '../words/number-format.ts';
import type { Mark } from '../words/signs.ts';
import { versionsText } from '../sections/facts.ts';
import { reasonWords } from '../../model/run/describe-operation.ts';
import { endText, sequenceDiagram } from './sequence-diagram.ts';
import { checkSentence, checkWord, feesText, leftOutText, NO_REASON } from './check-verdict.ts';
import { contractParts, LIST_ROWS } from './contract-document.ts';

/** A check and what it is told with. */
export interface CheckFacts {
  readonly report: CheckReport;
  /** The nodes that were checked, in a few words. */
  readonly subject: string;
  /** The command that checks again, and for each case that which tries it again. */
  readonly command: string;
  readonly again: (id: string) => string;
  readonly versions: { readonly millrace: string; readonly node: string };
  /** The version that listed nodes told; absent: none, or a sandbox is checked. */
  readonly nodesVersion?: string;
}

/** A check as one self-contained page: the verdict, every case drawn, what was covered. */
export function checkPage(check: CheckFacts): string {
  return pageOf(checkDocument(check));
}

/** A check for a terminal. */
export function checkText(check: CheckFacts, look: TextLook): string {
  return `${textOf(checkDocument(check), look, LIST_ROWS)}\n`;
}

/** Everything that is told of a check. */
export function checkDocument(check: CheckFacts): Document {
  const { report, subject } = check;
  const { contract, counterexamples, covered, outcomes } = report;
  return {
    name: `Check of ${subject}`,
    title: 'Do the nodes do what the model says?',
    head: [
      {
        kind: 'verdict',
        judgement: CHECK_JUDGEMENTS[checkWord(report)],
        sentence: checkSentence(report),
        lines: ALL,
      },
      pageOnly(() => [
        { kind: 'figures', name: 'The check in figures', look: 'headline', figures: headline(report) },
        counterexamples.slice(0, 1).map((smallest) => caseChart(smallest)),
      ]),
      prose(html`Check of <strong>${subject}</strong>, seed ${report.seed}`, 'muted'),
    ],
    body: [
      counterexamples.map((each, at) => caseSection(each, check, at)),
      contract === undefined ? null : contractParts(contract.cases),
      coverageSection(covered),
      outcomesSection(outcomes),
      checkSection(check),
    ],
    footer: 'Made by Millrace. Every case is a scenario file beside this page, ready to be tried again.',
  };
}

// Logs of CI show no page: nothing that is wrong is cut.
const ALL = Number.POSITIVE_INFINITY;

function headline({ sequences, calls, counterexamples, contract }: CheckReport): readonly Figure[] {
  const judged = sequences.held + sequences.violated + sequences.accepted + sequences.unknown;
  const answers = contract === undefined ? undefined : countCases(contract.cases);
  return [
    {
      name: 'Ways in which the nodes do otherwise',
      figure: grouped(counterexamples.length),
      isBad: counterexamples.length > 0,
    },
    { name: 'Sequences that held', figure: grouped(sequences.held), beside: `of ${grouped(judged)}` },
    { name: 'Calls', figure: grouped(calls) },
    ...(answers === undefined
      ? []
      : [
          {
            name: 'Cases of the contract that agree',
            figure: grouped(answers.agrees),
            beside: `of ${grouped(contract?.cases.length ?? 0)}`,
            isBad: answers.differs > 0,
          },
        ]),
  ];
}

// The smallest case stands in the first screen, and those after it in their sections.
function caseChart({ id, found, story }: Counterexample): Block {
  return chart(`${id}: ${found.title}`, sequenceDiagram(story, `calls-${id}`));
}

// A check looks at nodes in ways of its own, too.
const RULES: Readonly<Record<string, string>> = {
  ...CHECK_TEXTS,
  'in-flight': 'While payments are on their way, nodes show what each of them has locked',
  invariants: 'No unit appears or vanishes, and nothing stays locked',
};

function caseSection(each: Counterexample, { again }: CheckFacts, at: number): Block {
  const { id, found, story, reproduced, shrinking, steps, text, curl } = each;
  const calls = story.calls.map((call, position): Item => {
    return { mark: markOf(call), text: `${position}  ${call.asked}: ${endText(call)}` };
  });
  return section(
    { id: `case-${id}`, title: `${id}: ${found.title}`, listed: `Case ${id}` },
    list(calls),
    {
      kind: 'facts',
      facts: [
        ['Predicted', found.predicted],
        ['Observed', found.observed],
        ['Rule', html`${RULES[found.check] ?? ''} (<code>${found.check}</code>)`],
        ['Seen', `${reproduced.times} of ${reproduced.of} times again`],
        [
          'Shrunk',
          `${counted(steps, 'step')} left; ${grouped(shrinking.kept)} of ${grouped(shrinking.tried)} smaller scenarios showed it still`,
        ],
      ],
      lines: ALL,
    },
    pageOnly(() => [
      at === 0 ? null : chart(null, sequenceDiagram(story, `calls-${id}`)),
      balanceTable(story.balances, story.calls.length),
      prose('To try it again:'),
    ]),
    [again(id), ...curl].map((command): Block => ({ kind: 'command', command })),
    {
      kind: 'folded',
      summary: 'The scenario file',
      blocks: { kind: 'markup', markup: html`<pre>${text}</pre>` },
    },
  );
}

// Another call that ended otherwise, or was not reached, may only follow from the one to blame.
function markOf({ isBlamed, observed, predicted }: StoryCall): Mark {
  if (isBlamed) return 'bad';
  return observed === predicted ? 'good' : 'open';
}

/** The balance of every channel end before the first call and after each, with the model's beside it where they differ. */
function balanceTable(balances: readonly StoryBalance[], calls: number): Block | null {
  const changing = balances.filter(
    ({ observed, predicted }) =>
      isMoved(observed) || isMoved(predicted) || observed.some((value, at) => isOff(value, predicted[at])),
  );
  if (changing.length === 0) return null;
  return table({
    caption: 'Balances as the nodes showed them',
    narrow: 'scrolls',
    columns: [
      { head: 'Channel end', cell: ({ node, partner }) => `${node} with ${partner}` },
      ...Array.from({ length: calls + 1 }, (_, at) => ({
        head: at === 0 ? 'start' : `after ${at - 1}`,
        number: true,
        cell: ({ observed, predicted }: StoryBalance) => balanceCell(observed[at], predicted[at]),
      })),
    ],
    rows: changing,
  });
}

// The model's below it, so that calls stay side by side on a narrow page.
function balanceCell(observed: bigint | undefined, predicted: bigint | undefined): Content {
  if (observed === undefined) return '–';
  if (!isOff(observed, predicted)) return grouped(observed);
  return html`<span class="off">${grouped(observed)}<br><small>model ${grouped(predicted as bigint)}</small></span>`;
}

function isOff(observed: bigint | undefined, predicted: bigint | undefined): boolean {
  return observed !== undefined && predicted !== undefined && observed !== predicted;
}

function isMoved(values: StoryBalance['observed']): boolean {
  const read = values.filter((value) => value !== undefined);
  return read.some((value) => value !== read[0]);
}

// A line for each kind of call.
function coverageSection(covered: CheckReport['covered']): Block {
  const byCall = new Map<string, string[]>();
  for (const { operation, outcome, times } of covered)
    gather(byCall, operation, `${reasonWords(outcome)} ${grouped(times)}`);
  return section(
    { id: 'coverage', title: 'What was covered' },
    {
      kind: 'facts',
      facts: [
        ['Covered', `${counted(covered.length, 'pair')} of a call and how it ended`],
        ...[...byCall].map(([operation, outcomes]) => [operation, outcomes.join(', ')] as const),
      ],
      lines: ALL,
    },
  );
}

// Outcomes that the dialect names and no call had, a line for each reason.
function outcomesSection(outcomes: CheckReport['outcomes']): Block | null {
  if (outcomes === undefined) return null;
  const { dialect, named, reached, missing } = outcomes;
  const byReason = new Map<string, string[]>();
  for (const { operation, outcome, why = NO_REASON } of missing)
    gather(byReason, why, `${operation}: ${reasonWords(outcome)}`);
  const pairs = `${counted(named, 'pair')} of an operation and its outcome that ${dialect} names`;
  return section(
    { id: 'outcomes', title: 'What was not reached' },
    {
      kind: 'facts',
      facts: [
        ['Outcomes', `${grouped(reached)} of ${pairs} were reached`],
        ...[...byReason].map(([why, missed]) => ['Missing', `${missed.join(', ')}: ${why}`] as const),
      ],
      lines: ALL,
    },
  );
}

const ENDED: Readonly<Record<CheckReport['ended'], string>> = {
  runs: 'the number of sequences asked for',
  time: 'its time',
  cases: 'the number of cases asked for',
  interrupted: 'an interruption',
};

function checkSection({ report, command, versions, nodesVersion }: CheckFacts): Block {
  const { sequences, calls, isolation, notDone, seed, ended, fees, leftOutMs, accepted } = report;
  const lines: readonly (FactLine | undefined)[] = [
    [
      'Sequences',
      `${grouped(sequences.held)} held, ${grouped(sequences.violated)} went wrong, ${grouped(sequences.unknown)} unknown`,
    ],
    ['Calls', grouped(calls)],
    ['Seed', seed],
    ['Ended by', ENDED[ended]],
    ['Tries', isolation],
    notDone === undefined ? undefined : ['Not done', notDone],
    fees === undefined ? undefined : ['Fees', feesText(fees)],
    leftOutMs === undefined ? undefined : ['Left out', leftOutText(leftOutMs)],
    ...accepted.map((each): FactLine => ['Accepted', acceptedText(each)]),
    ['Versions', versionsText(versions, nodesVersion)],
  ];
  return section(
    { id: 'facts', title: 'The check', listed: 'The check' },
    { kind: 'facts', facts: lines.filter((fact) => fact !== undefined), lines: ALL },
    pageOnly(() => [prose('To repeat it:'), { kind: 'command', command }]),
  );
}

/** A known violation: how often it occurred, or that it no longer does. */
function acceptedText({ check, call, reason, times }: CheckReport['accepted'][number]): string {
  const what = call === undefined ? check : `${check} of ${call}`;
  return times === 0
    ? `${what} (${reason}) no longer occurs`
    : `${what} ${counted(times, 'time')}: ${reason}`;
}
