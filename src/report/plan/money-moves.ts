import { type Amount, exactAmountText } from '../../model/network/amount.ts';
import type { AnsweredPoint, MoneyMove } from '../../model/plan/answers.ts';
import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import { type Block, pageOnly, prose, section, table } from '../blocks/block.ts';
import { amountText, counted, grouped } from '../words/number-format.ts';
import { tokenUnit } from '../words/metric-text.ts';
import type { FigureTable } from './figure-table.ts';

type AnswerMoves = AnsweredPoint['moves'][number];

function sizeOf({ has, afterwards }: MoneyMove): Amount {
  return afterwards > has ? afterwards - has : has - afterwards;
}

// Further ones are folded away, and of very many the rest is in the CSV.
const [MOST_OPEN, MOST_ROWS] = [12, 200];

/** `TOK (2 decimals)` */
function tokenWords({ name, decimals }: PlannedToken): string {
  return decimals === 0 ? name : `${name} (${counted(decimals, 'decimal')})`;
}

/** An amount to move, in whole tokens; a small one has all its digits, as rounded it would be another. */
export function movedText(amount: Amount, { decimals }: Pick<PlannedToken, 'decimals'>): string {
  const isSmall = amount * 100n < 10n ** BigInt(decimals);
  return isSmall ? exactAmountText(amount, decimals) : amountText(amount, decimals);
}

// More digits behind the point than this are not read: of 18 decimals the first ones say all.
const MOST_DECIMALS = 4;

/** `0.5 TOK`, with all digits where these are few; of a token without decimals the number alone. */
export function tokensText(amount: Amount, token: PlannedToken | undefined): string {
  if (token === undefined || token.decimals === 0) return grouped(amount);
  const exact = exactAmountText(amount, token.decimals);
  const isShort = (exact.split('.')[1] ?? '').length <= MOST_DECIMALS;
  return `${isShort ? exact : movedText(amount, token)} ${token.name}`;
}

/** Whole tokens as a number, for the axis of a chart. */
export function inTokens(amount: Amount, token: PlannedToken | undefined): number {
  return Number(amount) * (tokenUnit(token)?.per ?? 1);
}

/** The unit of such an axis. */
export function axisUnit(token: PlannedToken | undefined): string {
  return token?.name ?? 'smallest units';
}

/** The money to move, as a section that can be forwarded. */
export function movesSection({ question, moves }: AnswerMoves, token: PlannedToken): Block {
  return section(
    { id: `do-${question}`, title: TITLES[question] ?? '', hint: `Amounts in ${tokenWords(token)}.` },
    movesBlock(moves, token),
    pageOnly(() => prose('The same rows, to the unit: what-to-do.csv beside this page.', 'muted')),
  );
}

/** The table of an answer: all of it first, then each end. */
export function movesBlock(moves: readonly MoneyMove[], token: PlannedToken): Block {
  const text = (amount: Amount): string => movedText(amount, token);
  const sumOf = (of: (move: MoneyMove) => Amount): Amount => moves.reduce((sum, move) => sum + of(move), 0n);
  const all = {
    node: 'In all',
    partner: counted(moves.length, 'end'),
    has: sumOf(({ has }) => has),
    afterwards: sumOf(({ afterwards }) => afterwards),
  };
  return table({
    columns: [
      { head: 'End of', cell: ({ node }: MoneyMove) => node },
      { head: 'Channel with', cell: ({ partner }) => partner },
      { head: 'has', number: true, cell: ({ has }) => text(has) },
      { head: 'then', number: true, cell: ({ afterwards }) => text(afterwards) },
      {
        head: 'difference',
        number: true,
        cell: (move) => `${signOf(move)}${text(sizeOf(move))}`,
      },
    ],
    rows: [all, ...moves],
    open: MOST_OPEN,
    most: MOST_ROWS,
    inAll: moves.length + 1,
    elsewhere: 'what-to-do.csv',
  });
}

function signOf({ has, afterwards }: MoneyMove): string {
  if (afterwards === has) return '';
  return afterwards < has ? '-' : '+';
}

const TITLES: Readonly<Record<string, string>> = {
  fund: 'What to do with the budget',
  deposit: 'What to do to meet the goal',
  changes: 'What the changes take',
};

/** All moves, to the unit. */
export function movesTable(points: readonly AnsweredPoint[]): FigureTable {
  const rows = points.flatMap(({ moves: answers }, at) =>
    answers.flatMap(({ question, moves }) => moves.map((move) => ({ question, point: at + 1, ...move }))),
  );
  const column = (name: string, of: (row: (typeof rows)[number]) => string) => ({
    name,
    values: rows.map(of),
  });
  return {
    columns: [
      column('answer', ({ question }) => question),
      column('node', ({ node }) => node),
      column('partner', ({ partner }) => partner),
      column('has', ({ has }) => String(has)),
      column('then', ({ afterwards }) => String(afterwards)),
      column('difference', ({ has, afterwards }) => String(afterwards - has)),
      ...(points.length > 1 ? [column('point', ({ point }) => String(point))] : []),
    ],
  };
}
