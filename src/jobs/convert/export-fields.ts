import { z } from 'zod';
import { parseAmount, parseNumeral } from '../../model/network/amount.ts';
import { spelled } from '../../model/network/address.ts';
import { momentOf } from '../../runtime/calendar.ts';
import { isName } from '../../scenario/fields/values.ts';
import { shown, withoutUnit } from '../../topology/formats/graph-kinds.ts';

/** A number, or a text that may be one. */
export const numeral = z.union([z.string(), z.number(), z.bigint()]);

/** A whole number of units, as text or as a number. */
export const amount = field(numeral, 'a whole number from 0 on, with all of its digits', parseNumeral);

/** Millisatoshi: `1000`, `"1000"` or `"1000msat"`. */
export const msat = field(numeral, 'millisatoshi, such as 1000 or "1000msat"', (value) =>
  parseNumeral(withoutUnit(value)),
);

/** A part of a fee: satoshi, millisatoshi or parts per million, of which parts count. */
export const fee = field(numeral, 'a number from 0 on', (value) => {
  const text = String(withoutUnit(value));
  return /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
});

/** Names of channels are numbers in some exports, larger than a double holds exactly, and texts in others. */
export const id = numeral.transform(String);

/** A public key or an address: what becomes the name of a node. */
export const nodeKey = field(z.string(), 'a public key or an address', (value) =>
  isName(value) ? spelled(value) : undefined,
);

/** The address of a token. */
export const tokenAddress = z.string().transform(spelled);

/** A date as the moment it means. */
export const moment = field(z.string(), 'a date such as 2026-11-21T01:54:46.803000', momentOf);

/** Seconds since 1970, with parts; nodes write 0 where they did not note the time. */
export const unixSeconds = moments('seconds since 1970, of 2009 or later', (value) => Number(value) * 1000);

/** Nanoseconds since 1970; 0 as above. */
export const unixNanoseconds = moments('nanoseconds since 1970, of 2009 or later', (value) => {
  const read = parseAmount(value);
  return read === undefined ? undefined : Number(read / 1000n) / 1000;
});

/** A value that `read` makes of what is written; undefined: of that nothing can be made. */
function field<Written, Value>(
  written: z.ZodType<Written>,
  expected: string,
  read: (value: Written) => Value | undefined,
) {
  return written.transform((value, context): Value => {
    const result = read(value);
    if (result !== undefined) return result;
    context.addIssue({ code: 'custom', message: `found ${shown(value)}, expected ${expected}` });
    return z.NEVER;
  });
}

// The first block of Bitcoin, and the year 5138: other moments are in another unit.
const [EARLIEST_MS, LATEST_MS] = [Date.UTC(2009, 0), 1e14];

function moments(expected: string, unixMs: (value: unknown) => number | undefined) {
  return field(numeral, expected, (value) => {
    const ms = unixMs(value) ?? Number.NaN;
    return ms === 0 || (ms >= EARLIEST_MS && ms < LATEST_MS) ? ms : undefined;
  })
    .transform((ms) => (ms === 0 ? undefined : ms))
    .optional();
}
