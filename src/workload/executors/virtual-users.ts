import type { ExecutorSettings, StageSpec } from '../../model/load-spec.ts';
import { ClosedLoop, type WantedUsers } from './closed-loop.ts';

type Of<Kind extends ExecutorSettings['kind']> = Extract<ExecutorSettings, { kind: Kind }>;

/** As many payments in flight as there are virtual users, for a time. */
export function constantVus({ vus, durationMs }: Of<'constant-vus'>): ClosedLoop {
  return new ClosedLoop([{ atMs: 0, vus }], durationMs);
}

/** A number of virtual users that changes in straight lines, one user at a time. */
export function rampingVus({ startVus, stages }: Of<'ramping-vus'>): ClosedLoop {
  const wanted: WantedUsers[] = [{ atMs: 0, vus: startVus }];
  let stageMs = 0;
  let from = startVus;
  for (const stage of stages) {
    wanted.push(...changesOf(stage, { from, stageMs }));
    stageMs += stage.durationMs;
    from = Math.round(stage.target);
  }
  return new ClosedLoop(wanted, stageMs);
}

function changesOf(
  { durationMs, target }: StageSpec,
  { from, stageMs }: { readonly from: number; readonly stageMs: number },
): readonly WantedUsers[] {
  const to = Math.round(target);
  const steps = Math.abs(to - from);
  const up = to > from ? 1 : -1;
  return Array.from({ length: steps }, (_, step) => ({
    atMs: stageMs + (durationMs * (step + 1)) / steps,
    vus: from + up * (step + 1),
  }));
}
