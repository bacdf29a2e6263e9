import type { StageSpec } from '../../model/scenario/load-spec.ts';
import { ClosedLoop, type WantedUsers } from './closed-loop.ts';
import type { SettingsOf } from './executor-source.ts';

/** A number of payments, shared by virtual users as they become free. */
export function sharedIterations({
  vus,
  iterations,
  maxDurationMs,
}: SettingsOf<'shared-iterations'>): ClosedLoop {
  return new ClosedLoop([{ atMs: 0, vus }], maxDurationMs, { iterations });
}

/** A number of payments for each virtual user. */
export function perVuIterations({
  vus,
  iterations,
  maxDurationMs,
}: SettingsOf<'per-vu-iterations'>): ClosedLoop {
  return new ClosedLoop([{ atMs: 0, vus }], maxDurationMs, { iterationsPerVu: iterations });
}

/** As many payments in flight as there are virtual users, for a time. */
export function constantVus({ vus, durationMs }: SettingsOf<'constant-vus'>): ClosedLoop {
  return new ClosedLoop([{ atMs: 0, vus }], durationMs);
}

/** A number of virtual users that changes in straight lines, one user at a time. */
export function rampingVus({ startVus, stages, gracefulRampDownMs }: SettingsOf<'ramping-vus'>): ClosedLoop {
  const wanted: WantedUsers[] = [{ atMs: 0, vus: startVus }];
  let stageMs = 0;
  let from = startVus;
  for (const stage of stages) {
    wanted.push(...changesOf(stage, { from, stageMs }));
    stageMs += stage.durationMs;
    from = stage.target;
  }
  const changes = wanted.filter(({ vus }, index) => vus !== wanted[index - 1]?.vus);
  return new ClosedLoop(changes, stageMs, { rampDownMs: gracefulRampDownMs });
}

function changesOf(
  { durationMs, target: to }: StageSpec,
  { from, stageMs }: { readonly from: number; readonly stageMs: number },
): readonly WantedUsers[] {
  const steps = Math.abs(to - from);
  const up = to > from ? 1 : -1;
  return Array.from({ length: steps }, (_, step) => ({
    atMs: stageMs + (durationMs * (step + 1)) / steps,
    vus: from + up * (step + 1),
  }));
}
