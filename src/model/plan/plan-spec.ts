import { Decimal } from '../decimal.ts';
import type { NodeName, TokenName } from '../network/network.ts';
import type { Costs } from '../run/selected-metric.ts';
import type { Expectation } from '../scenario/expectation.ts';

/**
 * The section `plan:` of a scenario, with every default filled in. Beside these fields stand the settings of each
 * question, under its name and as its own schema reads them (jobs/plan/questions).
 */
export interface PlanSpec {
  /** The condition that the mean over replications must meet, such as `success_rate >= 95%`. */
  readonly goal: Expectation;
  /** Further conditions that the least money must meet as well; absent: none. */
  readonly also?: readonly Expectation[];
  readonly vary: readonly Factor[];
  /** The least replications of each point. */
  readonly replications: number;
  /** The most replications of each point, where precision asks for more. */
  readonly mostReplications: number;
  /** Half width of the goal's interval that is narrow enough; absent: `replications` are all. */
  readonly precision?: number;
  /** `fixed`: all replications have the network of the scenario's seed; `drawn`: each draws its own. */
  readonly network: 'fixed' | 'drawn';
  readonly warmUpMs: number;
  /** How long traffic goes on in each simulation; absent: as the scenario says. */
  readonly horizonMs?: number;
  /** Payments for each payment of the scenario's traffic. */
  readonly growth: number;
  /** Prices of money and of transactions; absent: nothing is known of costs. */
  readonly costs?: Costs;
  /** The token that is planned; absent: the only one that the scenario uses. */
  readonly token?: TokenName;
  /** The nodes whose owner plans: nothing of others is changed. Absent: everything may be. */
  readonly mine?: readonly NodeName[];
  /** Metrics to tell besides the goal's; absent: with `mine` those of its nodes. */
  readonly figures?: readonly string[];
  readonly [question: string]: unknown;
}

/** One parameter of the scenario and the values it takes. */
export interface Factor {
  /** Field path, such as `network.capacity` or `traffic[0].amounts.fixed`. */
  readonly path: string;
  /** As they would stand in the file. */
  readonly values: readonly unknown[];
}

/** The syntax of a factor's values, for messages. */
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
 * in their logarithm, rounded to integers where both bounds are; a bound with a decimal point makes all of them
 * decimals. `undefined` when the text is not of that form.
 */
export function rangeValues(text: string): readonly (number | Decimal)[] | undefined {
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
  const distinct = [...new Set(values)];
  return `${from}${to}`.includes('.') ? distinct.map(inDecimals) : distinct;
}

function inDecimals(value: number): number | Decimal {
  // Sums of fractions end in digits that nobody gave.
  const text = String(Number(value.toPrecision(15)));
  if (text.includes('e')) return value;
  return new Decimal(text.includes('.') ? text : `${text}.0`);
}
