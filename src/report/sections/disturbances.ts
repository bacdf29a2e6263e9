import type { DisturbanceRecord } from '../../model/disturbances/disturbance.ts';
import { roundTicks, timeUnit } from '../charts/axis.ts';
import { lineChart } from '../charts/plot.ts';
import { type Block, chart, facts, pageOnly, prose, section, table } from '../blocks/block.ts';
import type { Figures } from '../figures/figures.ts';
import { durationText, grouped, percentText, readable, counted } from '../words/number-format.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { AmountWriter } from '../../model/run/describe-operation.ts';

// More points than this cannot be told apart across a page.
const MOST_POINTS = 120;
const HEIGHT_PX = 130;

type Held = DisturbanceRecord['held']['tokens'][number];

/** The effects of churn, griefing and faulty messages; absent where the scenario has none. */
export function disturbancesSection({ run, metrics, inTokens }: Figures): Block | null {
  const { disturbances } = run;
  if (disturbances === undefined) return null;
  const texts = disturbanceTexts(disturbances, metrics, inTokens);
  const { held, online, replenish } = disturbances;
  const title = replenish === undefined ? 'What went wrong' : 'What happened by itself';
  return section(
    {
      id: 'disturbances',
      title,
      listed: title,
      hint: 'By the scenario’s churn, griefing, messages and replenish. A payment counts as lost to what its trace blames.',
    },
    texts.length === 0
      ? prose('Nothing: the run was over before anything happened.', 'empty')
      : facts(texts.map(({ label, text }) => [label, text])),
    pageOnly(() => [
      held.tokens
        .filter(({ peak }) => peak > 0n)
        .map((series) => heldFigure(series, run.header.scenario.tokens)),
      onlineTable(online),
    ]),
  );
}

function onlineTable(online: DisturbanceRecord['online']): Block | null {
  return online.least.length === 0
    ? null
    : table({
        caption: 'Nodes that were away for longest',
        narrow: 'stays',
        columns: [
          { head: 'Node', cell: ({ node }) => node },
          { head: 'Online', number: true, cell: ({ share }) => percentText(share) },
          { head: 'Absences', number: true, cell: ({ absences }) => grouped(absences) },
        ],
        rows: online.least,
      });
}

function heldFigure(
  series: Held,
  tokens: readonly { readonly name: string; readonly decimals: number }[],
): Block {
  const { token } = series;
  const unitOf = 10 ** (tokens.find(({ name }) => name === token)?.decimals ?? 0);
  const { stepMs, points } = condensed(series);
  const endMs = stepMs * points.length;
  const unit = timeUnit(endMs);
  return chart(
    `${token} locked by payments that were held: the mean of each ${durationText(stepMs)}, dashed the most`,
    lineChart({
      id: `held-${token}`,
      title: `${token} locked by payments that were held, over time`,
      description: `${points.length} points; at most ${series.peak} smallest units.`,
      heightPx: HEIGHT_PX,
      xTicks: roundTicks(endMs / unit.ms, 6),
      xTitle: `since the start (${unit.name})`,
      lines: [
        { className: 'rate', values: points.map(({ mean }) => mean / unitOf) },
        { className: 'rate faint dashed', values: points.map(({ peak }) => peak / unitOf) },
      ],
      hints: points.map(
        ({ mean, peak }, index) =>
          `${readable((index * stepMs) / unit.ms)} to ${readable(((index + 1) * stepMs) / unit.ms)} ${unit.name}: ${readable(mean / unitOf)} ${token} on average, ${readable(peak / unitOf)} at most`,
      ),
    }),
  );
}

function condensed({ stepMs, means, peaks }: Held): {
  readonly stepMs: number;
  readonly points: readonly { readonly mean: number; readonly peak: number }[];
} {
  const together = Math.max(1, Math.ceil(means.length / MOST_POINTS));
  const points = Array.from({ length: Math.ceil(means.length / together) }, (_, index) => {
    const [from, to] = [index * together, (index + 1) * together];
    const part = means.slice(from, to);
    return {
      mean: part.reduce((sum, each) => sum + each, 0) / part.length,
      peak: Math.max(...peaks.slice(from, to)),
    };
  });
  return { stepMs: stepMs * together, points };
}

/** One thing that went wrong by chance or on purpose, and what it did, in a line. */
interface DisturbanceText {
  readonly label: 'Online' | 'Held' | 'Jammed' | 'Messages' | 'Filled';
  readonly text: string;
}

/** The effects of churn, griefing and faulty messages; kinds that did not occur are left out. */
function disturbanceTexts(
  { online, held, jams, messages, replenish = [] }: DisturbanceRecord,
  metrics: Readonly<Record<string, number>>,
  inTokens: AmountWriter,
): readonly DisturbanceText[] {
  const lost = (metric: string): string => `${counted(metrics[metric] ?? 0, 'payment')} lost to it`;
  const peaks = held.tokens.filter(({ peak }) => peak > 0n);
  return [
    ...(online.absences === 0 && online.share === 1
      ? []
      : [
          {
            label: 'Online' as const,
            text: `${percentText(online.share)} of the time, ${counted(online.absences, 'absence')} · ${lost('lost_to_absence')}`,
          },
        ]),
    ...(held.transfers === 0
      ? []
      : [
          {
            label: 'Held' as const,
            text: `${counted(held.transfers, 'payment')}, at most ${peaks.map(({ token, peak }) => inTokens(peak, token)).join(' + ')} locked, ${peaks.map((series) => inTokens(meanOf(series), series.token)).join(' + ')} on average · ${lost('lost_to_griefing')}`,
          },
        ]),
    ...jams.map(({ from, to, locked, refused }) => ({
      label: 'Jammed' as const,
      text: `by ${from} to ${to}: ${counted(locked, 'payment')} sent, ${grouped(refused)} refused`,
    })),
    ...(messages.lost + messages.late === 0
      ? []
      : [
          {
            label: 'Messages' as const,
            text: `${grouped(messages.lost)} lost and ${grouped(messages.late)} late of ${grouped(messages.sent)}`,
          },
        ]),
    ...replenish.map(({ kind, node, token, done, refused, amount, paid, transactions }) => ({
      label: 'Filled' as const,
      text: `ends of ${node} by ${kind}: ${counted(done, 'time')}, ${inTokens(amount, token)} in all, ${counted(transactions, 'transaction')} on chain, ${inTokens(paid, token)} paid for it; ${grouped(refused)} refused`,
    })),
  ];
}

// Of steps of equal length; the last may be shorter, which no reader of a rounded mean notices.
function meanOf({ means }: DisturbanceRecord['held']['tokens'][number]): Amount {
  const mean = means.reduce((sum, each) => sum + each, 0) / Math.max(1, means.length);
  return BigInt(Math.floor(mean + 0.5));
}
