import { z } from 'zod';
import { isLoadMetricName, LOAD_METRICS, type LoadMetricName } from '../../model/load/load-metric-names.ts';
import {
  DEFAULT_LOAD_DEADLINE_MS,
  type LoadSpec,
  type ThresholdSpec,
  DEFAULT_GRACEFUL_STOP_MS,
  DEFAULT_MAX_DURATION_MS,
  type ExecutorSettings,
  type ExecutorSpec,
  HIGHEST_RATE,
  HIGHEST_SPEED,
  MOST_IN_FLIGHT,
  MOST_PAYMENTS,
} from '../../model/scenario/load-spec.ts';
import { thresholdFault } from '../../model/scenario/threshold.ts';
import { addFault, inMs, mapping, optional } from '../text/schema.ts';
import { suggestion } from '../text/suggestion.ts';
import { duration, flag, sentence, usableNames, filePath, integer, number } from './values.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';

/** How `millrace load` puts the scenario on its targets. */
export function load() {
  return mapping({
    executors: z
      .record(z.string(), executor())
      .superRefine(usableNames('an executor'))
      .describe('By names of your own; absent: the traffic and the steps as they are.')
      .prefault({}),
    thresholds: z
      .record(z.string(), z.union([threshold(), z.array(threshold()).min(1)]))
      .superRefine(checkMetrics)
      .describe('What must hold of a metric, as in k6.')
      .prefault({}),
    deadline: duration({ positive: true })
      .describe('A payment without an answer by then is indeterminate.')
      .prefault(`${DEFAULT_LOAD_DEADLINE_MS / 60_000}m`),
  })
    .transform(
      ({ executors, thresholds, deadline }): LoadSpec => ({
        executors: Object.entries(executors).map(([name, settings]) => ({ name, ...settings })),
        thresholds: Object.entries(thresholds).flatMap(([metric, conditions]) =>
          [conditions].flat().map((condition): ThresholdSpec => ({ metric, ...condition })),
        ),
        deadlineMs: deadline,
      }),
    )
    .meta({ 'x-section': 'Load' });
}

function threshold() {
  return z.union([
    sentence().transform((condition) => ({ condition, abortOnFail: false, delayAbortEvalMs: 0 })),
    mapping({
      threshold: sentence().describe('Such as `p(95)<500`, `rate>0.99` or `count<1`.'),
      abortOnFail: flag().describe('Ends the load as soon as it does not hold.').prefault(false),
      delayAbortEval: duration({ bare: true })
        .describe('How long it is not looked at for that; a bare number is milliseconds, as in k6.')
        .prefault('0s'),
    }).transform(({ threshold: condition, abortOnFail, delayAbortEval: delayAbortEvalMs }) => ({
      condition,
      abortOnFail,
      delayAbortEvalMs,
    })),
  ]);
}

type Condition = Pick<ThresholdSpec, 'condition'>;

function checkMetrics(
  thresholds: Readonly<Record<string, Condition | readonly Condition[]>>,
  context: z.core.$RefinementCtx,
): void {
  for (const [metric, conditions] of Object.entries(thresholds)) {
    if (isLoadMetricName(metric)) checkConditions(metric, conditions, context);
    else
      addFault(
        context,
        `one of the metrics ${Object.keys(LOAD_METRICS).join(', ')}`,
        [metric],
        suggestion(metric, Object.keys(LOAD_METRICS)),
      );
  }
}

function checkConditions(
  metric: LoadMetricName,
  conditions: Condition | readonly Condition[],
  context: z.core.$RefinementCtx,
): void {
  const isList = Array.isArray(conditions);
  [conditions].flat().forEach(({ condition }, index) => {
    const expected = thresholdFault(metric, condition);
    if (expected !== undefined) addFault(context, expected, isList ? [metric, index] : [metric]);
  });
}

