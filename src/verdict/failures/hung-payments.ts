import { gather } from '../../model/gather.ts';
import { wasWaitedFor } from '../../model/load/load-series.ts';
import type { NodeName } from '../../model/network/network.ts';
import { isPaymentRecord, paymentKey, type PaymentRecord } from '../../model/run/operation.ts';
import type { ShownState } from '../facts/shown-state.ts';
import { paymentNamed } from '../facts/facts.ts';
import { refusalOf } from '../refusals.ts';
import type { Run } from '../../model/run/run.ts';
import type { Story } from '../story.ts';
import { takeUpMs } from '../timeline/take-up-time.ts';

/**
 * Payments that a running node took and lost: no answer for longer than a node may need, and afterwards neither a
 * transfer nor an entry tells of them. An entry of a failure names no payment, so that it may be of any of the pair.
 */
export function hungPayments(story: Story): readonly PaymentRecord[] {
  const { run, atStart, atEnd } = story;
  const leastMs = takeUpMs(run);
  const stopped = new Set<NodeName>();
  for (const { operation } of run.records) if (operation.kind === 'stop') stopped.add(operation.node);
  const listed = listedPayments(atEnd);
  // How many entries of failures each pair has that no answer explains.
  const unexplained = new Map<string, number>();
  const count = (pair: string, by: 1 | -1) => unexplained.set(pair, (unexplained.get(pair) ?? 0) + by);
  for (const pair of pairsThatFailed(atEnd)) count(pair, 1);
  for (const pair of pairsThatFailed(atStart)) count(pair, -1);
  const telling = new Set<NodeName>();
  for (const { node, moment, view, value } of run.readings)
    if (moment !== 'start' && value.kind === 'pending' && !('token' in view)) telling.add(node);
  const silent = new Map<string, PaymentRecord[]>();
  for (const record of run.records.filter(isPaymentRecord)) {
    const { operation, outcome, startedAtMs, endedAtMs } = record;
    if (outcome.kind === 'failed' && refusalOf(outcome.reason).entry !== 'none') count(pairOf(operation), -1);
    const isLost =
      wasWaitedFor(record) &&
      outcome.kind === 'indeterminate' &&
      outcome.resolved === 'did-not-happen' &&
      endedAtMs - startedAtMs >= leastMs &&
      !listed.has(paymentKey(operation));
    if (isLost && !stopped.has(operation.node) && telling.has(operation.node))
      gather(silent, pairOf(operation), record);
  }
  return [...silent].flatMap(([pair, records]) => records.slice(Math.max(0, unexplained.get(pair) ?? 0)));
}

/** How many payments hang, of how many. */
export function hangText({ load, records }: Run, hung: readonly PaymentRecord[]): string {
  const all = load?.aggregate.counts.payments ?? records.filter(isPaymentRecord).length;
  return `${hung.length} of ${all} payments hang: taken and never answered, and no node tells of them`;
}

// Some nodes list a payment as sent that failed.
function listedPayments({ history }: ShownState): ReadonlySet<string> {
  const listed = new Set<string>();
  for (const [node, entries] of history)
    for (const entry of entries) {
      const payment = paymentNamed(node, entry);
      if (payment !== undefined) listed.add(paymentKey(payment));
    }
  return listed;
}

type Pair = Pick<PaymentRecord['operation'], 'node' | 'target' | 'token'>;

function pairsThatFailed({ history }: ShownState): readonly string[] {
  return [...history].flatMap(([node, entries]) =>
    entries.flatMap(({ event, partner: target, token }) =>
      event === 'failed' ? [pairOf({ node, target, token })] : [],
    ),
  );
}

function pairOf({ node, target, token }: Pair): string {
  return JSON.stringify([node, target, token]);
}
