import type { NodeName } from '../../model/network/network.ts';
import type { Operation, PayRequest } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { CertainFlows } from '../foresight/certain-flows.ts';

/** A payment, and when it was on its way. */
export interface PaymentTimes {
  readonly operation: PayRequest;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** A stopped node that a payment needed; `maybe`: one was stopped, and several ways lead around it or through it. */
export type NeededStop = { readonly kind: 'needed'; readonly node: NodeName } | { readonly kind: 'maybe' };

/** When the steps of the scenario had a node stopped: what fails then is no fault of the target. */
export class ScriptedStops {
  /** By operation, in order; a stop without an end lasts. */
  readonly #stops = new Map<number, { readonly node: NodeName; readonly fromMs: number; untilMs: number }>();

  /** All that were stopped, by name. */
  get nodes(): readonly NodeName[] {
    return [...new Set([...this.#stops.values()].map(({ node }) => node))].toSorted();
  }

  /** A stop counts from when it is asked for: what fails beside it may be told before it is answered. */
  sent(operation: Operation, atMs: number): void {
    if (operation.kind !== 'stop') return;
    this.#stops.set(operation.id, {
      node: operation.node,
      fromMs: atMs,
      untilMs: Number.POSITIVE_INFINITY,
    });
  }

  ended({ operation, outcome, endedAtMs }: OperationRecord): void {
    if (operation.kind === 'stop' && outcome.kind === 'failed') this.#stops.delete(operation.id);
    if (operation.kind !== 'start' || outcome.kind !== 'succeeded') return;
    for (const stop of this.#stops.values())
      if (stop.node === operation.node) stop.untilMs = Math.min(stop.untilMs, endedAtMs);
  }

  /** Whether a payment needed a node that was stopped while it was on its way. */
  neededBy({ operation, ...times }: PaymentTimes, flows: CertainFlows): NeededStop | undefined {
    const stopped = new Set<NodeName>();
    for (const { node, fromMs, untilMs } of this.#stops.values())
      if (times.endedAtMs >= fromMs && times.startedAtMs <= untilMs) stopped.add(node);
    if (stopped.size === 0) return undefined;
    const hops = flows.hops(operation) ?? [];
    const owners = hops.flatMap(({ from, to }) => [from, to].map((end) => flows.balances[end]?.owner));
    const needed = [operation.node, operation.target, ...owners];
    const node = needed.find((name) => name !== undefined && stopped.has(name));
    if (node !== undefined) return { kind: 'needed', node };
    return hops.some(({ kind }) => kind === 'part') ? { kind: 'maybe' } : undefined;
  }
}
