import { LoadAggregate, type LoadAggregateJson } from '../../model/load/load-aggregate.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import { INTEGER, jsonReader } from '../../model/json.ts';

/** `load.json`. */
export type LoadJson = Omit<LoadResult, 'aggregate'> & { readonly aggregate: LoadAggregateJson };

/** Reads `load.json`. */
export const parseLoad = jsonReader<LoadJson>({
  aftermath: { looks: { locked: { amount: INTEGER } }, channels: { lockedAmount: INTEGER } },
  watched: { channels: { balance: INTEGER, totalDeposit: INTEGER, totalWithdraw: INTEGER } },
});

/** What is written of a load beside its records. */
export function loadJson({ aggregate, ...rest }: LoadResult): LoadJson {
  return { ...rest, aggregate: aggregate.toJson() };
}

/** The load that was written. */
export function loadFromJson({ aggregate, ...rest }: LoadJson): LoadResult {
  return { ...rest, aggregate: LoadAggregate.fromJson(aggregate) };
}
