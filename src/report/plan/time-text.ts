import type { MeasuredPlan } from '../../model/plan/measured-plan.ts';
import { amountEstimateText } from './interval-text.ts';
import { counted, durationText } from '../words/number-format.ts';

const HOUR_MS = 3_600_000;
const UNITS = [
  ['week', 168 * HOUR_MS],
  ['day', 24 * HOUR_MS],
  ['hour', HOUR_MS],
] as const;

/** A length of time by which people plan: `1 week`, `30 days`, `90 min`. */
export function spanText(ms: number): string {
  const unit = UNITS.find(([, length]) => ms >= length && ms % length === 0);
  return unit === undefined ? durationText(ms) : counted(ms / unit[1], unit[0]);
}

type TimedPlan = Pick<MeasuredPlan, 'horizonMs' | 'points' | 'drain' | 'token'>;

/** ` For 1 week of such traffic, about 12,000 payments.`: the time and the traffic that the figures hold for, and what drains. */
export function timeText(plan: TimedPlan): string {
  return `${lengthText(plan)}${drainText(plan)}`;
}

/** ` It drains: 4 ends lose 2,010 (1,900 to 2,120) a week more than they get back, to be put in again.` */
function drainText({ drain, token }: TimedPlan): string {
  if (drain === undefined) return '';
  const { ends, perWeek } = drain;
  return ends === 0
    ? ` No end drains significantly.`
    : ` It drains: ${counted(ends, 'end')} ${ends === 1 ? 'loses' : 'lose'} ${amountEstimateText(perWeek, token)} a week more than ${ends === 1 ? 'it gets' : 'they get'} back, to be put in again.`;
}

function lengthText({ horizonMs, points }: Omit<TimedPlan, 'drain'>): string {
  const [first, ...others] = points;
  // Each point has a horizon of its own.
  if (points.some(({ settings }) => 'plan.horizon' in settings)) return '';
  const [payments, lastsS] = ['payments', 'traffic_s'].map((name) => first?.metrics[name]?.mean);
  if (payments === undefined || lastsS === undefined || others.length > 0)
    return horizonMs === undefined ? '' : ` For ${spanText(horizonMs)} of such traffic.`;
  const made = counted(Math.round(payments), 'payment');
  if (horizonMs === undefined && lastsS === 0) return ` For ${made}.`;
  return horizonMs === undefined
    ? ` For ${made} within ${durationText(lastsS * 1000)}.`
    : ` For ${spanText(horizonMs)} of such traffic, about ${made}.`;
}
