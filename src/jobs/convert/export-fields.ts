import { z } from 'zod';
import { parseAmount } from '../../model/network/amount.ts';
import { momentOf } from '../../runtime/calendar.ts';
import { isName } from '../../scenario/fields/values.ts';

const numeral = z.union([z.string(), z.number(), z.bigint()]);

/** A whole number of units, as text or as a number. */
export const amount = numeral.transform((value, context) => {
  const read = parseAmount(value);
  if (read === undefined) return refuse(context, value, 'a whole number from 0 on');
  return read;
});

const MSAT = 1000n;

/** Millisatoshi, `1000`, `"1000"` or `"1000msat"`, as satoshi rounded down. */
export const msat = numeral.transform((value, context) => {
  const read = parseAmount(typeof value === 'string' ? value.replace(/msat$/, '') : value);
  if (read === undefined) return refuse(context, value, 'millisatoshi, such as 1000 or "1000msat"');
  return read / MSAT;
});

/** The same where parts of a satoshi count: a base fee. */
export const msatNumber = numeral.transform((value, context) => {
  const read = Number(String(value).replace(/msat$/, ''));
  if (!(read >= 0)) return refuse(context, value, 'millisatoshi, such as 1000 or "1000msat"');
  return read;
});

/** Parts per million. */
export const ppm = numeral.transform((value, context) => {
  const read = Number(value);
  if (!(read >= 0)) return refuse(context, value, 'parts per million');
  return read;
});

/** Names of channels are numbers in some exports, larger than a double holds exactly, and texts in others. */
export const id = numeral.transform(String);

/** A public key or an address: what becomes the name of a node. */
export const nodeKey = z.string().transform((value, context) => {
  if (!isName(value)) return refuse(context, value, 'a public key or an address');
  return value;
});

/** A date as the moment it means. */
export const moment = z.string().transform((value, context) => {
  const read = momentOf(value);
  if (read === undefined) return refuse(context, value, 'a date such as 2026-11-21T01:54:46.803000');
  return read;
});

/** Seconds since 1970, with parts. */
export const unixSeconds = numeral.transform((value, context) => {
  const read = Number(value) * 1000;
  if (!(read >= 0)) return refuse(context, value, 'seconds since 1970');
  return read;
});

/** Nanoseconds since 1970. */
export const unixNanoseconds = z
  .string()
  .regex(/^\d+$/)
  .transform((value) => Number(BigInt(value) / MSAT) / 1000);

function refuse(context: z.core.$RefinementCtx, found: unknown, expected: string): never {
  context.addIssue({
    code: 'custom',
    message: `found ${typeof found === 'bigint' ? found : JSON.stringify(found)}, expected ${expected}`,
  });
  return z.NEVER;
}
