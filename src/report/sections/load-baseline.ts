import type { BaselineFigure, LoadResult } from '../../model/load/load-result.ts';
import { type BadgeText, type Block, table } from '../blocks/block.ts';
import { html, withDetail } from '../page/markup.ts';
import { baselineName, baselineValue } from '../words/metric-words.ts';
import { capitalized, readable } from '../words/number-format.ts';

/** The figures of a load beside those of an earlier one, the worse first. */
export function baselineTable({ figures, confidence }: NonNullable<LoadResult['baseline']>): Block {
  return table({
    caption: `Against the baseline; worse is what chance does not explain at ${readable(100 * confidence)} % confidence`,
    columns: [
      {
        head: 'Figure',
        cell: ({ metric }) => withDetail(capitalized(baselineName(metric)), html`<code>${metric}</code>`),
      },
      {
        head: 'Baseline',
        number: true,
        cell: ({ metric, baseline }) => baselineValue(metric, baseline),
      },
      { head: 'Now', number: true, cell: ({ metric, current }) => baselineValue(metric, current) },
    ],
    judged: { head: 'Verdict', of: baselineVerdict },
    rows: figures.toSorted((one, other) => weightOf(other) - weightOf(one)),
  });
}

function weightOf({ worse, unclear }: BaselineFigure): number {
  return 2 * Number(worse) + Number(unclear);
}

function baselineVerdict({ worse, unclear }: BaselineFigure): BadgeText {
  if (worse) return ['bad', 'worse'];
  return unclear ? ['unknown', 'too few to tell'] : ['good', 'not worse'];
}
