import type { NodeName } from '../model/network/network.ts';
import type { RunHeader } from '../model/run/run.ts';
import type { LoadSpec } from '../model/scenario/load-spec.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { currentDate } from '../runtime/real-clock.ts';
import { MILLRACE_VERSION, NODE_VERSION } from '../runtime/versions.ts';
import { type Target, targetsInHeader } from './targets/target.ts';

/** Says what a run is, with the only timestamp it has. */
export function runHeader({
  scenario,
  ...rest
}: Pick<RunHeader, 'job' | 'scenario' | 'pace'> &
  Partial<Pick<RunHeader, 'targets' | 'dialects' | 'speed' | 'shard' | 'timing' | 'bail'>>): RunHeader {
  return {
    format: 'millrace-run/1',
    ...rest,
    scenario: withoutTexts(scenario),
    seed: scenario.seed,
    versions: { millrace: MILLRACE_VERSION, node: NODE_VERSION },
    startedAt: currentDate(),
  };
}

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

// A snapshot's text can be megabytes, and the run's starting network already says what came of it.
function withoutTexts(scenario: Scenario): Scenario {
  return {
    ...scenario,
    networks: scenario.networks.map((network) => {
      if (network.topology.kind !== 'snapshot') return network;
      const { text: _text, ...topology } = network.topology;
      return { ...network, topology };
    }),
  };
}
