import { InputError, InvariantError } from '../../../errors.ts';
import type { LoadFile, PlannedPayment } from '../../../k6/formats.ts';
import type { Address } from '../../../model/network/address.ts';
import { directoryOf } from '../../../model/network/directory.ts';
import type { Network, NodeName, TokenName } from '../../../model/network/network.ts';
import type { Operation } from '../../../model/run/operation.ts';
import type { Run } from '../../../model/run/run.ts';
import type { ExecutorSettings, LoadSpec, ThresholdSpec } from '../../../model/scenario/load-spec.ts';
import type { Scenario } from '../../../model/scenario/scenario.ts';
import type { NodePlace } from '../../../ports/node-api.ts';
import type { OperationSource } from '../../../ports/operation-source.ts';
import { ownHeaders, parseBaseUrl } from '../../../rest/connect/http-client.ts';
import { dialectNamed } from '../../../rest/dialect-named.ts';
import { RealClock } from '../../../runtime/real-clock.ts';
import { assembleNetwork } from '../../assemble.ts';
import { onTargets } from '../../targets/prepare-targets.ts';
import { type Target, targetsByName } from '../../targets/target.ts';
import { firstOf } from '../load-outlook.ts';
import { loadHeader, paymentToSend, planLoad } from '../load-plan.ts';
import { readAll } from '../load-readings.ts';

