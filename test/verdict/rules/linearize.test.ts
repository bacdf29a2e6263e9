import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearize, type PurseChange } from '../../../src/verdict/rules/linearize.ts';

describe('looking for an order of successes', () => {
  it('finds one when what was needed was received in time', () => {
    const changes = [change(0, [0, 10], 5n), change(1, [12, 20], -12n)];
    expect(linearize(channel(10n, 10n), changes)).toEqual({ verdict: 'holds' });
  });

  it('finds one when what was needed may have been received in time', () => {
    const changes = [change(0, [0, 10], -12n), change(1, [5, 20], 5n)];
    expect(linearize(channel(10n, 10n), changes)).toEqual({ verdict: 'holds' });
  });

  it('finds none when what was needed was received too late, and names what could not be', () => {
    const changes = [change(0, [0, 10], -12n), change(1, [11, 20], 5n)];
    expect(linearize(channel(10n, 10n), changes)).toMatchObject({
      verdict: 'violated',
      stuck: [{ operation: 0 }],
      balances: [10n, 10n],
    });
  });

  it('finds none when either end alone has one but both together have not', () => {
    // The first needs the second before it at one end; at the other the second needs the first.
    const changes = [change(0, [0, 10], -12n), change(1, [0, 10], 12n)];
    expect(linearize(channel(10n, 10n), changes)).toMatchObject({ verdict: 'violated' });
    expect(linearize({ name: 'one end', before: [10n] }, changes)).toEqual({ verdict: 'holds' });
  });

  it('gives up after as many steps as it may take', () => {
    const changes = Array.from({ length: 30 }, (_, id) => change(id, [0, 10], id < 15 ? -7n : 7n));
    expect(linearize(channel(10n, 10n), changes, 5)).toEqual({ verdict: 'unknown', after: '5 steps' });
  });

  it('agrees with trying every order', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 8n),
        fc.bigInt(0n, 8n),
        fc.array(fc.record({ start: fc.nat(20), takes: fc.nat(10), amount: fc.bigInt(-6n, 6n) }), {
          maxLength: 6,
        }),
        (first, second, drawn) => {
          const changes = drawn.map(({ start, takes, amount }, id) =>
            change(id, [start, start + takes], amount),
          );
          const { verdict } = linearize(channel(first, second), changes);
          expect(verdict).toBe(anyOrder([first, second], changes) ? 'holds' : 'violated');
        },
      ),
      { numRuns: 500 },
    );
  });

  it('never calls what really happened in some order a violation', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ amount: fc.bigInt(-9n, 9n), before: fc.nat(30), after: fc.nat(30) }), {
          maxLength: 60,
        }),
        (drawn) => {
          let balance = 20n;
          const changes = drawn.flatMap(({ amount, before, after }, id) => {
            if (balance + amount < 0n || balance + amount > 40n) return [];
            balance += amount;
            return [change(id, [10 * id - before, 10 * id + after], amount)];
          });
          expect(linearize(channel(20n, 20n), changes).verdict).toBe('holds');
        },
      ),
    );
  });
});

function channel(first: bigint, second: bigint) {
  return { name: 'a channel', before: [first, second] };
}

function change(
  operation: number,
  [startedAtMs, endedAtMs]: readonly [number, number],
  amount: bigint,
): PurseChange {
  return { operation, startedAtMs, endedAtMs, changes: [amount, -amount] };
}

function anyOrder(balances: readonly bigint[], left: readonly PurseChange[]): boolean {
  if (balances.some((balance) => balance < 0n)) return false;
  if (left.length === 0) return true;
  return left.some((next) => {
    if (left.some((other) => other.endedAtMs < next.startedAtMs)) return false;
    const after = balances.map((balance, at) => balance + (next.changes[at] ?? 0n));
    return anyOrder(
      after,
      left.filter((other) => other !== next),
    );
  });
}
