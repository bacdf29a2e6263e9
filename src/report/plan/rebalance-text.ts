import type {
  CircularPayment,
  Drain,
  Depletion,
  MovedAmount,
  RebalancingAnswer,
} from '../../model/plan/answers.ts';
import { type Block, prose, table, type TableColumn } from '../blocks/block.ts';
import { counted, durationText, grouped } from '../words/number-format.ts';
import type { AnswerSetting, AnswerText } from './answer-text.ts';
import { amountEstimateText } from './interval-text.ts';
import { tokensText } from './money-moves.ts';

type Token = AnswerSetting['token'];

/** The ends that drain, when they are depleted, and the circular payments that restore them. */
export function rebalanceText(answer: RebalancingAnswer, { token, isOwn }: AnswerSetting): AnswerText {
  const { cycles, drains, run } = answer;
  const through = isOwn ? ' through your nodes' : '';
  const sure = drains.filter(isSignificant);
  const circles = cycles.filter(isSignificant);
  const rows = rowsOf({ ...answer, drains: sure, cycles: circles }, token);
  const restored = circles.slice(0, MOST_CIRCLES).map((cycle) => circleText(cycle, token));
  // Drains are what the circular payments leave.
  const after = circles.length > 0 ? ' after circular payments' : '';
  return {
    title: 'Drains and circular payments',
    hint: `What one run moves on average; runs last ${durationText(run.mean * 1000)}. Circular flow can be rebalanced; one-way flow needs new deposits. Found on half of the replications, measured on the other half.`,
    sentence:
      sure[0] &&
      `${counted(sure.length, 'channel end')} ${sure.length === 1 ? 'drains' : 'drain'} (significant); ${endName(sure[0])} loses most, ${movedText(sure[0], token)} in a run${after}.`,
    table:
      rows.length === 0
        ? prose(`Nothing drains: after ${durationText(run.mean * 1000)} balances are what they were.`)
        : endTable(rows, `loses in a run${after}`),
    notes: [
      circles.length > 0
        ? `${counted(circles.length, 'circular payment')}${through}: ${restored.join('; ')}.`
        : rows.length === 0
          ? ''
          : `No circular payment${through} restores these channels without draining others${cycles.length === 0 ? '' : ': none in plan.json is significant'}.`,
    ],
  };
}

// Further ones are in plan.json.
const MOST_CIRCLES = 20;

function isSignificant({ mayBeChance }: MovedAmount): boolean {
  return !mayBeChance;
}

/** `20 around a → c → b → a for a fee of 9, at least every 40 s` */
function circleText({ path, fee, dryAfterS, ...moved }: CircularPayment, token: Token): string {
  const around = [...path, path[0]].join(' → ');
  return `${movedText(moved, token)} around ${around} for a fee of ${tokensText(fee, token)}, at least every ${durationText(dryAfterS * 1000)}`;
}

type EndRow = Readonly<Record<'end' | 'loses' | 'week' | 'runs' | 'after' | 'restored', string>>;

/** The ends that drain significantly, the most first, then others that are depleted in some run. */
function rowsOf({ drains, dryEnds, cycles, run }: RebalancingAnswer, token: Token): readonly EndRow[] {
  const keyOf = ({ channel, node }: Pick<Depletion, 'channel' | 'node'>): string => `${channel} ${node}`;
  const depletions = new Map(dryEnds.map((each) => [keyOf(each), each]));
  const drained = new Map(drains.map((each) => [keyOf(each), each]));
  const ends = new Map<string, Drain | Depletion>([...drained, ...depletions]);
  return [...ends].map(([key, end]) => {
    const [drain, depleted] = [drained.get(key), depletions.get(key)];
    const isRestored = cycles.some(({ channels }) => channels.includes(end.channel));
    return {
      end: endName(end),
      loses: drain === undefined ? '' : movedText(drain, token),
      week: drain === undefined || run.mean < LEAST_S ? '' : tokensText(weekly(drain, run.mean), token),
      runs: depleted === undefined ? '' : `${grouped(depleted.runs)} of ${grouped(depleted.of)}`,
      after: depleted === undefined ? '' : depletionText(depleted),
      restored: isRestored || drain?.isOnCircle === true ? 'yes' : '',
    };
  });
}

// Of less than an hour nobody concludes on a week.
const [LEAST_S, WEEK_S] = [3600, 604_800];

function weekly({ whenFilled }: Drain, runS: number): bigint {
  return BigInt(Math.round((Number(whenFilled) * WEEK_S) / runS));
}

function endTable(rows: readonly EndRow[], loses: string): Block {
  const columns: readonly (readonly [head: string, key: keyof EndRow])[] = [
    ['Channel end', 'end'],
    [loses, 'loses'],
    ['loss a week', 'week'],
    ['depleted in runs', 'runs'],
    ['first after', 'after'],
    ['circular payment', 'restored'],
  ];
  return table({
    columns: columns
      .filter(([, key]) => rows.some((row) => row[key] !== ''))
      .map(([head, key]): TableColumn<EndRow> => [head, (row) => row[key], key === 'end' ? {} : 'number']),
    rows,
    most: 20,
    elsewhere: 'plan.json',
  });
}

function endName({ node, partner }: Pick<Drain, 'node' | 'partner'>): string {
  return `${node} → ${partner}`;
}

/** `490 (430 to 550)`, what one run moves. */
function movedText({ amount, interval }: MovedAmount, token: Token): string {
  return interval[0] === interval[1]
    ? tokensText(amount, token)
    : amountEstimateText({ mean: Number(amount), interval }, token);
}

/** `90 s (80 s to 2 min 4 s)`, in the median run. */
export function depletionText({ afterS, interval }: Pick<Depletion, 'afterS' | 'interval'>): string {
  if (afterS === null) return 'in fewer than half of the runs';
  const text = durationText(afterS * 1000);
  if (interval === undefined) return text;
  const [soonest, latest] = interval.map((seconds) =>
    seconds === null ? 'after the run' : durationText(seconds * 1000),
  ) as [string, string];
  return soonest === latest ? text : `${text} (${soonest} to ${latest})`;
}
