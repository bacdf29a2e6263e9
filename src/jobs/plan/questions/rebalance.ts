import { type Block, prose, section, table, type TableColumn } from '../../../report/blocks/block.ts';
import { amountEstimateText, estimateText } from '../../../report/plan/interval-text.ts';
import { tokensText } from '../../../report/plan/money-moves.ts';
import { counted, durationText, grouped } from '../../../report/words/number-format.ts';
import type { Question, Told } from '../question.ts';
import { driftCycles, type MovedAmount, type RebalancingAnswer } from './drift-cycles.ts';
import type { DryEnd } from './dry-ends.ts';

/** How the traffic shifts balances, and which circular payments undo it. */
export const rebalance: Question<'rebalance', unknown, RebalancingAnswer> = {
  name: 'rebalance',
  answer: driftCycles,
  tell: (answer, { token, own, idOf }) => ({
    section: () =>
      section(
        {
          id: idOf('rebalance'),
          title: 'What the traffic does to balances in one run',
          hint: `What one run moves on average, with intervals; runs last ${estimateText(answer.run)} s. What goes around can be paid back around; what leads from payers to payees can only be put in again. Found in one half of the replications, told by the other.`,
        },
        answer.cycles.length + answer.drains.length + answer.dryEnds.length === 0
          ? prose(evenText(answer))
          : null,
        cycleTable(answer, { token, own }),
        drainTable(answer, token),
        dryTable(answer),
      ),
  }),
};

function evenText({ runS }: RebalancingAnswer): string {
  const after = runS > 0 ? `after ${durationText(runS * 1000)} ` : '';
  return `Nothing: ${after}balances stand where they began.`;
}

function around(path: readonly string[]): string {
  return [...path, path[0]].join(' → ');
}

/** `490 (430 to 550)`, what one run moves. */
function movedText({ amount, interval }: MovedAmount, token: Told['token']): string {
  return interval[0] === interval[1]
    ? tokensText(amount, token)
    : amountEstimateText({ mean: Number(amount), interval }, token);
}

/** `98 s (80 s to 2 min 4 s)`, in the run in the middle. */
export function dryText({ afterS, interval }: Pick<DryEnd, 'afterS' | 'interval'>): string {
  if (afterS === null) return 'later than most runs last';
  const text = durationText(afterS * 1000);
  if (interval === undefined) return text;
  const [soonest, latest] = interval.map((seconds) =>
    seconds === null ? 'after the run' : durationText(seconds * 1000),
  ) as [string, string];
  return soonest === latest ? text : `${text} (${soonest} to ${latest})`;
}

// Longer lists are in plan.json.
const MOST_ROWS = 20;

function cycleTable(
  { cycles, drains }: RebalancingAnswer,
  { token, own }: Pick<Told, 'token' | 'own'>,
): readonly Block[] {
  if (cycles.length + drains.length === 0) return [];
  if (cycles.length === 0)
    return [
      prose(
        own.nodes === undefined
          ? 'What traffic moves goes around nowhere: no circular payment undoes it.'
          : 'No circular payment that leads through my own nodes undoes what traffic moves.',
      ),
    ];
  const told = cycles.filter(({ mayBeChance }) => !mayBeChance);
  const whose = own.nodes === undefined ? '' : ' through my own nodes';
  return [
    prose(`${counted(cycles.length, 'circular payment')} ${whose} looked at; ${chanceText(told, cycles)}`),
    ...(told.length === 0 ? [] : [cycleRows(told, token)]),
  ];
}

function cycleRows(told: RebalancingAnswer['cycles'], token: Told['token']): Block {
  return table({
    caption: 'Circular payments, the most urgent first',
    columns: [
      { head: 'Around', cell: ({ path }) => around(path) },
      { head: 'Amount a run', number: true, cell: (cycle) => movedText(cycle, token) },
      { head: 'Fee', number: true, cell: ({ fee }) => tokensText(fee, token) },
      { head: 'At least every', number: true, cell: ({ dryAfterS }) => durationText(dryAfterS * 1000) },
    ],
    rows: told,
    most: MOST_ROWS,
    elsewhere: 'plan.json',
  });
}

/** `12 are more than chance.`; all others are in plan.json. */
function chanceText(told: readonly unknown[], all: readonly unknown[]): string {
  if (told.length === 0) return 'none is more than chance; they are in plan.json.';
  return told.length === all.length
    ? `${all.length === 1 ? 'that is' : 'all are'} more than chance.`
    : `${grouped(told.length)} more than chance, the others are in plan.json.`;
}

function drainTable({ drains }: RebalancingAnswer, token: Told['token']): readonly Block[] {
  if (drains.length === 0) return [];
  const told = drains.filter(({ mayBeChance }) => !mayBeChance);
  return [
    prose(
      `${counted(drains.length, 'end')} that ${drains.length === 1 ? 'loses more than it gets' : 'lose more than they get'} back: ${chanceText(told, drains)}`,
    ),
    ...(told.length === 0 ? [] : [drainRows(told, token)]),
  ];
}

function drainRows(told: RebalancingAnswer['drains'], token: Told['token']): Block {
  return table({
    caption: 'Ends that lose more than they get back',
    columns: [
      { head: 'End', cell: ({ node, partner }) => `${node}’s, in its channel with ${partner}` },
      { head: 'Loses in a run', number: true, cell: (drain) => movedText(drain, token) },
      ...(told.some(({ isOnCircle }) => isOnCircle) ? [CIRCLE] : []),
    ],
    rows: told,
    most: MOST_ROWS,
    elsewhere: 'plan.json',
  });
}

const CIRCLE: TableColumn<RebalancingAnswer['drains'][number]> = {
  head: 'Circular payment',
  cell: ({ isOnCircle }) => (isOnCircle ? 'only instead of one above' : 'none'),
};

function dryTable({ dryEnds }: RebalancingAnswer): Block | null {
  if (dryEnds.length === 0) return null;
  return table({
    caption: 'Ends that run dry: nothing left, or too little for a payment',
    columns: [
      { head: 'End', cell: ({ node, partner }) => `${node}’s, in its channel with ${partner}` },
      { head: 'In runs', number: true, cell: ({ runs, of }) => `${grouped(runs)} of ${grouped(of)}` },
      { head: 'First after', number: true, cell: dryText },
    ],
    rows: dryEnds,
    most: MOST_ROWS,
    elsewhere: 'plan.json',
  });
}
