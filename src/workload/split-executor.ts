import type { ShardSpec } from '../model/load/load-result.ts';
import type { ExecutorSpec } from '../model/scenario/load-spec.ts';

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
