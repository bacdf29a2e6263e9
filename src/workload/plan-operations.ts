import { fieldError, fieldFault } from '../model/locate-faults.ts';
import type { OperationRequest } from '../model/run/operation.ts';
import type { Scenario, Step } from '../model/scenario/scenario.ts';
import { withoutUndefined } from '../model/without-undefined.ts';
import { paymentIdentifiers } from './payment-supply.ts';
import { planRecorded } from './plan-recorded.ts';
import { listedPart, OperationPlan, type PlannedOperation, type PlannedPart } from './operation-plan.ts';
import { type PlanTraffic, planTraffic } from './plan-traffic.ts';
import { InputError, type InputFault, InvariantError } from '../errors.ts';
import type { Amount } from '../model/network/amount.ts';
import type { Network } from '../model/network/network.ts';
import type { StepAmount, StepTotal } from '../model/scenario/step-amount.ts';

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
export function planOperations({ scenario, ...parts }: PlanOperations): OperationPlan {
  const reserved = new Set(scenario.steps.flatMap((step) => ('identifier' in step && step.identifier) || []));
  let drawn = 0;
  // Payments are drawn one part after the other, whenever they are taken.
  const identifiers = (skipped: number): (() => bigint) => {
    const next = paymentIdentifiers(parts.random.stream('identifiers'), reserved);
    for (let index = 0; index < skipped; index += 1) next();
    return next;
  };
  const nextIdentifier = identifiers(0);
  const steps = planSteps(scenario, parts.network, () => {
    drawn += 1;
    return nextIdentifier();
  });
  if (steps.length > MAX_OPERATIONS)
    throw fieldError('steps', `found ${steps.length} operations, expected at most ${MAX_OPERATIONS}`);
  const planned: PlannedPart[] = [];
  let room = MAX_OPERATIONS - steps.length;
  const add = (part: PlannedPart): void => {
    planned.push(part);
    drawn += part.moments.length;
    room -= part.moments.length;
  };
  for (const [index, traffic] of scenario.traffic.entries()) {
    const skipped = drawn;
    const named = { at: `traffic[${index}]`, stream: streamName(scenario, index) };
    add(planTraffic({ ...parts, ...named, traffic, nextIdentifier: () => identifiers(skipped), room }));
  }
  for (const [index, recorded] of (scenario.recorded ?? []).entries()) {
    const at = `recorded[${index}]`;
    add(listedPart(planRecorded({ ...parts, recorded, at, nextIdentifier: identifiers(drawn), room })));
  }
  return new OperationPlan(steps, planned);
}

// By name, so that traffic put before another in the file does not change the other's draws.
function streamName({ traffic }: Scenario, index: number): string {
  const name = traffic[index]?.name ?? '';
  const earlier = traffic.slice(0, index).filter((other) => other.name === name).length;
  return earlier === 0 ? `traffic ${name}` : `traffic ${name} #${earlier + 1}`;
}

/**
 * The scripted steps, each after the one before, or together with it. A step's planned time is the planned end of the one before, waits
 * included, or its own `atMs` when that is later. Throws InputError naming every unknown node.
 */
function planSteps(scenario: Scenario, network: Network, nextIdentifier: () => bigint): PlannedOperation[] {
  const faults = scenario.steps.flatMap((step, index) => unknownNames(step, `steps[${index}]`, network));
  if (faults.length > 0) throw new InputError(faults);
  const planned: PlannedOperation[] = [];
  let before: StepsBefore = { endMs: 0, last: [] };
  let together = before;
  const all: StepsBefore[] = [];
  scenario.steps.forEach((step, index) => {
    if (step.isBeside !== true) {
      before = together;
      together = { endMs: 0, last: [] };
    }
    const awaited =
      step.after === undefined ? before : joined(step.after.map((at) => all[at] as StepsBefore));
    const own = planStep({ step, index, scenario, nextIdentifier }, awaited, planned);
    all.push(own);
    together = joined([together, own]);
  });
  return planned;
}

function joined(steps: readonly StepsBefore[]): StepsBefore {
  return { endMs: Math.max(0, ...steps.map(({ endMs }) => endMs)), last: steps.flatMap(({ last }) => last) };
}

/** Steps that start together: when the last of them is planned to end, and the last operation of each. */
interface StepsBefore {
  readonly endMs: number;
  readonly last: readonly number[];
}

interface StepToPlan {
  readonly step: Step;
  readonly index: number;
  readonly scenario: Scenario;
  readonly nextIdentifier: () => bigint;
}

