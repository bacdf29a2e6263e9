import type { PaymentTrace } from './payment-trace.ts';

/** How a load is put on its targets, and what must hold of it; k6's executors and thresholds by k6's names. */
export interface LoadSpec {
  /** Empty: the scenario's own plan is the load, its arrivals the intended starts. */
  readonly executors: readonly ExecutorSpec[];
  readonly thresholds: readonly ThresholdSpec[];
  /** A payment without an answer by then, counted from when it was sent, is indeterminate. */
  readonly deadlineMs: number;
}

/** One executor under the name it has in the scenario file. */
export type ExecutorSpec = ExecutorBase & ExecutorSettings;

interface ExecutorBase {
  readonly name: string;
  /** After the load's start. */
  readonly startMs: number;
  /** How long payments in flight may go on once the executor starts no more; then they are indeterminate. */
  readonly gracefulStopMs: number;
  /** Name of the traffic whose pairs and amounts it draws; absent: the scenario's first. */
  readonly traffic?: string;
}

/** The settings of each executor, as in k6: closed loops have virtual users, open ones a rate. k6 has no traces. */
export type ExecutorSettings =
  | {
      readonly kind: 'shared-iterations';
      readonly vus: number;
      /** Together. */
      readonly iterations: number;
      readonly maxDurationMs: number;
    }
  | {
      readonly kind: 'per-vu-iterations';
      readonly vus: number;
      /** Each. */
      readonly iterations: number;
      readonly maxDurationMs: number;
    }
  | { readonly kind: 'constant-vus'; readonly vus: number; readonly durationMs: number }
  | {
      readonly kind: 'ramping-vus';
      readonly startVus: number;
      readonly stages: readonly StageSpec[];
      /** How long a virtual user that is no longer wanted may take to end its payment. */
      readonly gracefulRampDownMs: number;
    }
  | {
      readonly kind: 'constant-arrival-rate';
      /** Payments per `timeUnitMs`. */
      readonly rate: number;
      readonly timeUnitMs: number;
      readonly durationMs: number;
      /** Payments in flight at most; an intended start beyond it is dropped, and counted. */
      readonly maxVus: number;
    }
  | {
      readonly kind: 'ramping-arrival-rate';
      readonly startRate: number;
      readonly timeUnitMs: number;
      readonly stages: readonly StageSpec[];
      readonly maxVus: number;
    }
  | {
      readonly kind: 'trace';
      /** A run folder, its `outcomes.ndjson` or CSV; relative to the scenario, or as the command line gave it. */
      readonly file: string;
      /** How many times as fast as it was recorded. */
      readonly speed: number;
      readonly maxVus: number;
      /** The payments of the file: filled before a load, left out of stored runs. */
      readonly payments?: PaymentTrace;
    };

/** Goes linearly from where the stage before ended to `target`: virtual users, or payments per time unit. */
export interface StageSpec {
  readonly durationMs: number;
  readonly target: number;
}

/** One condition on one metric, as k6 writes it. */
export interface ThresholdSpec {
  /** One of LOAD_METRICS. */
  readonly metric: string;
  /** As written: `p(95)<500`, `rate>0.99`. */
  readonly condition: string;
  /** Ends the load as soon as it does not hold. */
  readonly abortOnFail: boolean;
  /** How long after the start it is first looked at for that. */
  readonly delayAbortEvalMs: number;
}

/** k6's default for every executor. */
export const DEFAULT_GRACEFUL_STOP_MS = 30_000;

/** k6's default for both kinds of iterations. */
export const DEFAULT_MAX_DURATION_MS = 600_000;

/** The most payments of one executor or traffic: ten million records are about four gigabytes on disk. */
export const MOST_PAYMENTS = 10_000_000;

/** Payments per second or per another time unit; ten times what one core has ever sent. */
export const HIGHEST_RATE = 1_000_000;

/** Payments per second: one in 30 years. Slower ones would soon leave the range of exact milliseconds. */
export const LOWEST_RATE = 1e-9;

/** The highest speed of a trace: a year in half a minute. */
export const HIGHEST_SPEED = 1_000_000;

/** Room above 10,000 for a target that is slower than planned; one file descriptor each, and Linux gives 20,000 often. */
export const MOST_IN_FLIGHT = 15_000;

/** A payment may wait for a block or two of confirmations; k6's 60 s would cut it. */
export const DEFAULT_LOAD_DEADLINE_MS = 300_000;

/** A load without executors: the scenario's own plan. */
export const OWN_PLAN: LoadSpec = { executors: [], thresholds: [], deadlineMs: DEFAULT_LOAD_DEADLINE_MS };
