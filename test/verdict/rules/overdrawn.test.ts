import { describe, expect, it } from 'vitest';
import { judgedBy } from '../../../src/verdict/load-checks.ts';
import { overdrawn } from '../../../src/verdict/rules/overdrawn.ts';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { NO_FEES } from '../../../src/model/network/fees.ts';
import { world } from '../../world/world.ts';
import { pay, SUCCEEDED } from '../../world/records.ts';
import { handMadeRun } from '../hand-made-run.ts';

const CHANNELS = 200;
const PAYMENTS = 50_000;
const IN_FLIGHT = 20;

describe('judging whether the successes of a load overdraw a balance', () => {
  it('takes a few seconds of CPU at most where all of them can', () => {
    const { run } = starLoad();
    const before = process.cpuUsage();
    const { check } = judged(run, 'all');
    const { user, system } = process.cpuUsage(before);
    expect(check).toMatchObject({ verdict: 'holds' });
    expect((user + system) / 1e6).toBeLessThan(5);
  });

  it('names the one success among them that cannot have happened', () => {
    const { run, impossible } = starLoad({ lieAfter: 30_000 });
    const before = process.cpuUsage();
    const { check, findings } = judged(run, 'all');
    const { user, system } = process.cpuUsage(before);
    expect(check.verdict).toBe('violated');
    expect(findings.map(({ operation }) => operation)).toContain(impossible);
    expect((user + system) / 1e6).toBeLessThan(5);
  });

  it('judges nothing when records are missing', () => {
    const { run } = starLoad();
    expect(judged(run, 'sample').check).toMatchObject({ verdict: 'not-checked' });
  });
});

/** What the check says of a load of these records. */
function judged(run: Run, kind: 'all' | 'sample') {
  const load = { kept: { kind, of: 1_000_000 } } as unknown as NonNullable<Run['load']>;
  return judgedBy(overdrawn, { ...run, load });
}

/** Leaves of a star pay each other, in an order that really was possible, 20 at a time. */
function starLoad({ lieAfter }: { readonly lieAfter?: number } = {}) {
  const leaves = Array.from({ length: CHANNELS }, (_, leaf) => `n${leaf}`);
  const start = world(leaves.map((leaf) => `hub 500 - 500 ${leaf}`).join(', '), {
    tokens: ['TOK'],
    fees: Object.fromEntries(['hub', ...leaves].map((name) => [name, NO_FEES])),
    balancePerNode: 10_000n,
  });
  const balance = Array.from({ length: CHANNELS }, () => 500);
  let state = 1;
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const records: OperationRecord[] = [];
  let impossible: number | undefined;
  for (let id = 0; id < PAYMENTS; id += 1) {
    const from = below(CHANNELS);
    const to = (from + 1 + below(CHANNELS - 1)) % CHANNELS;
    let amount = 1 + below(120);
    if (id === lieAfter) {
      amount = (balance[from] ?? 0) + 200;
      impossible = id;
    } else {
      amount = Math.min(amount, balance[from] ?? 0, 1000 - (balance[to] ?? 0));
      if (amount === 0) continue;
      balance[from] = (balance[from] ?? 0) - amount;
      balance[to] = (balance[to] ?? 0) + amount;
    }
    // Each really happened at 10 * id.
    const startedAtMs = 10 * id - below(10 * IN_FLIGHT);
    const endedAtMs = Math.max(10 * id, startedAtMs + 10 * IN_FLIGHT - below(20));
    const between = { id, node: `n${from}`, target: `n${to}`, token: 'TOK', amount: BigInt(amount) };
    records.push(pay(between, SUCCEEDED, { startedAtMs, endedAtMs }));
  }
  return { run: handMadeRun({ start, records }), impossible };
}
