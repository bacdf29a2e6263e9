import type { Amount } from '../../model/network/amount.ts';
import type { AmountWriter } from '../../model/run/describe-operation.ts';
import type { DisturbanceRecord } from '../../model/disturbances/disturbance.ts';
import { counted, grouped, percentText } from './number-format.ts';

/** One thing that went wrong by chance or on purpose, and what it did, in a line. */
export interface DisturbanceText {
  readonly label: 'Online' | 'Held' | 'Jammed' | 'Messages';
  readonly text: string;
}

/** The effects of churn, griefing and faulty messages; kinds that did not occur are left out. */
export function disturbanceTexts(
  { online, held, jams, messages }: DisturbanceRecord,
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
  ];
}

// Of steps of equal length; the last may be shorter, which no reader of a rounded mean notices.
function meanOf({ means }: DisturbanceRecord['held']['tokens'][number]): Amount {
  const mean = means.reduce((sum, each) => sum + each, 0) / Math.max(1, means.length);
  return BigInt(Math.floor(mean + 0.5));
}
