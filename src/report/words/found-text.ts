import { parseThreshold } from '../../model/scenario/threshold.ts';
import { readable } from './number-format.ts';

/** A threshold's figure in words, without its unit. */
export function foundText(condition: string, actual: number | undefined): string {
  if (actual === undefined) return 'no sample';
  const kind = parseThreshold(condition)?.aggregation.kind;
  return readable(actual, kind === 'rate' ? 4 : 1);
}
