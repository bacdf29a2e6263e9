import * as fc from 'fast-check';
import { expect } from 'vitest';
import { z } from 'zod';
import { type Address, addressFrom } from '../../src/model/network/address.ts';
import { MAX_AMOUNT } from '../../src/model/network/amount.ts';
import { readJson, writeJson } from '../../src/runtime/read-json.ts';

export const address: fc.Arbitrary<Address> = fc.string().map(addressFrom);
export const amount = fc.bigInt({ min: 0n, max: MAX_AMOUNT });
export const anyInteger = fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n });
export const bytes32 = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
export const count = fc.nat();

/** Through JSON text, as over HTTP: what arrives must be what was sent. */
export function survives<T>(wire: z.ZodType<T> | undefined, value: fc.Arbitrary<T>): void {
  if (wire === undefined) throw new Error('nothing to send it by');
  fc.assert(
    fc.property(value, (sent) => {
      expect(z.decode(wire, readJson(writeJson(z.encode(wire, sent))))).toEqual(sent);
    }),
    { numRuns: 60 },
  );
}
