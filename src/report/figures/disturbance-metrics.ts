import type { DisturbanceRecord } from '../../model/disturbances/disturbance-record.ts';
import type { DISTURBANCE_METRICS } from '../../model/run/metric-names.ts';
import type { ModelCheck } from '../../model/run/trace.ts';
import type { ReportedPayment } from './reported-payment.ts';

const ABSENCES: readonly ModelCheck[] = ['source-online', 'target-online', 'mediator-online'];
const GRIEFINGS: readonly ModelCheck[] = ['not-held', 'pending-locks'];

/** What churn, griefing and faulty messages did, in plain numbers; a payment is lost to what its trace blames. */
export function disturbanceMetrics(
  { online, held, messages, untilMs }: DisturbanceRecord,
  payments: readonly ReportedPayment[],
): Readonly<Record<keyof typeof DISTURBANCE_METRICS, number>> {
  const lostTo = (checks: readonly ModelCheck[]): number =>
    payments.filter(
      ({ outline }) => outline?.failedAt !== undefined && checks.includes(outline.failedAt.check),
    ).length;
  const heldMs = held.tokens
    .flatMap(({ means, stepMs }) =>
      means.map((mean, index) => mean * Math.min(stepMs, untilMs - index * stepMs)),
    )
    .reduce((sum, each) => sum + each, 0);
  return {
    online_share: online.share,
    absences: online.absences,
    lost_to_absence: lostTo(ABSENCES),
    lost_to_griefing: lostTo(GRIEFINGS),
    transfers_held: held.transfers,
    held_mean: untilMs === 0 ? 0 : heldMs / untilMs,
    held_peak: held.tokens.reduce((sum, { peak }) => sum + Number(peak), 0),
    messages_lost: messages.lost,
  };
}
