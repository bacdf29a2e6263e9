import { parseThreshold } from '../../model/scenario/threshold.ts';
import { percentText, readable } from './number-format.ts';

/** A threshold's figure in words, without its unit; a share as thresholds write it, and in percent. */
export function foundText(condition: string, actual: number | undefined): string {
  if (actual === undefined) return 'no sample';
  const kind = parseThreshold(condition)?.aggregation.kind;
  return kind === 'rate' ? `${readable(actual, 4)} (${percentText(actual)})` : readable(actual, 1);
}
