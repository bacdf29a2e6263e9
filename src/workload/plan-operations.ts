import { fieldError } from '../model/locate-faults.ts';
import type { Operation } from '../model/run/operation.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { withoutUndefined } from '../model/without-undefined.ts';
import { paymentIdentifiers } from './payment-supply.ts';
import { planSteps } from './plan-steps.ts';
import { type PlannedOperation, type PlanTraffic, planTraffic } from './plan-traffic.ts';

/** Ten million operations are some gigabytes of plan; more than that is a slip of a rate or a duration. */
export const MAX_OPERATIONS = 10_000_000;

/** A scenario, and what it takes to plan it. */
export interface PlanOperations extends Pick<PlanTraffic, 'network' | 'random' | 'arrivals' | 'pairs'> {
  readonly scenario: Scenario;
}

/**
 * Everything a scenario asks of its nodes, by planned time; at the same moment steps come first, then the traffic
 * in the order of the file. Throws InputError with the field path when there is no such plan.
 */
export function planOperations({ scenario, ...parts }: PlanOperations): readonly Operation[] {
  const nextIdentifier = paymentIdentifiers(
    parts.random.stream('identifiers'),
    new Set(scenario.steps.flatMap((step) => ('identifier' in step && step.identifier) || [])),
  );
  const planned = planSteps(scenario, parts.network, nextIdentifier);
  if (planned.length > MAX_OPERATIONS)
    throw fieldError('steps', `found ${planned.length} operations, expected at most ${MAX_OPERATIONS}`);
  for (const [index, traffic] of scenario.traffic.entries()) {
    const room = MAX_OPERATIONS - planned.length;
    const named = { at: `traffic[${index}]`, stream: streamName(scenario, index) };
    for (const payment of planTraffic({ ...parts, ...named, traffic, nextIdentifier, room }))
      planned.push(payment);
  }
  return inOrder(planned);
}

// By name, so that traffic put before another in the file does not change the other's draws.
function streamName({ traffic }: Scenario, index: number): string {
  const name = traffic[index]?.name ?? '';
  const earlier = traffic.slice(0, index).filter((other) => other.name === name).length;
  return earlier === 0 ? `traffic ${name}` : `traffic ${name} #${earlier + 1}`;
}

function inOrder(planned: readonly PlannedOperation[]): readonly Operation[] {
  const order = planned.map((_, position) => position);
  // The sort is stable, so what is due at the same moment stays in the order it was planned.
  order.sort(
    (one, other) => (planned[one] as PlannedOperation).atMs - (planned[other] as PlannedOperation).atMs,
  );
  const ids = new Int32Array(planned.length);
  order.forEach((position, id) => {
    ids[position] = id;
  });
  return order.map((position, id) => {
    const { atMs, origin, expected, afterSteps, request } = planned[position] as PlannedOperation;
    // Payments of traffic, of which there are millions.
    if (afterSteps === undefined && expected === undefined) return { id, atMs, origin, ...request };
    // Steps are planned first, so a step's position among all is its position among the steps.
    const [after, ...others] = (afterSteps ?? []).map((step) => ids[step] as number);
    return {
      id,
      atMs,
      ...(after === undefined ? {} : { after: others.length === 0 ? after : [after, ...others] }),
      origin,
      ...withoutUndefined({ expected }),
      ...request,
    };
  });
}
