import { type Amount, exactAmountText } from '../../model/network/amount.ts';
import type { AnswerMoves, MoneyMove, PlanResult } from '../../model/plan/answers.ts';
import { type Expectation, isReached } from '../../model/scenario/expectation.ts';
import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import { type Block, type Figure, pageOnly, type Parts, prose, section, table } from '../blocks/block.ts';
import { amountText, capitalized, counted, grouped } from '../words/number-format.ts';
import { goalWords, metricWords } from '../words/metric-words.ts';
import { metricEstimateText } from './interval-text.ts';

// Further ones are folded away, and of very many the rest is in the CSV.
const [MOST_OPEN, MOST_ROWS] = [12, 200];

// More digits behind the point than this are not read: of 18 decimals the first ones say all.
const MOST_DECIMALS = 4;

/** Rounded to the digits that are read; a small amount has all its digits: rounded it would be another. */
export function shortText(amount: Amount, decimals: number): string {
  const exact = exactAmountText(amount, decimals);
  const isShort = (exact.split('.')[1] ?? '').length <= MOST_DECIMALS;
  return isShort || amount * 100n < 10n ** BigInt(decimals) ? exact : amountText(amount, decimals);
}

/** `0.5 TOK`, with all digits where these are few; of an unknown token in smallest units. */
export function tokensText(amount: Amount, token: PlannedToken | undefined): string {
  return token === undefined ? grouped(amount) : `${shortText(amount, token.decimals)} ${token.name}`;
}

/** An amount to the unit, as it was simulated: `8.642000000000000001 DAI`; of an unknown token in smallest units. */
export function currencyText(amount: Amount, token: PlannedToken | undefined): string {
  return token === undefined ? grouped(amount) : `${exactAmountText(amount, token.decimals)} ${token.name}`;
}

/** The money to move, as a section that can be forwarded; of several questions with the one that it answers. */
export function movesSection(
  { question, moves }: Pick<AnswerMoves, 'moves'> & Partial<AnswerMoves>,
  token: PlannedToken,
): Block {
  const decimals = token.decimals === 0 ? '' : ` (${counted(token.decimals, 'decimal')})`;
  return section(
    {
      id: 'do',
      title: question === undefined ? 'What to do' : `What to do: ${QUESTION_WORDS[question]}`,
      hint: `Amounts in ${token.name}${decimals}.`,
    },
    movesBlock(moves, token),
    pageOnly(() => prose('The same rows, to the unit: what-to-do.csv beside this page.', 'muted')),
  );
}

interface PlanGoal {
  readonly goal: Expectation;
  readonly token?: PlannedToken | undefined;
}

/** The money of `actionText` as a figure; undefined: there is none. */
export function actionFigure(moves: readonly AnswerMoves[], plan: PlanGoal): Figure | undefined {
  const [{ token, goal }, [first]] = [plan, moves];
  if (token === undefined || !first?.isMet || first.money === 0n) return undefined;
  const then = metricEstimateText(goal.metric, first.goal, token);
  const hint = `${capitalized(metricWords(goal.metric))} is then ${then}.`;
  return { name: 'To add', figure: currencyText(first.money, token), hint };
}

/** `Add 9,840 TOK at 21 ends for success of at least 95 %: then 96.1 % (94.9 to 97 %).`; empty where nothing meets the goal. */
export function actionText([first]: readonly AnswerMoves[], { goal, token }: PlanGoal): string {
  if (token === undefined || !first?.isMet) return '';
  const isChanged = first.question === 'changes';
  if (first.money === 0n && !isChanged) return '';
  const ends = counted(first.moves.filter(({ has, afterwards }) => afterwards > has).length, 'end');
  const add = `${isChanged ? 'With the changes below, add' : 'Add'} ${currencyText(first.money, token)} at ${ends}`;
  const action = first.money === 0n ? 'Make the changes below' : add;
  return `${action} for ${goalWords(goal, token)}: then ${metricEstimateText(goal.metric, first.goal, token)}.`;
}

/** The answers that move other money; null: there is none. */
export function alternativesSection(
  [first, ...rest]: readonly AnswerMoves[],
  { goal, also = [], token }: Pick<PlanResult, 'goal' | 'also'> & { readonly token: PlannedToken },
): Block | null {
  const keyOf = (each: AnswerMoves | undefined) =>
    each?.moves.map(({ node, partner, afterwards }) => `${node} ${partner} ${afterwards}`).join();
  const others = rest.filter((each) => each.question === 'changes' || keyOf(each) !== keyOf(first));
  if (others.length === 0) return null;
  return section(
    { id: 'alternatives', title: 'Alternatives', hint: 'Each in place of the table above.' },
    table({
      columns: [
        ['Answer', ({ question }) => QUESTION_WORDS[question] ?? question],
        ['adds', ({ money }) => currencyText(money, token), 'number'],
        [metricWords(goal.metric), (row) => metricEstimateText(goal.metric, row.goal, token), 'number'],
        [
          also.length > 0 ? 'first goal' : 'goal',
          (row) => (row.isMet ? 'met' : isReached(goal, row.goal) ? 'on average only' : 'missed'),
        ],
      ],
      rows: others,
    }),
  );
}

/** The table of an answer with its ends, and their sums below it; null: it moves no money. */
export function movesBlock(moves: readonly MoneyMove[], token: PlannedToken): Parts {
  if (moves.length === 0) return null;
  const text = (amount: Amount): string => shortText(amount, token.decimals);
  const sumOf = (of: (move: MoneyMove) => Amount): Amount => moves.reduce((sum, move) => sum + of(move), 0n);
  const all = { has: sumOf(({ has }) => has), afterwards: sumOf(({ afterwards }) => afterwards) };
  return [
    table({
      columns: [
        ['End of', ({ node }) => node],
        ['Channel with', ({ partner }) => partner],
        ['now', (move) => text(move.has), 'number'],
        ['then', (move) => text(move.afterwards), 'number'],
        ['difference', (move) => differenceText(move, token.decimals), 'number'],
      ],
      rows: moves,
      open: MOST_OPEN,
      most: MOST_ROWS,
      elsewhere: 'what-to-do.csv',
    }),
    prose(
      `Total of ${counted(moves.length, 'end')}: ${text(all.has)} now, ${text(all.afterwards)} then, ${differenceText(all, token.decimals)}.`,
    ),
  ];
}

// A rounded difference could be too little for the goal.
function differenceText({ has, afterwards }: Pick<MoneyMove, 'has' | 'afterwards'>, decimals: number) {
  const sign = afterwards === has ? '' : afterwards < has ? '-' : '+';
  return `${sign}${exactAmountText(afterwards < has ? has - afterwards : afterwards - has, decimals)}`;
}

/** The questions in words. */
export const QUESTION_WORDS: Readonly<Record<string, string>> = {
  points: 'the points',
  deposit: 'the least deposit',
  fund: 'where the budget should go',
  changes: 'which changes help',
  rebalance: 'what drains',
};
