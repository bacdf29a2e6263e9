import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { InputError } from '../model/errors.ts';
import {
  DEFAULT_GRACEFUL_STOP_MS,
  DEFAULT_LOAD_DEADLINE_MS,
  DEFAULT_MAX_DURATION_MS,
  type ExecutorSettings,
  type ExecutorSpec,
  type LoadSpec,
  MOST_IN_FLIGHT,
} from '../model/load-spec.ts';
import type { Scenario } from '../model/scenario.ts';

/** What the command line says about the load's shape. */
export interface ExecutorFlags {
  readonly rate?: number | undefined;
  readonly duration?: number | undefined;
  readonly vus?: number | undefined;
  readonly iterations?: number | undefined;
  readonly deadline?: number | undefined;
}

/** Flags make one executor and replace the scenario's; its thresholds stay. Throws InputError. */
export function specOf(scenario: Scenario, flags: ExecutorFlags): LoadSpec {
  const { deadline, ...shape } = flags;
  const asked = scenario.load ?? { executors: [], thresholds: [], deadlineMs: DEFAULT_LOAD_DEADLINE_MS };
  const settings = settingsOf(shape);
  const executor: readonly ExecutorSpec[] =
    settings === undefined
      ? asked.executors
      : [{ name: 'flags', startMs: 0, gracefulStopMs: DEFAULT_GRACEFUL_STOP_MS, ...settings }];
  const deadlineMs = deadline === undefined ? asked.deadlineMs : deadline * 1000;
  return { ...asked, executors: executor, deadlineMs };
}

function settingsOf({ rate, duration, vus, iterations }: ExecutorFlags): ExecutorSettings | undefined {
  const durationMs = duration === undefined ? undefined : duration * 1000;
  if (rate !== undefined && durationMs !== undefined)
    return { kind: 'constant-arrival-rate', rate, timeUnitMs: 1000, durationMs, maxVus: MOST_IN_FLIGHT };
  if (iterations !== undefined)
    return {
      kind: 'shared-iterations',
      vus: vus ?? 1,
      iterations,
      maxDurationMs: durationMs ?? DEFAULT_MAX_DURATION_MS,
    };
  if (durationMs !== undefined) return { kind: 'constant-vus', vus: vus ?? 1, durationMs };
  if (rate === undefined && vus === undefined) return undefined;
  throw new InputError({
    message: `${rate === undefined ? '--vus' : '--rate'} does not say how long`,
    hint: 'Give --duration as well, or --vus with --iterations.',
  });
}

/** An option with a number above 0. */
export function numberOption<const Flags extends string>(flags: Flags, description: string) {
  return new Option(flags, description).argParser((text): number => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value > 0) return value;
    throw new InvalidArgumentError('Expected a number above 0.');
  });
}
