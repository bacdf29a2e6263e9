import type { ShardSpec } from '../../model/load/load-result.ts';
import type { ExecutorSettings, ExecutorSpec } from '../../model/scenario/load-spec.ts';

/** The settings of one kind of executor. */
export type SettingsOf<Kind extends ExecutorSettings['kind']> = Extract<ExecutorSettings, { kind: Kind }>;

/** When one executor wants payments started; the payments themselves are drawn elsewhere. Times count from its own start. */
export interface ExecutorSource {
  /** When the next start is due; Infinity: none before one has ended. */
  nextAtMs(): number;
  /** Takes that start, or says that it is dropped. `payment` names it again when it ends. */
  take(payment: number): 'start' | 'drop';
  /** A payment it started has ended. */
  ended(payment: number, atMs: number): void;
  /** Starts nothing any more: whatever is still due comes too late. */
  close(): void;
  /** True when it will never start another, whatever ends. */
  readonly isExhausted: boolean;
  /** When it starts its last at the latest. */
  readonly endMs: number;
  /** Absent: its payments in flight may all go on until the executor as a whole is over. */
  readonly rampDown?: RampDown;
}

/** Payments of virtual users that are no longer wanted. */
export interface RampDown {
  /** When the next of them may have had enough time; Infinity: none any more. */
  nextAtMs(): number;
  /** Payments in flight that have had it by then, each named once. */
  overdue(atMs: number): readonly number[];
}

/** One shard's part of an executor: users and iterations are dealt out; ramps and rates share out what comes of them instead. */
export function splitExecutor(spec: ExecutorSpec, shard: ShardSpec): ExecutorSpec {
  const part = (whole: number): number => shareOf(whole, shard);
  switch (spec.kind) {
    case 'shared-iterations':
      // With fewer users than shards each shard still needs one for its iterations.
      return { ...spec, iterations: part(spec.iterations), vus: Math.max(1, part(spec.vus)) };
    case 'per-vu-iterations':
    case 'constant-vus':
      return { ...spec, vus: part(spec.vus) };
    case 'ramping-vus':
      return spec;
    case 'constant-arrival-rate':
    case 'ramping-arrival-rate':
    case 'trace':
      return { ...spec, maxVus: Math.max(1, part(spec.maxVus)) };
  }
}

/** A shard's part of a number of things; the first shards get one more where it does not divide evenly. */
export function shareOf(whole: number, { index, of }: ShardSpec): number {
  return Math.floor(whole / of) + (index - 1 < whole % of ? 1 : 0);
}
