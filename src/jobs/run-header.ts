import type { RunHeader } from '../model/run/run.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { currentDate } from '../runtime/real-clock.ts';
import { MILLRACE_VERSION, NODE_VERSION } from '../runtime/versions.ts';

/** Says what a run is, with the only timestamp it has. */
export function runHeader({
  scenario,
  ...rest
}: Pick<RunHeader, 'job' | 'scenario' | 'pace'> &
  Partial<
    Pick<
      RunHeader,
      'targets' | 'dialects' | 'speed' | 'shard' | 'timing' | 'bail' | 'traces' | 'command' | 'build'
    >
  >): RunHeader {
  return {
    format: 'millrace-run/1',
    ...rest,
    scenario: withoutTexts(scenario),
    seed: scenario.seed,
    versions: { millrace: MILLRACE_VERSION, node: NODE_VERSION },
    startedAt: currentDate(),
  };
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
