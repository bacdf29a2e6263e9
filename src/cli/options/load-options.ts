import { InputError } from '../../errors.ts';
import {
  DEFAULT_MAX_DURATION_MS,
  type ExecutorSettings,
  type ExecutorSpec,
  HIGHEST_RATE,
  HIGHEST_SPEED,
  type LoadSpec,
  MOST_IN_FLIGHT,
  MOST_PAYMENTS,
  OWN_PLAN,
  type ThresholdSpec,
} from '../../model/scenario/load-spec.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { OptionRule } from '../command.ts';
import { countUpTo, durationUpTo, MOST_SECONDS, numberUpTo } from './numbers.ts';
import { type OptionValues, text, value } from './option.ts';
import { isLoadMetricName, LOAD_METRICS } from '../../model/load/load-metric-names.ts';
import { parseDuration } from '../../scenario/fields/values.ts';
import { thresholdFault } from '../../model/scenario/threshold.ts';

/** The options that shape a load. */
export const EXECUTOR_OPTIONS = {
  rate: value('<per-second>', 'payments per second, whatever the answers', numberUpTo(HIGHEST_RATE)),
  duration: value('<duration>', 'how long payments start, such as 30s or 5m', durationUpTo(MOST_SECONDS)),
  vus: value('<number>', 'payments in flight: each end starts the next', countUpTo(MOST_IN_FLIGHT)),
  iterations: value('<number>', 'how many payments in all', countUpTo(MOST_PAYMENTS)),
  trace: text('<file>', 'recorded payments: a run folder, its outcomes.ndjson, or CSV'),
  speed: value('<factor>', 'how many times as fast as the trace was recorded', numberUpTo(HIGHEST_SPEED)),
};

/** Their values, and how long an answer is waited for. */
export type ExecutorFlags = Partial<OptionValues<typeof EXECUTOR_OPTIONS>> & {
  readonly deadline?: number | undefined;
};

const HOW_LONG = 'Give --duration as well, or --vus with --iterations.';

/** Which options of a load go together. */
export const LOAD_RULES: readonly OptionRule<
  keyof ExecutorFlags | 'findCapacity' | 'parallelism' | 'export'
>[] = [
  {
    option: 'findCapacity',
    excludes: ['vus', 'iterations', 'trace', 'speed'],
    hint: 'It chooses the rates itself, from --rate on, and takes --duration for each.',
  },
  {
    option: 'trace',
    excludes: ['rate', 'duration', 'vus', 'iterations'],
    hint: 'A trace says itself when its payments start; --speed makes it faster or slower.',
  },
  {
    option: 'speed',
    needs: ['trace'],
    message: '--speed is that of a trace, and there is no --trace',
    hint: 'Give --trace FILE as well, or set `speed` of the executor in the scenario.',
  },
  {
    option: 'rate',
    excludes: ['vus', 'iterations'],
    hint: 'Payments come at a rate, or when one before has ended: give --rate and --duration, or --vus.',
  },
  {
    option: 'rate',
    needsOneOf: ['duration', 'findCapacity'],
    message: '--rate does not say how long',
    hint: HOW_LONG,
  },
  {
    option: 'vus',
    needsOneOf: ['duration', 'iterations'],
    message: '--vus does not say how long',
    hint: HOW_LONG,
  },
  {
    option: 'parallelism',
    needs: ['export'],
    message: '--parallelism divides a load among k6 processes, and --export k6 was not given',
    hint: 'Give --export k6 as well.',
  },
];

/** Flags make one executor and replace the scenario's; its thresholds stay. Throws InputError. */
export function specOf(scenario: Scenario, flags: ExecutorFlags): LoadSpec {
  const { deadline } = flags;
  const ownSpec = scenario.load ?? OWN_PLAN;
  const settings = settingsOf(flags);
  const deadlineMs = deadline === undefined ? ownSpec.deadlineMs : deadline * 1000;
  if (settings !== undefined && settings.kind !== 'trace') requireTraffic(scenario, flags);
  // A payment in flight at the end may take as long as any before it.
  const executor: readonly ExecutorSpec[] =
    settings === undefined
      ? ownSpec.executors
      : [{ name: 'command-line', startMs: 0, gracefulStopMs: deadlineMs, ...settings }];
  return { ...ownSpec, executors: executor, deadlineMs };
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

function settingsOf(flags: ExecutorFlags): ExecutorSettings | undefined {
  const { rate, duration, vus, iterations, trace, speed = 1 } = flags;
  if (iterations !== undefined && vus !== undefined && iterations < vus)
    throw new InputError({
      message: `--iterations ${iterations} are fewer than --vus ${vus}`,
      hint: 'They are shared among the virtual users, and each needs one at least.',
    });
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
  return durationMs === undefined ? undefined : { kind: 'constant-vus', vus: vus ?? 1, durationMs };
}

/** More processes than any machine has cores, or any cluster nodes worth loading with. */
export const MOST_PARTS = 1_000;

/**
 * Reads what a sustained rate must keep: `p(99)<2s, outcome_as_expected>0.99`. A percentile alone is one of the
 * response time; a metric that is a share needs no `rate`; `payment_duration p(95)<500` names another metric.
 */
export function parseCapacityConditions(conditions: string): readonly ThresholdSpec[] {
  return conditions.split(',').map((piece) => conditionOf(piece.trim()));
}

function conditionOf(piece: string): ThresholdSpec {
  const [, named, rest = piece] = /^([a-z_]+(?=[\s:<>=!]))[\s:]*(.*)$/.exec(piece) ?? [];
  const metric = named !== undefined && isLoadMetricName(named) ? named : 'payment_response_time';
  const asWritten = metric === named ? rest : piece;
  const bare = /^(<=|>=|==|!=|<|>)/.test(asWritten);
  const kind = LOAD_METRICS[metric].kind;
  const condition = withoutUnit(bare ? `${kind === 'counter' ? 'count' : 'rate'}${asWritten}` : asWritten);
  const fault = thresholdFault(metric, condition);
  if (fault === undefined) return { metric, condition, abortOnFail: false, delayAbortEvalMs: 0 };
  throw new InputError({
    message: `--find-capacity '${piece}': expected ${fault}`,
    hint: `Such as 'p(99)<2s, payments_succeeded>0.99'. Metrics: ${Object.keys(LOAD_METRICS).join(', ')}.`,
  });
}

function withoutUnit(condition: string): string {
  return condition.replace(/\d+(?:\.\d+)? ?(?:ms|s|m)$/, (duration) => String(parseDuration(duration)));
}