/** An executor by k6's names, before its name in the file is known. */
function executor() {
  return executorSettings()
    .superRefine(checkKeys)
    .superRefine(checkLimits)
    .transform(executorOf)
    .meta({ 'x-section': 'Executors' });
}

// The settings of each kind, by k6's names.
const KEYS: Readonly<Record<ExecutorSettings['kind'], readonly (keyof typeof SETTINGS)[]>> = {
  'shared-iterations': ['vus', 'iterations', 'maxDuration'],
  'per-vu-iterations': ['vus', 'iterations', 'maxDuration'],
  'constant-vus': ['duration', 'vus'],
  'ramping-vus': ['stages', 'startVUs', 'gracefulRampDown'],
  'constant-arrival-rate': ['rate', 'duration', 'timeUnit', 'preAllocatedVUs', 'maxVUs'],
  'ramping-arrival-rate': ['stages', 'startRate', 'timeUnit', 'preAllocatedVUs', 'maxVUs'],
  trace: ['file', 'speed', 'maxVUs'],
};

// The name of each in our own words, and its value where it is left out; one without such a value is required.
const SETTINGS = {
  duration: ['durationMs', undefined],
  stages: ['stages', undefined],
  rate: ['rate', undefined],
  file: ['file', undefined],
  vus: ['vus', 1],
  iterations: ['iterations', 1],
  maxDuration: ['maxDurationMs', DEFAULT_MAX_DURATION_MS],
  startVUs: ['startVus', 1],
  gracefulRampDown: ['gracefulRampDownMs', DEFAULT_GRACEFUL_STOP_MS],
  startRate: ['startRate', 0],
  timeUnit: ['timeUnitMs', 1000],
  preAllocatedVUs: ['maxVus', MOST_IN_FLIGHT],
  maxVUs: ['maxVus', MOST_IN_FLIGHT],
  speed: ['speed', 1],
} as const;

const KEYS_OF_ALL = ['executor', 'startTime', 'gracefulStop'];

function checkKeys(given: GivenExecutor, context: z.core.$RefinementCtx): void {
  const keys = KEYS[given.executor];
  // A trace names payers and payees itself.
  const known = [...KEYS_OF_ALL, ...(given.executor === 'trace' ? [] : ['traffic']), ...keys];
  for (const key of keys)
    if (SETTINGS[key][1] === undefined && given[key] === undefined)
      addFault(context, `\`${key}\` for ${given.executor}`);
  for (const key of Object.keys(given))
    if (!known.includes(key))
      addFault(context, `no \`${key}\` for ${given.executor}`, [key], `it knows ${known.join(', ')}`);
}

function executorOf(given: GivenExecutor): ExecutorSettings & Omit<ExecutorSpec, 'name' | 'kind'> {
  const { executor: kind, startTime: startMs, traffic } = given;
  const gracefulStopMs = given.gracefulStop ?? DEFAULT_GRACEFUL_STOP_MS;
  const settings = Object.fromEntries(
    KEYS[kind].map((key) => {
      const [name, otherwise] = SETTINGS[key];
      const value = key === 'maxVUs' ? (given.maxVUs ?? (given.preAllocatedVUs || undefined)) : given[key];
      return [name, value ?? otherwise];
    }),
  );
  // `checkKeys` has made sure that nothing is missing.
  const ofKind = { kind, ...settings } as ExecutorSettings;
  return { ...ofKind, startMs, gracefulStopMs, ...withoutUndefined({ traffic }) };
}

// Refuses what k6 refuses: settings that are fine one by one and make no load together.
function checkLimits(given: GivenExecutor, context: z.core.$RefinementCtx): void {
  const { executor: kind, vus = 1, iterations = 1, rate, preAllocatedVUs = 0, maxVUs } = given;
  if (kind === 'shared-iterations' && iterations < vus)
    addFault(
      context,
      `at least as many iterations as virtual users, of which there are ${vus}`,
      given.iterations === undefined ? [] : ['iterations'],
    );
  if (rate === 0) addFault(context, 'a rate above 0', ['rate']);
  if (maxVUs !== undefined && maxVUs < preAllocatedVUs)
    addFault(context, `at least as many as preAllocatedVUs, which are ${preAllocatedVUs}`, ['maxVUs']);
  if (kind === 'ramping-vus') checkUsers(given, context);
}

