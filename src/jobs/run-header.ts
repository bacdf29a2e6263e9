import type { RunHeader } from '../model/run/run.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { withoutUndefined } from '../model/without-undefined.ts';
import { currentDate } from '../runtime/real-clock.ts';
import { MILLRACE_VERSION, NODE_VERSION } from '../runtime/versions.ts';

/** Where a run of nodes came from, and what it tested. */
export interface RunOrigin {
  /** The command line that asks for it; absent: code does. */
  readonly command?: string | undefined;
  /** The version or commit that is tested; absent: not said. */
  readonly build?: string | undefined;
  /** The version that the targets told; absent: they were not asked, or told none. */
  readonly nodesVersion?: string | undefined;
  /** True where the targets are simulated nodes that were started for it. */
  readonly sandbox?: boolean | undefined;
}

/** The part of a run's header that says where it came from. */
export function originOf({ command, build, nodesVersion, sandbox }: RunOrigin) {
  return withoutUndefined({ command, build, nodesVersion, sandbox });
}

/** Says what a run is, with the only timestamp it has. */
export function runHeader({
  scenario,
  ...rest
}: Omit<RunHeader, 'format' | 'seed' | 'versions' | 'startedAt'>): RunHeader {
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
