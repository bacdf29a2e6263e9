import { z } from 'zod';
import type { Page } from '../node-endpoints.ts';
import { optionalInteger, present } from '../wire/request-field.ts';

/** Query of GET payments; what is negative the node refuses itself. */
export const wirePage = z.codec(
  z.strictObject({ limit: optionalInteger, offset: optionalInteger }),
  z.custom<Page>(),
  {
    decode: ({ limit, offset }) => present({ limit: toNumber(limit), offset: toNumber(offset) }),
    encode: ({ limit, offset }) => present({ limit: toInteger(limit), offset: toInteger(offset) }),
  },
);

// A history has fewer entries than 2^53, so a larger number means the same.
function toNumber(value: bigint | null | undefined): number | undefined {
  if (value === null || value === undefined) return undefined;
  const number = Number(value);
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(number, Number.MAX_SAFE_INTEGER));
}

function toInteger(value: number | undefined): bigint | undefined {
  return value === undefined ? undefined : BigInt(Math.trunc(value));
}
