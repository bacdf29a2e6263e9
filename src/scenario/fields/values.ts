import { z } from 'zod';
import { MAX_AMOUNT, parseAmount } from '../../model/network/amount.ts';
import { RESERVED_NAMES } from '../../model/network/network.ts';
import { LONGEST_MS } from '../../model/scenario/scenario.ts';
import { ALL_NODES, isBadRange, isNodePattern, namedNodes, NODE_PATTERN_RULE } from '../node-patterns.ts';
import { Decimal } from '../../model/decimal.ts';
import { addFault, scalar } from '../text/schema.ts';

// Names become parts of addresses, edge keys and URLs' labels; 100 characters hold a public key in hex.
const NAME = new RegExp(`^(?!(?:${RESERVED_NAMES.join('|')})$)[A-Za-z0-9_][A-Za-z0-9_.@-]{0,99}$`);

/** The shape of a name, in words. */
export const NAME_RULE =
  'letters, digits, _, -, . and @, at most 100, beginning with a letter, a digit or _; no property of every JavaScript object, such as __proto__ or toString';

/** The name of a node; numbers are taken as text, because snapshots number their nodes. */
export function nodeName() {
  return name('the name of a node', (text) => !isNodePattern(text));
}

/** A node, or several in a row as `shop1..8`, written out. */
export function nodeRange() {
  return nodeEntry(
    'the name of a node, or a range such as shop1..8',
    (text) => !text.includes('*'),
  ).transform((entry) => namedNodes([entry], new Set()));
}

/** A list of nodes: names, ranges and patterns, which `withNodesNamed` and plans write out; one entry needs no list. */
export function nodeNames() {
  return z.union([z.enum(['all']).transform(() => [ALL_NODES]), someNodes()]);
}

/** The same without the word `all`. */
export function someNodes() {
  return z.union([nodeEntry().transform((entry) => [entry]), z.array(nodeEntry()).min(1)]);
}

const NODE_ENTRY = new RegExp(NAME.source.replaceAll('A-Za-z0-9_', 'A-Za-z0-9_*'));

function nodeEntry(
  expected = 'a node, or several as spoke1..40 or spoke*',
  isTaken?: (text: string) => boolean,
) {
  return scalar({
    expected,
    read: (value) => {
      const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
      return typeof text === 'string' &&
        NODE_ENTRY.test(text) &&
        !isBadRange(text) &&
        isTaken?.(text) !== false
        ? text
        : undefined;
    },
    hint: (value) => {
      if (typeof value !== 'string') return undefined;
      return isBadRange(value)
        ? 'a range counts up, as spoke1..40, and names at most 1,000,000 nodes'
        : `${NODE_PATTERN_RULE}; names have ${NAME_RULE}`;
    },
    json: { type: ['string', 'integer'], pattern: NODE_ENTRY.source, 'x-type': 'nodes' },
  });
}

/** The name of a token. */
export function tokenName() {
  return name('the name of a token');
}

/** True for a text that can name a node, a token or a traffic. */
export function isName(text: string): boolean {
  return NAME.test(text);
}

/** Refuses keys of a mapping that cannot be names; `what` has its article. */
export function usableNames(what: string) {
  return (mapping: object, context: z.core.$RefinementCtx): void => {
    for (const key of Object.keys(mapping).filter((each) => !isName(each)))
      addFault(context, `${what} with a usable name`, [key], `names have ${NAME_RULE}`);
  };
}

function name(what: string, isOne = (_text: string): boolean => true) {
  return scalar({
    expected: what,
    read: (value) => {
      const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
      return typeof text === 'string' && isName(text) && isOne(text) ? text : undefined;
    },
    hint: (value) => {
      if (typeof value !== 'string') return undefined;
      return isOne(value) ? `names have ${NAME_RULE}` : 'a range or pattern names several nodes; name one';
    },
    json: { type: ['string', 'integer'], pattern: NAME.source, 'x-type': 'name' },
  });
}

/** A line of text for people. */
export function sentence() {
  return scalar({
    expected: 'some text',
    read: (value) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined),
    json: { type: 'string', minLength: 1, 'x-type': 'text' },
  });
}

/** A relative path of a file beside the scenario. */
export function filePath() {
  return scalar({
    expected: 'the path of a file, relative to this one',
    read: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
    json: { type: 'string', minLength: 1, 'x-type': 'file' },
  });
}

/** `true` or `false`. */
export function flag() {
  return scalar({
    expected: 'true or false',
    read: (value) => (typeof value === 'boolean' ? value : undefined),
    hint: (value) =>
      typeof value === 'string' && /^(yes|no|on|off|y|n)$/i.test(value)
        ? `YAML 1.2 knows only true and false; "${value}" is a text`
        : undefined,
    json: { type: 'boolean', 'x-type': 'true or false' },
  });
}

const DIGITS = /^\d+(_\d+)*$/;
const AMOUNT = /^\d+(_\d+)*$|^\d+(_\d+)+\.\d+$/;

/**
 * An amount, 0 to 2^256-1: smallest units as an integer, digits grouped by `_`, or a string of digits; whole tokens as a
 * number with a decimal point.
 */
export function amount() {
  return amountFrom(0);
}

/** An amount of at least 1. */
export function positiveAmount() {
  return amountFrom(1);
}

function amountFrom(least: 0 | 1) {
  return scalar({
    expected: `an amount: an integer from ${least} to 2^256-1`,
    takesDecimals: true,
    read: (value) => {
      const parsed = parseAmount(value instanceof Decimal ? value.units() : value);
      return parsed === undefined || parsed < least ? undefined : parsed;
    },
    hint: amountHint,
    json: { type: ['number', 'string'], minimum: least, pattern: AMOUNT.source, 'x-type': 'amount' },
  });
}