/** The files and headers that the k6 script is given. */
export interface K6Plan {
  readonly load: LoadFile;
  readonly payments: readonly PlannedPayment[];
  /** By node; may hold credentials, so they are handed over beside the files. */
  readonly headers: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

// Metrics that k6 cannot know: they take the model of the network.
const ONLY_OURS: ReadonlySet<string> = new Set(['outcome_as_expected', 'dropped']);

interface PlannedLoad extends Pick<LoadFile, 'name' | 'seed' | 'parts'> {
  /** In planned order; payments only. */
  readonly operations: readonly Operation[];
  readonly start: Network;
  readonly targets: Readonly<Record<NodeName, NodePlace>>;
  readonly deadlineMs: number;
  /** When a payment that has not ended is given up, after the start; absent: never. */
  readonly cutAtMs?: ((operation: Operation) => number) | undefined;
  readonly thresholds: readonly ThresholdSpec[];
}

/** Writes a load down for the k6 script. */
export function k6Plan({
  name,
  seed,
  parts,
  thresholds,
  operations,
  start,
  targets,
  deadlineMs,
  cutAtMs,
}: PlannedLoad): K6Plan {
  const directory = directoryOf(start);
  const nodes = Object.entries(targets).map(([node, { baseUrl, dialect: spoken }]) => {
    const dialect = dialectNamed(spoken);
    const { paths, body } = dialect.payment;
    return { node, base: parseBaseUrl(baseUrl, dialect), pathOf: paths(''), bodyOf: body };
  });
  const numbers = new Map(nodes.map(({ node }, index) => [node, index]));
  const chains = chainsOf(operations);
  const payments = operations.map((operation): PlannedPayment => {
    const { id, atMs } = operation;
    const after = soleBefore(operation) ?? -1;
    if (operation.kind !== 'pay') throw new InvariantError(`operation ${id} of a k6 plan is no payment`);
    const payment = paymentToSend(operation, directory);
    const node = numbers.get(operation.node);
    if (node === undefined) throw new InvariantError(`no target for node ${operation.node}`);
    const { pathOf, bodyOf } = nodes[node] as (typeof nodes)[number];
    const chain = chains.get(id) as number;
    return [id, atMs, chain, after, node, pathOf(payment), bodyOf(payment), cutAtMs?.(operation) ?? -1];
  });
  return {
    load: {
      format: 'millrace-k6/1',
      name,
      seed,
      parts,
      lastAtMs: operations.at(-1)?.atMs ?? 0,
      deadlineMs,
      nodes: nodes.map(({ node, base }) => ({ name: node, url: base.origin + base.prefix })),
      thresholds: k6Thresholds(thresholds),
    },
    payments,
    headers: Object.fromEntries(
      nodes.map(({ node, base }) => [node, ownHeaders(base, targets[node]?.headers)]),
    ),
  };
}

// Numbered in planned order, so that dealing chains out gives every part its share of every moment.
function chainsOf(operations: readonly Operation[]): ReadonlyMap<number, number> {
  const chains = new Map<number, number>();
  let count = 0;
  for (const operation of operations) {
    const after = soleBefore(operation);
    const known = after === undefined ? undefined : chains.get(after);
    chains.set(operation.id, known ?? count);
    if (known === undefined) count += 1;
  }
  return chains;
}

// `requirePlannable` has refused the others.
function soleBefore({ id, after }: Operation): number | undefined {
  if (typeof after === 'object') throw new InvariantError(`operation ${id} of a k6 plan waits for several`);
  return after;
}

function k6Thresholds(thresholds: readonly ThresholdSpec[]): LoadFile['thresholds'] {
  const byMetric: Record<string, LoadFile['thresholds'][string][number][]> = {};
  for (const { metric, condition, abortOnFail, delayAbortEvalMs } of thresholds) {
    if (ONLY_OURS.has(metric)) continue;
    const written = abortOnFail
      ? { threshold: condition, abortOnFail, delayAbortEval: `${delayAbortEvalMs}ms` }
      : { threshold: condition };
    byMetric[metric] = [...(byMetric[metric] ?? []), written];
  }
  return byMetric;
}

/**
 * A load to be run by a k6 that Millrace does not start, and what it takes to judge it afterwards. Its readings are of
 * the nodes before the load.
 */
export interface K6Export extends Pick<Run, 'header' | 'start' | 'readings'> {
  readonly operations: readonly Operation[];
  readonly plan: K6Plan;
}

/** Plans a load for k6. Asks the nodes for their addresses and channels, and changes nothing. Throws InputError. */
export async function planK6Export({
  scenario,
  spec,
  tokens,
  parts,
  ...options
}: {
  readonly scenario: Scenario;
  readonly spec: LoadSpec;
  readonly targets: Readonly<Record<NodeName, Target | string>>;
  readonly tokens?: Readonly<Record<TokenName, Address>>;
  /** Into how many segments it can be divided. */
  readonly parts: number;
}): Promise<K6Export> {
  const { deadlineMs, thresholds } = spec;
  const targets = targetsByName(options.targets);
  const planned = assembleNetwork(scenario);
  const planning = planLoad(scenario, spec, planned);
  requirePlannable(spec, planning.operations);
  const { operations: known } = planning;
  const asked = { scenario, planned, operations: known, targets, tokens, useExisting: true, deadlineMs };
  return await onTargets({ ...asked, onExchange: undefined }, async ({ start, connections, timing }) => {
    const source = planning.source(start);
    const operations = drainSource(source);
    const cutAtMs = source.cutOff?.latestAtMs;
    const header = loadHeader(scenario, spec, targets, { timing });
    const { name, seed } = scenario;
    const plan = k6Plan({ name, seed, parts, thresholds, operations, start, targets, deadlineMs, cutAtMs });
    const clock = new RealClock();
    const readings = await readAll({ start, connections, clock, signal: undefined }, 'start');
    return { header, start, operations, plan, readings };
  });
}

// k6 takes gigabytes for a plan of a million (k6-facts.md 5): a larger load is drawn while it runs.
const MOST_PLANNED = 1_000_000;

// Executors whose payments do not depend on the answers.
const OPEN_LOOPS: readonly ExecutorSettings['kind'][] = [
  'constant-arrival-rate',
  'ramping-arrival-rate',
  'trace',
];

/** Throws InputError when a plan for k6 cannot express this load. */
export function requirePlannable(spec: LoadSpec, operations: readonly Operation[]): void {
  const closed = spec.executors.find(({ kind }) => !OPEN_LOOPS.includes(kind));
  if (closed !== undefined) {
    throw new InputError({
      message: `load.executors.${closed.name}: ${closed.kind} starts payments when others end, which a plan for k6 cannot express`,
      hint: 'For k6 use constant-arrival-rate, ramping-arrival-rate or trace, or the traffic of the scenario.',
    });
  }
  const step = operations.find(({ kind }) => kind !== 'pay');
  if (step !== undefined)
    throw new InputError({
      message: `${step.origin} (${step.kind}): k6 sends payments only`,
      hint: 'Leave other steps out of a load, or use the embedded driver, which runs them too.',
    });
  const joining = operations.find(({ after }) => typeof after === 'object');
  if (joining !== undefined)
    throw new InputError({
      message: `${joining.origin}: waits for several steps that start together, which a k6 plan cannot say`,
      hint: 'Leave `beside` out, or use the embedded driver.',
    });
}

/** All that a source gives when every operation ends at once: the plan of a k6, which has to know it beforehand. */
export function drainSource(source: OperationSource): readonly Operation[] {
  const operations = [...firstOf(source, MOST_PLANNED + 1)];
  if (operations.length > MOST_PLANNED)
    throw new InputError({
      message: `more than ${MOST_PLANNED} payments, which k6 would have to hold in memory at once`,
      hint: 'Use the embedded driver, which draws payments as they come due.',
    });
  return operations;
}
