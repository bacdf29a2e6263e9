import { z } from 'zod';
import { parseAmount } from '../../model/network/amount.ts';
import { momentOf } from '../../runtime/calendar.ts';

/** A whole number of units, as text or as a number. */
export const amount = z.union([z.string(), z.number()]).transform((value, context) => {
  const read = parseAmount(value);
  if (read === undefined) return refuse(context, value, 'a whole number from 0 on');
  return read;
});

const MSAT = 1000n;

/** Millisatoshi, `1000`, `"1000"` or `"1000msat"`, as satoshi rounded down. */
export const msat = z.union([z.string(), z.number()]).transform((value, context) => {
  const read = parseAmount(typeof value === 'string' ? value.replace(/msat$/, '') : value);
  if (read === undefined) return refuse(context, value, 'millisatoshi, such as 1000 or "1000msat"');
  return read / MSAT;
});

/** The same where parts of a satoshi count: a base fee. */
export const msatNumber = z.union([z.string(), z.number()]).transform((value, context) => {
  const read = Number(String(value).replace(/msat$/, ''));
  if (!(read >= 0)) return refuse(context, value, 'millisatoshi, such as 1000 or "1000msat"');
  return read;
});

/** Parts per million. */
export const ppm = z.union([z.string(), z.number()]).transform((value, context) => {
  const read = Number(value);
  if (!(read >= 0)) return refuse(context, value, 'parts per million');
  return read;
});

/** Names of channels are numbers in some exports, larger than a JSON number holds exactly, and texts in others. */
export const id = z.union([z.string(), z.number()]).transform(String);

/** A date as the moment it means. */
export const moment = z.string().transform((value, context) => {
  const read = momentOf(value);
  if (read === undefined) return refuse(context, value, 'a date such as 2026-11-21T01:54:46.803000');
  return read;
});

/** Seconds since 1970, with parts. */
export const unixSeconds = z.union([z.string(), z.number()]).transform((value, context) => {
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
  context.addIssue({ code: 'custom', message: `found ${JSON.stringify(found)}, expected ${expected}` });
  return z.NEVER;
}
