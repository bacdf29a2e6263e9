import { describe, expect, it } from 'vitest';
import { checkLoad } from '../../src/verdict/load-checks.ts';
import { pay } from '../world/records.ts';
import {
  entryOf,
  handMadeLoad,
  historyOf,
  list,
  NETWORK,
  paid,
  pendingAt,
  transferOf,
} from './hand-made-run.ts';

const EARLIER = 77n;

function backwards(id: number, amount: bigint) {
  return pay({ id, node: 'bob', target: 'alice', amount }, paid(id, amount));
}

describe('a load beside a payment from earlier that arrives while it runs', () => {
  // Alice shows 60 while it holds 40; bob has 140 when it has arrived, and pays 120 of them.
  const start = NETWORK.copy();
  start.setEdgeAttribute('DAI:1', 'balance', [60n, 100n]);
  const run = handMadeLoad({
    start,
    records: [backwards(0, 60n), backwards(1, 60n)],
    readings: [
      list('start', 'alice', 60n),
      list('start', 'bob', 100n),
      historyOf('start', 'alice', []),
      historyOf('start', 'bob', []),
      // Alice has sent bob 40 before the run, and it has not arrived yet.
      pendingAt('start', 'alice', [transferOf(EARLIER, 40n)]),
      list('end', 'alice', 180n),
      list('end', 'bob', 20n),
      historyOf('end', 'alice', [
        entryOf('alice', EARLIER, 40n),
        ...[1000n, 1001n].map((id) => entryOf('alice', id, 60n, 'bob')),
      ]),
      historyOf('end', 'bob', [
        entryOf('bob', EARLIER, 40n),
        ...[1000n, 1001n].map((id) => entryOf('bob', id, 60n, 'bob')),
      ]),
    ],
  });
  const judged = checkLoad(run);

  it('is no finding of sums, which it may hide a payment from', () => {
    const own = judged.find(({ check }) => check.name === 'sums');
    expect(own?.findings).toEqual([]);
    expect(own?.check).toMatchObject({ verdict: 'not-checked', detail: expect.stringContaining(' 80 wide') });
  });

  it.each(['overdrawn', 'history'])('is no finding of %s', (name) => {
    const own = judged.find(({ check }) => check.name === name);
    expect(own?.findings).toEqual([]);
    expect(own?.check.verdict).toBe('holds');
  });

  it('still is what nothing explains', () => {
    const more = { ...run, records: [...run.records, backwards(2, 60n)] };
    const own = checkLoad(more).find(({ check }) => check.name === 'overdrawn');
    expect(own?.check.verdict).toBe('violated');
  });
});