function planStep(
  { step, index, scenario, nextIdentifier }: StepToPlan,
  before: StepsBefore,
  planned: PlannedOperation[],
): StepsBefore {
  const times = step.kind === 'pay' ? step.times : 1;
  const atMs = Math.max(step.atMs ?? 0, before.endMs);
  const { origin = `steps[${index}]` } = step;
  let { last } = before;
  let endMs = atMs;
  for (let time = 0; time < times; time += 1) {
    const request = requestOf(step, nextIdentifier, scenario.protocol.blockTimeMs);
    planned.push({
      atMs,
      origin: times === 1 ? origin : `${origin}#${time}`,
      ...(last.length === 0 ? {} : { afterSteps: last }),
      ...withoutUndefined({ expected: step.outcome }),
      request,
    });
    last = [planned.length - 1];
    if (request.kind === 'wait') endMs = atMs + request.ms;
  }
  return { endMs, last };
}

function requestOf(step: Step, nextIdentifier: () => bigint, blockTimeMs: number): OperationRequest {
  switch (step.kind) {
    case 'pay': {
      const {
        kind,
        from: node,
        to: target,
        token,
        amount: asked,
        identifier = nextIdentifier(),
        ...more
      } = step;
      const { times: _times, ...given } = withoutPlace(more);
      return { kind, node, target, token, amount: numberIn(asked), identifier, ...given };
    }
    case 'open': {
      const { kind, from: node, to: partner, token, deposit, ...more } = step;
      const given = withoutPlace(more);
      return { kind, node, partner, token, totalDeposit: numberIn(deposit), ...given };
    }
    case 'deposit':
      return { ...channelOf(step), kind: step.kind, totalDeposit: numberIn(step.totalDeposit) };
    case 'withdraw':
      return { ...channelOf(step), kind: step.kind, totalWithdraw: numberIn(step.totalWithdraw) };
    case 'set':
      return { ...channelOf(step), kind: step.kind, revealTimeout: step.revealTimeout };
    case 'close':
      return { ...channelOf(step), kind: step.kind };
    case 'leave':
      return { kind: step.kind, node: step.node, token: step.token };
    case 'stop':
      return { kind: step.kind, node: step.node };
    case 'start':
      return { kind: step.kind, node: step.node, ...withoutUndefined({ settings: step.settings }) };
    case 'slow':
      return { kind: step.kind, node: step.node, byMs: step.byMs };
    case 'wait':
      return { kind: step.kind, ms: (step.ms ?? 0) + (step.blocks ?? 0) * blockTimeMs };
    case 'observe':
      return { kind: step.kind, observation: step.observation, withinMs: step.withinMs };
    case 'remember':
      return { ...channelOf(step), kind: step.kind, as: step.as };
    case 'expect': {
      const { kind, from: node, to: partner, token, ...more } = step;
      const given = withoutPlace(more);
      return { node, partner, token, kind, ...given };
    }
  }
}

// A step without when it happens and what must come of it.
function withoutPlace<Rest extends Partial<Pick<Step, 'atMs' | 'isBeside' | 'after' | 'origin' | 'outcome'>>>(
  step: Rest,
): Omit<Rest, 'atMs' | 'isBeside' | 'after' | 'origin' | 'outcome'> {
  const {
    atMs: _atMs,
    isBeside: _isBeside,
    after: _after,
    origin: _origin,
    outcome: _outcome,
    ...given
  } = step;
  return given;
}

function numberIn(amount: StepAmount | StepTotal): Amount {
  if (typeof amount === 'bigint') return amount;
  throw new InvariantError(
    'a step has a relative amount that was not worked out before operations were planned',
  );
}

function channelOf({ from, to, token }: Extract<Step, { from: string }>) {
  return { node: from, partner: to, token };
}

function unknownNames(step: Step, path: string, network: Network): InputFault[] {
  return namedNodes(step)
    .filter(({ name }) => !network.hasNode(name))
    .map(({ field, name }) =>
      fieldFault(`${path}.${field}`, `found ${JSON.stringify(name)}, expected a node of the network`),
    );
}

function namedNodes(step: Step): readonly { readonly field: string; readonly name: string }[] {
  if ('from' in step)
    return [
      { field: `${step.kind}.from`, name: step.from },
      { field: `${step.kind}.to`, name: step.to },
    ];
  // A step of one node alone is written `stop: n2`.
  return 'node' in step ? [{ field: step.kind, name: step.node }] : [];
}
