import type { CheckReport } from '../../model/check/check-report.ts';
import type { CaseStory, Counterexample, StoryBalance, StoryCall } from '../../model/check/counterexample.ts';
import { type Block, chart, prose, repeatable, section, table } from '../blocks/block.ts';
import { pageOf } from '../blocks/page.ts';
import { CHECK_JUDGEMENTS } from '../page/badge.ts';
import { type Content, html, type Markup } from '../page/markup.ts';
import { counted, grouped } from '../words/number-format.ts';
import { checkSentence, checkWord, feesText, leftOutText, NO_REASON } from './check-verdict.ts';

/** Everything that a page shows beside the report itself. */
export interface CheckPageFacts {
  readonly report: CheckReport;
  /** The nodes that were checked, in a few words. */
  readonly subject: string;
  /** The command that checks again, and for each case that which tries it again. */
  readonly command: string;
  readonly again: (id: string) => string;
  readonly versions: { readonly millrace: string; readonly node: string };
}

/** A check as one self-contained page: the verdict, every case drawn, what was covered. */
export function checkPage(page: CheckPageFacts): string {
  const { report, subject } = page;
  return pageOf({
    name: `Check of ${subject}`,
    title: 'Do the nodes do what the model says?',
    head: [
      { kind: 'verdict', judgement: CHECK_JUDGEMENTS[checkWord(report)], sentence: checkSentence(report) },
      prose(html`Check of <strong>${subject}</strong>, seed ${report.seed}`, 'muted'),
    ],
    body: [
      report.counterexamples.map((each) => caseSection(each, page)),
      coverageSection(report.covered),
      outcomesSection(report.outcomes),
      factsOf(page),
    ],
    footer: 'Made by Millrace. Every case is a scenario file beside this page, ready to be tried again.',
  });
}

function caseSection(each: Counterexample, { again }: CheckPageFacts): Block {
  const { id, found, story, reproduced, shrinking, steps, text, curl } = each;
  return section(
    {
      id: `case-${id}`,
      title: found.title,
      hint: html`Case <code>${id}</code>, by the check <code>${found.check}</code>`,
    },
    {
      kind: 'facts',
      facts: [
        ['Predicted', found.predicted],
        ['Observed', found.observed],
        ['Seen again', `${reproduced.times} of ${reproduced.of} times`],
        [
          'Made smaller',
          `${counted(steps, 'step')} left; ${grouped(shrinking.kept)} of ${grouped(shrinking.tried)} smaller scenarios showed it still`,
        ],
      ],
    },
    chart(null, sequenceDiagram(story, `calls-${id}`)),
    balanceTable(story.balances, story.calls.length),
    prose('To try it again:'),
    [again(id), ...curl].map((command): Block => ({ kind: 'command', command })),
    {
      kind: 'folded',
      summary: 'The scenario file',
      blocks: { kind: 'markup', markup: html`<pre>${text}</pre>` },
    },
  );
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

function coverageSection(covered: CheckReport['covered']): Block {
  return section(
    { id: 'coverage', title: 'What was covered', hint: 'Which calls were asked for, and how they ended.' },
    table({
      narrow: 'scrolls',
      columns: [
        { head: 'Call', className: 'unbroken', cell: ({ operation }) => operation },
        { head: 'Outcome', cell: ({ outcome }) => outcome },
        { head: 'Times', number: true, cell: ({ times }) => grouped(times) },
      ],
      rows: covered,
    }),
  );
}

function outcomesSection(outcomes: CheckReport['outcomes']): Block | null {
  if (outcomes === undefined) return null;
  const { dialect, named, reached, missing } = outcomes;
  return section(
    {
      id: 'outcomes',
      title: 'What was not reached',
      hint: `${grouped(reached)} of ${counted(named, 'pair')} of an operation and its outcome that ${dialect} names were reached.`,
    },
    table({
      columns: [
        { head: 'Operation', className: 'unbroken', cell: ({ operation }) => operation },
        { head: 'Outcome', cell: ({ outcome }) => outcome },
        { head: 'Why not', cell: ({ why = NO_REASON }) => why },
      ],
      rows: missing,
    }),
  );
}

const ENDED: Readonly<Record<CheckReport['ended'], string>> = {
  runs: 'the number of sequences asked for',
  time: 'its time',
  cases: 'the number of cases asked for',
  interrupted: 'an interruption',
};

function factsOf({ report, command, versions }: CheckPageFacts): Block {
  const { sequences, calls, isolation, notDone, seed, ended, fees, leftOutMs } = report;
  return repeatable('The check', {
    facts: [
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
      ['Versions', `millrace ${versions.millrace}, Node ${versions.node}`],
    ],
    line: command,
  });
}

const LANE_PX = 120;
const ROW_PX = 46;
const TOP_PX = 34;

/** The calls of a case over its nodes, top to bottom: who was asked, which way it went, what came back. */
function sequenceDiagram({ nodes, calls }: CaseStory, id: string): Markup {
  const width = Math.max(nodes.length, 2) * LANE_PX;
  const height = TOP_PX + calls.length * ROW_PX + 12;
  const across = (name: string | undefined): number =>
    (Math.max(0, nodes.indexOf(name ?? '')) + 0.5) * LANE_PX;
  return html`<div class="sequence"><svg role="img" aria-labelledby="${id}-title ${id}-desc" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title id="${id}-title">The calls of the case</title>
<desc id="${id}-desc">${calls.map(({ asked, observed }) => `${asked}: ${observed ?? 'not reached'}`).join('; ')}</desc>
${nodes.map((name) => html`<line class="lane" x1="${across(name)}" x2="${across(name)}" y1="${TOP_PX - 8}" y2="${height}"/><text class="lane-name" x="${across(name)}" y="16" text-anchor="middle">${name}</text>`)}
${calls.map((call, at) => callMarks(call, { at, across, width }))}
</svg></div>`;
}

function callMarks(
  call: StoryCall,
  {
    at,
    across,
    width,
  }: { readonly at: number; readonly across: (name: string | undefined) => number; readonly width: number },
): Markup {
  const y = TOP_PX + (at + 0.6) * ROW_PX;
  const { way, asked, observed = 'not reached', predicted, isBlamed } = call;
  const className = `call${isBlamed ? ' blamed' : ''}`;
  return html`<g class="${className}"><title>${`${at}: ${asked}; predicted ${predicted}, observed ${observed}`}</title>
${isBlamed ? html`<rect class="blame" x="0" y="${y - ROW_PX * 0.62}" width="${width}" height="${ROW_PX}"/>` : null}
<text class="asked" x="4" y="${y - 12}">${`${at}  ${asked}`}</text>
<circle class="door" cx="${across(call.node)}" cy="${y}" r="4"/>
${way.slice(1).map((to, hop) => arrow(across(way[hop]), across(to), y))}
<text class="came" x="${width - 4}" y="${y + 14}" text-anchor="end">${observed === predicted ? observed : `${observed} (predicted ${predicted})`}</text></g>`;
}

function arrow(from: number, to: number, y: number): Markup {
  const back = to > from ? -7 : 7;
  return html`<line class="way" x1="${from}" x2="${to}" y1="${y}" y2="${y}"/><path class="head" d="M${to} ${y} l${back} -4 v8 z"/>`;
}
