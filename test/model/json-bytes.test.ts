import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JsonBytes } from '../../src/model/json-bytes.ts';

function quoted(amount: bigint): string {
  const bytes = new JsonBytes();
  bytes.addQuoted(amount);
  return bytes.take();
}

it('writes amounts to the unit up to the last integer that a double holds, and beyond', () => {
  for (let amount = 2n ** 53n - 60n; amount < 2n ** 53n + 60n; amount += 1n)
    expect(quoted(amount)).toBe(`"${amount}"`);
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 256n - 1n), fc.bigInt(0n, 2n ** 53n), (large, small) => {
      expect([quoted(large), quoted(small)]).toEqual([`"${large}"`, `"${small}"`]);
    }),
  );
});
