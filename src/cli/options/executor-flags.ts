import { InputError } from '../../errors.ts';
import {
  DEFAULT_MAX_DURATION_MS,
  type ExecutorSettings,
  type ExecutorSpec,
  type LoadSpec,
  MOST_IN_FLIGHT,
  OWN_PLAN,
} from '../../model/scenario/load-spec.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';

/** What the command line says about the load's shape. */
export interface ExecutorFlags {
  readonly rate?: number | undefined;
  readonly duration?: number | undefined;
  readonly vus?: number | undefined;
  readonly iterations?: number | undefined;
  readonly trace?: string | undefined;
  readonly speed?: number | undefined;
  readonly deadline?: number | undefined;
}

type ShapeFlag = Exclude<keyof ExecutorFlags, 'deadline'>;

/** Flags make one executor and replace the scenario's; its thresholds stay. Throws InputError. */
export function specOf(scenario: Scenario, flags: ExecutorFlags): LoadSpec {
  const { deadline } = flags;
  const asked = scenario.load ?? OWN_PLAN;
  refuseContradictions(flags);
  const settings = settingsOf(flags);
  const deadlineMs = deadline === undefined ? asked.deadlineMs : deadline * 1000;
  if (settings !== undefined && settings.kind !== 'trace') requireTraffic(scenario, flags);
  // What is in flight at the end may take as long as anything before it.
  const executor: readonly ExecutorSpec[] =
    settings === undefined
      ? asked.executors
      : [{ name: 'flags', startMs: 0, gracefulStopMs: deadlineMs, ...settings }];
  return { ...asked, executors: executor, deadlineMs };
}

// Flags say how many payments start and when; who pays whom how much stands in the scenario.
function requireTraffic({ traffic }: Scenario, flags: ExecutorFlags): void {
  if (traffic.length > 0) return;
  const given = (['rate', 'vus', 'iterations', 'duration'] as const).find(
    (flag) => flags[flag] !== undefined,
  );
  throw new InputError({
    message: `--${given} needs payments to start, and the scenario has no \`traffic:\` that says who pays whom how much`,
    hint: 'Add `traffic:` to the scenario, give the payments with --trace FILE, or leave the flags out: then its steps are the load.',
  });
}

/** Throws InputError when a search for the capacity is given flags of which it would make nothing. */
export function refuseBesideSearch(flags: ExecutorFlags): void {
  refuseBeside(flags, {
    flag: '--find-capacity',
    others: ['vus', 'iterations', 'trace', 'speed'],
    hint: 'It chooses the rates itself, from --rate on, and takes --duration for each.',
  });
}

function refuseContradictions(flags: ExecutorFlags): void {
  const { rate, vus, iterations, trace, speed } = flags;
  if (trace !== undefined)
    refuseBeside(flags, {
      flag: '--trace',
      others: ['rate', 'duration', 'vus', 'iterations'],
      hint: 'A trace says itself when its payments start; --speed makes it faster or slower.',
    });
  else if (speed !== undefined)
    throw new InputError({
      message: '--speed is that of a trace, and there is no --trace',
      hint: 'Give --trace FILE as well, or set `speed` of the executor in the scenario.',
    });
  if (rate !== undefined)
    refuseBeside(flags, {
      flag: '--rate',
      others: ['vus', 'iterations'],
      hint: 'Payments come at a rate, or when one before has ended: give --rate and --duration, or --vus.',
    });
  if (iterations !== undefined && vus !== undefined && iterations < vus)
    throw new InputError({
      message: `--iterations ${iterations} are fewer than --vus ${vus}`,
      hint: 'They are shared among the virtual users, and each needs one at least.',
    });
}

function refuseBeside(
  flags: ExecutorFlags,
  {
    flag,
    others,
    hint,
  }: { readonly flag: string; readonly others: readonly ShapeFlag[]; readonly hint: string },
): void {
  const other = others.find((name) => flags[name] !== undefined);
  if (other !== undefined)
    throw new InputError({ message: `${flag} and --${other} contradict each other`, hint });
}

function settingsOf(flags: ExecutorFlags): ExecutorSettings | undefined {
  const { rate, duration, vus, iterations, trace, speed = 1 } = flags;
  const durationMs = duration === undefined ? undefined : duration * 1000;
  if (trace !== undefined) return { kind: 'trace', file: trace, speed, maxVus: MOST_IN_FLIGHT };
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