function checkUsers({ startVUs = 1, stages = [] }: GivenExecutor, context: z.core.$RefinementCtx): void {
  stages.forEach(({ target }, index) => {
    if (!Number.isInteger(target) || target > MOST_IN_FLIGHT)
      addFault(context, `virtual users: an integer from 0 to ${MOST_IN_FLIGHT}`, ['stages', index, 'target']);
  });
  if (startVUs === 0 && stages.every(({ target }) => target === 0))
    addFault(context, 'a stage or `startVUs` with at least one virtual user');
}

/** The keys of all executors together, as they are read. */
type GivenExecutor = z.output<ReturnType<typeof executorSettings>>;

/** Every key that an executor may have; which ones it must have, `executor` says. */
function executorSettings() {
  return mapping({
    executor: z
      .enum(Object.keys(KEYS) as ExecutorSettings['kind'][])
      .describe(
        'Which one; names and meanings are those of k6, and `trace`, which repeats recorded payments.',
      ),
    startTime: duration().describe('When it starts, after the start of the load.').prefault('0s'),
    gracefulStop: optional(
      duration(),
      'How long its payments in flight may go on after its time; then they are indeterminate; absent: 30s.',
    ),
    traffic: optional(sentence(), 'Name of the traffic whose pairs and amounts it uses; absent: the first.'),
    vus: virtualUsers('Payments in flight, each followed by the next.').exactOptional(),
    iterations: optional(
      integer({ min: 1, max: MOST_PAYMENTS }),
      'Payments: together (`shared-iterations`) or of each virtual user.',
    ),
    maxDuration: optional(
      duration({ positive: true }),
      'Starts no payment after this, for both kinds of iterations; absent: 10m.',
    ),
    duration: optional(duration({ positive: true }), 'How long payments start.'),
    startVUs: virtualUsers('Virtual users at the start; absent: 1.', 0).exactOptional(),
    gracefulRampDown: optional(
      duration(),
      'How long a virtual user that is no longer wanted may go on with its payment; absent: 30s.',
    ),
    rate: ratePer('Payments per `timeUnit`.').exactOptional(),
    startRate: ratePer('Payments per `timeUnit` at the start; absent: 0.').exactOptional(),
    timeUnit: optional(duration({ positive: true }), 'What rates count in; absent: 1s.'),
    preAllocatedVUs: virtualUsers('As `maxVUs`, where that is absent.', 0).exactOptional(),
    maxVUs: virtualUsers(
      `Payments in flight at most; beyond it starts are dropped; absent: ${MOST_IN_FLIGHT}.`,
    ).exactOptional(),
    stages: optional(
      z
        .array(
          mapping({
            duration: duration().describe('How long it takes.'),
            target: number({ min: 0, max: HIGHEST_RATE }).describe('What it reaches, in a straight line.'),
          }).transform(inMs('duration')),
        )
        .min(1),
      'How virtual users or rates change, one after the other.',
    ),
    file: optional(
      filePath(),
      'Recorded payments: the folder of a run, its `outcomes.ndjson`, or CSV with a header.',
    ),
    speed: optional(
      number({ min: 0, above: true, max: HIGHEST_SPEED }),
      'How many times as fast as they were recorded; absent: 1.',
    ),
  });
}

function virtualUsers(what: string, min = 1) {
  return integer({ min, max: MOST_IN_FLIGHT }).describe(what);
}

function ratePer(what: string) {
  return number({ min: 0, max: HIGHEST_RATE }).describe(what);
}
