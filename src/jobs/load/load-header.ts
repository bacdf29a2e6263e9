import type { NodeName } from '../../model/network/network.ts';
import type { RunHeader } from '../../model/run/run.ts';
import type { LoadSpec } from '../../model/scenario/load-spec.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { runHeader } from '../run-header.ts';
import { type Target, targetsInHeader } from '../targets/target.ts';

/** The header of a load; `spec` holds what the command line changed, which belongs to what was asked for. */
export function loadHeader(
  scenario: Scenario,
  spec: LoadSpec,
  targets: Readonly<Record<NodeName, Target>>,
  rest: Pick<RunHeader, 'timing' | 'shard'>,
): RunHeader {
  const asked = { ...scenario, load: spec };
  return runHeader({ job: 'load', scenario: asked, pace: 'scenario', ...targetsInHeader(targets), ...rest });
}
