/** What a factor's values look like, for messages. */
export const RANGE_RULE = 'a list such as [a, b, c], or a range such as `[1_000, 10_000] log 9`';

const NUMBER = /\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?/.source;
const RANGE = new RegExp(
  String.raw`^\s*\[\s*(${NUMBER})\s*,\s*(${NUMBER})\s*\]\s*(log|linear)?\s+(\d+)\s*$`,
  'i',
);

// A grid of more values of one parameter is not looked at by anybody.
const MOST_VALUES = 1000;

/**
 * The values of `[FROM, TO] log N` or `[FROM, TO] N`: N values from one bound to the other, evenly spaced or evenly
 * in their logarithm, rounded to integers where both bounds are. `undefined` when the text is not of that form.
 */
export function rangeValues(text: string): readonly number[] | undefined {
  const [, from = '', to = '', scale = 'linear', digits = ''] = RANGE.exec(text) ?? [];
  const count = Number(digits);
  if (digits === '' || count < 2 || count > MOST_VALUES) return undefined;
  const [low, high] = [from, to].map((each) => Number(each.replaceAll('_', ''))) as [number, number];
  const isLog = scale.toLowerCase() === 'log';
  if (isLog && (low <= 0 || high <= 0)) return undefined;
  const isWhole = Number.isSafeInteger(low) && Number.isSafeInteger(high);
  const values = Array.from({ length: count }, (_, index) => {
    if (index === 0) return low;
    if (index === count - 1) return high;
    const part = index / (count - 1);
    const value = isLog
      ? Math.exp(Math.log(low) + part * (Math.log(high) - Math.log(low)))
      : low + part * (high - low);
    return isWhole ? Math.round(value) : value;
  });
  return [...new Set(values)];
}
