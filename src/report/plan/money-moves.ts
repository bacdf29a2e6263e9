import { type Amount, exactAmountText } from '../../model/network/amount.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import { type Block, pageOnly, prose, section, table } from '../blocks/block.ts';
import { amountText, counted, grouped } from '../words/number-format.ts';
import { tokenUnit } from '../words/metric-text.ts';
import type { FigureTable } from './figure-table.ts';

/** The money of one channel end before and after an answer is followed. */
export interface MoneyMove {
  readonly node: NodeName;
  readonly partner: NodeName;
  readonly has: Amount;
  readonly afterwards: Amount;
}

/** The money that one answer moves. */
export interface ToldMoves {
  /** The question that it answers. */
  readonly name: string;
  readonly moves: readonly MoneyMove[];
  readonly token: PlannedToken;
  /** The number of the point that it is about, from 1; absent: there is one. */
  readonly point?: number;
}

/** The ends that two networks have in common or that one of them has, where their money differs; the largest difference first. */
export function moneyMoves(before: Network, after: Network): readonly MoneyMove[] {
  const moves = after.mapEdges((channel, { balance }, ...nodes): readonly MoneyMove[] =>
    [0, 1].flatMap((end) => {
      const afterwards = balance[end] as Amount;
      const has = before.hasEdge(channel) ? (before.getEdgeAttribute(channel, 'balance')[end] as Amount) : 0n;
      return afterwards === has
        ? []
        : [{ node: nodes[end] as string, partner: nodes[1 - end] as string, has, afterwards }];
    }),
  );
  const bySize = (one: MoneyMove, other: MoneyMove): number =>
    Number(sizeOf(other) - sizeOf(one)) || (one.partner < other.partner ? -1 : 1);
  return moves.flat().sort(bySize);
}

function sizeOf({ has, afterwards }: MoneyMove): Amount {
  return afterwards > has ? afterwards - has : has - afterwards;
}

// Further ones are folded away, and of very many the rest is in the CSV.
const [MOST_OPEN, MOST_ROWS] = [12, 200];

/** `TOK, of 2 decimals` */
export function tokenWords({ name, decimals }: PlannedToken): string {
  return decimals === 0 ? name : `${name}, of ${counted(decimals, 'decimal')}`;
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
export function movesSection(told: ToldMoves): Block {
  const { token, name } = told;
  return section(
    {
      id: `do-${name}`,
      title: movesTitle(name),
      hint: `In ${tokenWords(token)}.`,
    },
    movesBlock(told),
    pageOnly(() => prose('The same rows, to the unit: what-to-do.csv beside this page.', 'muted')),
  );
}

/** The table of an answer: all of it first, then each end. */
export function movesBlock({ moves, token }: ToldMoves): Block {
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
  frontier: 'What to do up to the knee',
  open: 'What the new channel takes',
  replenish: 'What to put in at the start',
};

/** The title of a table of moves, by the question that was answered. */
export function movesTitle(question: string): string {
  return TITLES[question] ?? `What to do: ${question}`;
}

/** All moves, to the unit. */
export function movesTable(answers: readonly ToldMoves[]): FigureTable {
  const rows = answers.flatMap(({ name, point, moves }) => moves.map((move) => ({ name, point, ...move })));
  const isOfPoints = rows.some(({ point }) => point !== undefined);
  const column = (name: string, of: (row: (typeof rows)[number]) => string) => ({
    name,
    values: rows.map(of),
  });
  return {
    columns: [
      column('answer', ({ name }) => name),
      column('node', ({ node }) => node),
      column('partner', ({ partner }) => partner),
      column('has', ({ has }) => String(has)),
      column('then', ({ afterwards }) => String(afterwards)),
      column('difference', ({ has, afterwards }) => String(afterwards - has)),
      ...(isOfPoints ? [column('point', ({ point }) => String(point))] : []),
    ],
  };
}
