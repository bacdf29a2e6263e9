import { parseExpectation } from '../../model/scenario/expectation.ts';
import { type Block, list, section, table } from '../blocks/block.ts';
import { runJudgement } from '../page/badge.ts';
import { minuteText } from '../page/frame.ts';
import { html, withDetail } from '../page/markup.ts';
import { expectationFound, expectationWords } from '../words/condition-words.ts';
import { counted } from '../words/number-format.ts';
import { linked, type ToldWhatIf } from './run-pages.ts';
import type { ComparedRun, UnmetExpectation } from './what-if.ts';

const MOST_FAULTS = 6;

/** The two runs, each judged by its own scenario. */
export function runsSection({ runs, pages, token }: ToldWhatIf): Block {
  const sides = Object.entries(runs) as readonly (readonly ['a' | 'b', ComparedRun])[];
  const rows = sides.map(([side, run]) => ({ ...run, side: side.toUpperCase(), page: pages?.[side] }));
  const faults = rows.flatMap(({ side, ...run }) => faultsOf(run, token).map((fault) => `${side}: ${fault}`));
  return section(
    { id: 'runs', title: 'The two runs' },
    table({
      columns: [
        {
          head: 'Run',
          cell: ({ side, scenario, question, page }) =>
            withDetail(linked(`${side}: ${scenario}`, page), question),
        },
        {
          head: 'Seed, pace',
          cell: ({ seed, pace, startedAt }) =>
            html`<div>${withDetail(`${seed}, ${pace}`, html`<time datetime="${startedAt}">${minuteText(startedAt)} UTC</time>`)}</div>`,
        },
        {
          head: 'Network at the start',
          label: 'Network',
          cell: ({ network }) => `${counted(network.nodes, 'node')}, ${counted(network.channels, 'channel')}`,
        },
      ],
      lines: 'all',
      judged: { head: 'By its own scenario', of: ({ verdict }) => runJudgement(verdict) },
      rows,
    }),
    list(
      faults.map((text) => ({ mark: 'bad', text })),
      { most: MOST_FAULTS, elsewhere: 'summary.json', title: 'Not as its own scenario says' },
    ),
  );
}

// The points in which a run is not as its scenario says, and whether it broke off.
function unmetText({ text, actual }: UnmetExpectation, token: ToldWhatIf['token']): string {
  const expectation = parseExpectation(text);
  if (expectation === undefined) return text;
  return `${expectationWords(expectation, token)}: found ${expectationFound(expectation, actual ?? undefined, token)}`;
}

function faultsOf(
  { unmet, unexpectedSteps, broken, partial }: ComparedRun,
  token: ToldWhatIf['token'],
): readonly string[] {
  return [
    ...(partial ? ['it broke off before its end, so its figures are of a part'] : []),
    ...unmet.map((each) => unmetText(each, token)),
    ...unexpectedSteps.map(
      ({ step, asked, expected, observed }) =>
        `${step}: ${asked}, expected ${expected}, observed ${observed}`,
    ),
    ...broken,
  ];
}
