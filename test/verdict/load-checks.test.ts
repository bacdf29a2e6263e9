import { describe, expect, it } from 'vitest';
import { checkLoad } from '../../src/verdict/load-checks.ts';
import type { Finding } from '../../src/model/run/finding.ts';
import type { OperationRecord } from '../../src/model/run/operation.ts';
import type { Run } from '../../src/model/run/run.ts';
import { entryOf, handMadeLoad, historyOf, payment, REFUSED } from './hand-made-run.ts';

// Alice has a hundred, and pays it bit by bit: what is certain of each payment follows from the answers before.
const refused = (id: number, amount: bigint): OperationRecord => ({
  ...payment(id, amount, REFUSED),
  foreseen: 'must-succeed',
});

function findingsOf(
  records: Run['records'],
  entries: readonly [id: number, amount: bigint][],
): readonly Finding[] {
  const history = entries.map(([id, amount]) => entryOf('alice', 1000n + BigInt(id), amount));
  const run = handMadeLoad({ records, readings: [historyOf('end', 'alice', history)] });
  return checkLoad(run).flatMap(({ findings }) => findings);
}

describe('a load in which one payment was not as answered', () => {
  const twice: readonly [number, bigint][] = [
    [0, 30n],
    [0, 30n],
  ];

  it('blames no later payment that failed for it, and says how many did', () => {
    // Paid twice, 40 are left and not 70.
    const records = [payment(0, 30n), ...[1, 2, 3, 4].map((id) => refused(id, 50n))];
    expect(findingsOf(records, twice)).toMatchObject([{ check: 'history', operation: 0, follows: 4 }]);
  });

  it('still blames one that had to succeed all the same', () => {
    const records = [payment(0, 30n), refused(1, 20n), refused(2, 60n)];
    const found = findingsOf(records, twice).map(({ check, operation }) => [check, operation]);
    expect(found).toEqual([
      ['foreseen', 1],
      ['history', 0],
    ]);
  });
});
