import { describe, expect, it } from 'vitest';
import { judgedBy } from '../../../src/verdict/load-checks.ts';
import { atRest } from '../../../src/verdict/rules/at-rest.ts';
import type { PendingTransfer } from '../../../src/model/run/answer.ts';
import { directoryOf } from '../../../src/model/network/directory.ts';
import type { Outcome } from '../../../src/model/run/operation.ts';
import type { Moment, Reading } from '../../../src/model/run/reading.ts';
import { handMadeRun, NETWORK, payment } from '../hand-made-run.ts';

const directory = directoryOf(NETWORK);

const unanswered: Outcome = { kind: 'indeterminate', cause: 'deadline', detail: 'no answer' };
const refused: Outcome = { kind: 'failed', status: 409, reason: 'no-route', message: 'no route' };
const expired: Outcome = { kind: 'failed', status: 409, reason: 'lock-expired', message: 'lock expired' };

// 2 x 50 blocks of reveal timeout, 11 more until the last node lets go, 15 s each.
const RELEASED_MS = 111 * 15_000;

describe('what is pending after a load', () => {
  it('is nothing on a network at rest', () => {
    expect(judged({ outcome: unanswered, shown: [] }).check).toMatchObject({ verdict: 'holds' });
  });

  it('waits for its locks to expire when its payment got no answer', () => {
    const { check, findings } = judged({ outcome: unanswered, shown: [1000n] });
    expect(findings).toEqual([]);
    expect(check.verdict).toBe('holds');
    expect(check.detail).toBe('2 of 2 nodes read; 1 held until the locks expire, 28 min later at the latest');
  });

  it('is stuck when its payment was told long ago that the locks had expired', () => {
    const { check, findings } = judged({ outcome: expired, shown: [1000n], atMs: 60_000 });
    expect(check.verdict).toBe('violated');
    expect(findings[0]?.decidedBy).toContain('answered that its locks had expired');
  });

  it('is stuck once its locks have expired', () => {
    const before = judged({ outcome: unanswered, shown: [1000n], atMs: RELEASED_MS - 1 });
    const after = judged({ outcome: unanswered, shown: [1000n], atMs: RELEASED_MS });
    expect([before.check.verdict, after.check.verdict]).toEqual(['holds', 'violated']);
    expect(after.findings).toMatchObject([{ check: 'at-rest', operation: 0, node: 'alice' }]);
    expect(after.findings[0]?.decidedBy).toContain('more than 111 blocks before');
  });

  it('is stuck when its payment succeeded long ago', () => {
    expect(judged({ outcome: { kind: 'succeeded', status: 200 }, shown: [1000n] }).check.verdict).toBe(
      'violated',
    );
  });

  it('is stuck when its payment was refused before it locked anything', () => {
    expect(judged({ outcome: refused, shown: [1000n] }).findings[0]?.decidedBy).toContain('no-route');
  });

  it('is stuck when no payment of the load explains it, unless it stood there before', () => {
    expect(judged({ outcome: refused, shown: [7n] }).check.verdict).toBe('violated');
    expect(judged({ outcome: refused, shown: [7n], before: [7n] }).check.verdict).toBe('holds');
  });

  it('is one finding however many nodes show it', () => {
    const { findings } = judged({ outcome: refused, shown: [1000n] });
    expect(findings).toHaveLength(1);
    expect(findings[0]?.observed).toContain('as initiator at alice, as target at bob');
  });
});

function judged({
  outcome,
  shown,
  before = [],
  atMs = 10_000,
}: {
  readonly outcome: Outcome;
  readonly shown: readonly bigint[];
  readonly before?: readonly bigint[];
  readonly atMs?: number;
}) {
  const readings = [...pendingAt('start', before, 0), ...pendingAt('end', shown, atMs)];
  return judgedBy(atRest, handMadeRun({ records: [payment(0, 5n, outcome)], readings }));
}

function pendingAt(moment: Moment, identifiers: readonly bigint[], atMs: number): readonly Reading[] {
  return (['alice', 'bob'] as const).map((node) => ({
    moment,
    node,
    view: { kind: 'pending' },
    value: {
      kind: 'pending',
      transfers: identifiers.map((identifier) =>
        transfer(identifier, node === 'alice' ? 'initiator' : 'target'),
      ),
    },
    attempt: 1,
    atMs,
  }));
}

function transfer(paymentIdentifier: bigint, role: PendingTransfer['role']): PendingTransfer {
  return {
    paymentIdentifier,
    tokenAddress: directory.tokenAddressOf('DAI'),
    tokenNetworkAddress: directory.tokenAddressOf('DAI'),
    channelIdentifier: 1n,
    initiator: directory.addressOf('alice'),
    target: directory.addressOf('bob'),
    transferredAmount: 0n,
    lockedAmount: 5n,
    role,
  };
}
