import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AmountColumn } from '../../../src/model/network/amount-column.ts';

const amounts = fc
  .tuple(fc.integer({ min: 0, max: 250 }), fc.bigInt({ min: 0n, max: 5n }))
  .map(([bits, more]) => 2n ** BigInt(bits) + more);

describe('a column of amounts', () => {
  it('holds what exact integers add up to, at every size', () => {
    const step = fc.record({
      kind: fc.constantFrom('increase', 'decrease', 'set', 'copy'),
      place: fc.nat(3),
      amount: amounts,
    });
    fc.assert(
      fc.property(fc.array(amounts, { minLength: 4, maxLength: 4 }), fc.array(step), (start, steps) => {
        const column = new AmountColumn();
        const exact = [...start];
        for (const amount of start) column.push(amount);
        for (const { kind, place, amount } of steps) {
          const before = exact[place] as bigint;
          if (kind === 'increase') column.increase(place, amount, Number(amount));
          else if (kind === 'decrease') column.decrease(place, amount, Number(amount));
          else if (kind === 'set') column.set(place, amount);
          else if (kind === 'copy') column.copy(place, column, 0);
          if (kind === 'increase') exact[place] = before + amount;
          else if (kind === 'decrease') exact[place] = before - amount;
          else if (kind === 'set') exact[place] = amount;
          else if (kind === 'copy') exact[place] = exact[0] as bigint;
          expect(exact.map((_, at) => column.at(at))).toEqual(exact);
          expect(exact.map((_, at) => column.near(at))).toEqual(exact.map(Number));
        }
      }),
      { numRuns: 300, seed: 4 },
    );
  });
});