/** An integer from `min` to `max`; digits may be grouped by `_`. */
export function integer({ min, max }: { readonly min: number; readonly max: number }) {
  return scalar({
    expected: `an integer from ${min} to ${max}`,
    read: (value) => {
      const parsed = ungrouped(value);
      return typeof parsed === 'number' && Number.isInteger(parsed) && parsed >= min && parsed <= max
        ? parsed
        : undefined;
    },
    json: {
      type: ['integer', 'string'],
      minimum: min,
      maximum: max,
      pattern: DIGITS.source,
      'x-type': 'integer',
    },
  });
}

/** A number whose digits are grouped, as in `1_800`, is a text in YAML. */
function ungrouped(value: unknown): unknown {
  return typeof value === 'string' && DIGITS.test(value) ? Number(value.replaceAll('_', '')) : value;
}

interface NumberRange {
  readonly min: number;
  readonly max?: number;
  /** True: `min` itself is not allowed. */
  readonly above?: boolean;
}

/** A share such as `20%` or `0.2`, from 0 to `most`. */
export function percentage({ most }: { readonly most: number }) {
  return scalar({
    expected: `a share such as 20% or 0.2, at most ${100 * most}%`,
    read: (value) => {
      const read = parseShare(String(value));
      return read !== undefined && read <= most ? read : undefined;
    },
    json: { type: ['number', 'string'], 'x-type': 'number or percentage' },
  });
}

/** Reads `0.2` and `20%`; `undefined` for what is no share of at least 0. */
export function parseShare(text: string): number | undefined {
  const [, digits, percent] = /^\s*(\d+(?:\.\d+)?(?:e-?\d+)?)\s*(%?)\s*$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits) / (percent === '%' ? 100 : 1);
}

/** A finite number from `min` (or above it) to `max`. */
export function number({ min, max = Number.MAX_VALUE, above = false }: NumberRange) {
  const from = above ? `above ${min}` : `from ${min}`;
  const bounded = max < Number.MAX_VALUE;
  return scalar({
    expected: bounded ? `a number ${from} to ${max}` : `a number ${above ? from : `of at least ${min}`}`,
    read(value) {
      const parsed = ungrouped(value);
      const isIn = typeof parsed === 'number' && (above ? parsed > min : parsed >= min) && parsed <= max;
      return isIn ? parsed : undefined;
    },
    json: {
      type: ['number', 'string'],
      pattern: DIGITS.source,
      ...(above ? { exclusiveMinimum: min } : { minimum: min }),
      ...(bounded ? { maximum: max } : {}),
      'x-type': 'number',
    },
  });
}

/** What to do about a value that is no amount. */
export function amountHint(value: unknown): string | undefined {
  if (value instanceof Decimal && value.units() === undefined) return value.hint;
  // Only where nothing can be moved is it refused.
  if (parseAmount(value) === 0n) return "the least amount is 1 of the token's smallest unit";
  if (typeof value === 'bigint' && value > MAX_AMOUNT) return '2^256-1 is the most a token contract can hold';
  if (typeof value === 'string' && value.startsWith('-')) return 'amounts are never negative';
  if (typeof value === 'string' && DIGITS.test(value)) return '2^256-1 is the most a token contract can hold';
  if (typeof value === 'string' && /^\d/.test(value))
    return 'write the number alone, without quotes, as in 1_000 or 1_000.00';
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  if (value < 0) return 'amounts are never negative';
  return 'write it with all its digits; _ may group them, as in 1_000_000';
}

const MS_PER_UNIT: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

const PATTERN = /^(\d+(?:\.\d+)?) ?(ms|s|m|h|d|w)$/;

/**
 * A duration with its unit, read as milliseconds: `500ms`, `2s`, `1.5m`, `1h`, `7d`, `4w`; where k6 takes a bare number for
 * milliseconds, `bare` does too.
 */
export function duration({
  positive = false,
  bare = false,
}: {
  readonly positive?: boolean;
  readonly bare?: boolean;
} = {}) {
  return scalar({
    expected: positive
      ? 'a duration above 0 such as 500ms, 2s, 5m or 1h'
      : 'a duration such as 500ms, 2s, 5m or 1h',
    read: (value) => {
      const text = bare && Number.isSafeInteger(value) ? `${value as number}ms` : value;
      const ms = typeof text === 'string' ? parseDuration(text) : undefined;
      return ms === undefined || (positive && ms === 0) ? undefined : ms;
    },
    hint: (value) =>
      typeof value === 'number' ? `a duration needs its unit: ${value}s or ${value}ms` : durationHint(value),
    json: {
      type: bare ? ['string', 'integer'] : 'string',
      pattern: PATTERN.source,
      'x-type': 'duration',
    },
  });
}

/** Reads `7d` as milliseconds; `undefined` for what is no duration. */
export function parseDuration(text: string): number | undefined {
  const [, digits, unit] = PATTERN.exec(text) ?? [];
  const factor = unit === undefined ? undefined : MS_PER_UNIT[unit];
  if (digits === undefined || factor === undefined) return undefined;
  // To the microsecond, so that 2.3s is 2300 ms and not 2299.9999999999995.
  const ms = Math.round(Number(digits) * factor * 1000) / 1000;
  return ms <= LONGEST_MS ? ms : undefined;
}

function durationHint(value: unknown): string | undefined {
  const isTooLong = typeof value === 'string' && PATTERN.test(value) && parseDuration(value) === undefined;
  return isTooLong ? 'the longest duration is 366 days (8784h)' : undefined;
}
