import type { Address } from '../../../model/network/address.ts';
import type { LoadSpec } from '../../../model/scenario/load-spec.ts';
import type { Network, NodeName, TokenName } from '../../../model/network/network.ts';
import type { Operation } from '../../../model/run/operation.ts';
import type { Reading } from '../../../model/run/reading.ts';
import type { RunHeader } from '../../../model/run/run.ts';
import type { Scenario } from '../../../model/scenario/scenario.ts';
import { RealClock } from '../../../runtime/real-clock.ts';
import { assembleNetwork } from '../../assemble.ts';
import { type K6Plan, k6Plan } from './k6-plan.ts';
import { drainSource, planLoad, requirePlannable } from '../load-plan.ts';
import { readAll } from '../load-readings.ts';
import { onTargets } from '../../targets/prepare-targets.ts';
import { type Target, targetsByName } from '../../targets/target.ts';
import { loadHeader } from '../load-header.ts';

/** A load to be run by a k6 that Millrace does not start, and what it takes to judge it afterwards. */
export interface K6Export {
  readonly header: RunHeader;
  readonly start: Network;
  readonly operations: readonly Operation[];
  readonly plan: K6Plan;
  /** What the nodes show before the load. */
  readonly readings: readonly Reading[];
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
