import type { CapacityProbe } from '../../../model/capacity/capacity.ts';
import type { ThresholdSpec } from '../../../model/scenario/load-spec.ts';
import type { Scenario } from '../../../model/scenario/scenario.ts';
import { probeRate } from './probe-rate.ts';
import { startSandbox } from '../../sandbox.ts';

/** Offers a rate to a fresh sandbox, so that no probe drains the next one's channels. */
export async function probeSandbox(asked: {
  readonly scenario: Scenario;
  readonly rate: number;
  readonly durationMs: number;
  readonly conditions: readonly ThresholdSpec[];
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
  readonly abort?: AbortSignal;
}): Promise<CapacityProbe> {
  const { scenario } = asked;
  const sandbox = await startSandbox({ scenario, speed: 1, basePort: 0, pathFindingPort: 0 });
  try {
    return await probeRate({ ...asked, targets: sandbox.targets, figuresOnly: true });
  } finally {
    await sandbox.stop();
  }
}
