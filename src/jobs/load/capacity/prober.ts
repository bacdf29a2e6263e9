import type { CapacityProbe } from '../../../model/capacity/capacity.ts';
import type { NodeName } from '../../../model/network/network.ts';
import { startSandbox } from '../../sandbox.ts';
import type { Target } from '../../targets/target.ts';
import { type ProbeOptions, probeRate } from './probe-rate.ts';

/** Offers rates to targets; without any, each rate to a fresh sandbox, so that no probe drains the next one's channels. */
export function createProber({
  targets,
  useExisting = false,
  ...asked
}: Pick<ProbeOptions, 'scenario' | 'durationMs' | 'conditions' | 'deadlineMs' | 'signal' | 'abort'> & {
  readonly targets?: Readonly<Record<NodeName, Target>> | undefined;
  readonly useExisting?: boolean;
}): (rate: number) => Promise<CapacityProbe> {
  let prepared = useExisting;
  return async (rate) => {
    if (targets === undefined) return await probeSandbox({ ...asked, rate });
    // A sandbox is thrown away; real nodes are given the time to recover before the next probe.
    const seen = await probeRate({ ...asked, rate, targets, useExisting: prepared });
    // The first probe has opened the scenario's channels.
    prepared = true;
    return seen;
  };
}

async function probeSandbox(asked: Omit<ProbeOptions, 'targets' | 'figuresOnly'>): Promise<CapacityProbe> {
  const sandbox = await startSandbox({ scenario: asked.scenario, speed: 1 });
  try {
    return await probeRate({ ...asked, targets: sandbox.targets, figuresOnly: true });
  } finally {
    await sandbox.stop();
  }
}
