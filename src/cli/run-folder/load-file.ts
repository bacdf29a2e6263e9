import { LoadAggregate, type LoadAggregateJson } from '../../model/load/load-aggregate.ts';
import type { LoadResult } from '../../model/load/load-result.ts';

/** `load.json`. */
export type LoadJson = Omit<LoadResult, 'aggregate'> & { readonly aggregate: LoadAggregateJson };

/** What is written of a load beside its records. */
export function loadJson({ aggregate, ...rest }: LoadResult): LoadJson {
  return { ...rest, aggregate: aggregate.toJson() };
}

/** The load that was written. */
export function loadFromJson({ aggregate, ...rest }: LoadJson): LoadResult {
  return { ...rest, aggregate: LoadAggregate.fromJson(aggregate) };
}
