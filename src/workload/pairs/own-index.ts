import type { ShardSpec } from '../../model/load/load-result.ts';

/** The first number from `index` on that belongs to the shard: payment k goes to shard k mod n. */
export function nextOwnIndex(index: number, { index: shard, of }: ShardSpec): number {
  return index + ((shard - 1 - (index % of) + of) % of);
}
