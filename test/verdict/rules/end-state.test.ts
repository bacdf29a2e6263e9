import { describe, expect, it } from 'vitest';
import { endState } from '../../../src/verdict/rules/end-state.ts';
import type { Network } from '../../../src/model/network/network.ts';
import { world } from '../../world/world.ts';
import { handMadeRun, payment, pendingAt, REFUSED, transferOf } from '../hand-made-run.ts';
import { judgementOf } from '../../../src/verdict/check.ts';
import { judgedBy } from '../../../src/verdict/load-checks.ts';
import { atRest } from '../../../src/verdict/rules/at-rest.ts';
import type { Outcome } from '../../../src/model/run/operation.ts';
import { failed, SUCCEEDED, unanswered } from '../../world/records.ts';

function titles(end: Network, predicted: Network): readonly string[] {
  return judgementOf(endState, handMadeRun({ end, prediction: handMadeRun({ end: predicted }) })).clues.map(
    ({ title }) => title,
  );
}

describe('the end states of two runs', () => {
  const aliceFirst = world('alice 70 - 30 bob');

  it('are the same whichever end of a channel is named first', () => {
    expect(titles(world('bob 30 - 70 alice'), aliceFirst)).toEqual([]);
  });

  it('differ where the ends of a channel hold otherwise', () => {
    expect(titles(world('bob 70 - 30 alice'), aliceFirst)).toEqual([
      'channel DAI:1 between alice and bob ends differently',
    ]);
  });
});

// 2 x 50 blocks of reveal timeout, 11 more until the last node lets go, 15 s each.
const RELEASED_MS = 111 * 15_000;

describe('what is pending after a load', () => {
  it('is nothing on a network at rest', () => {
    expect(judged({ outcome: unanswered(), shown: [] }).check).toMatchObject({ verdict: 'holds' });
  });

  it('waits for its locks to expire when its payment got no answer', () => {
    const { check, findings } = judged({ outcome: unanswered(), shown: [1000n] });
    expect(findings).toEqual([]);
    expect(check.verdict).toBe('holds');
    expect(check.detail).toBe('2 of 2 nodes read; 1 held until the locks expire, 28 min later at the latest');
  });

  it('is stuck when its payment was told long ago that the locks had expired', () => {
    const { check, findings } = judged({ outcome: failed('lock-expired'), shown: [1000n], atMs: 60_000 });
    expect(check.verdict).toBe('violated');
    expect(findings[0]?.decidedBy).toContain('answered that its locks had expired');
  });

  it('is stuck once its locks have expired', () => {
    const before = judged({ outcome: unanswered(), shown: [1000n], atMs: RELEASED_MS - 1 });
    const after = judged({ outcome: unanswered(), shown: [1000n], atMs: RELEASED_MS });
    expect([before.check.verdict, after.check.verdict]).toEqual(['holds', 'violated']);
    expect(after.findings).toMatchObject([{ check: 'at-rest', operation: 0, node: 'alice' }]);
    expect(after.findings[0]?.decidedBy).toContain('more than 111 blocks before');
  });

  it('is stuck when its payment succeeded long ago', () => {
    expect(judged({ outcome: SUCCEEDED, shown: [1000n] }).check.verdict).toBe('violated');
  });

  it('is stuck when its payment was refused before it locked anything', () => {
    expect(judged({ outcome: REFUSED, shown: [1000n] }).findings[0]?.decidedBy).toContain('no-route');
  });

  it('is stuck when no payment of the load explains it, unless it stood there before', () => {
    expect(judged({ outcome: REFUSED, shown: [7n] }).check.verdict).toBe('violated');
    expect(judged({ outcome: REFUSED, shown: [7n], before: [7n] }).check.verdict).toBe('holds');
  });

  it('is one finding however many nodes show it', () => {
    const { findings } = judged({ outcome: REFUSED, shown: [1000n] });
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
  const readings = (['alice', 'bob'] as const).flatMap((node) => {
    const role = node === 'alice' ? 'initiator' : 'target';
    const pending = (identifiers: readonly bigint[]) => identifiers.map((id) => transferOf(id, 5n, role));
    return [pendingAt('start', node, pending(before)), pendingAt('end', node, pending(shown), atMs)];
  });
  return judgedBy(atRest, handMadeRun({ records: [payment(0, 5n, outcome)], readings }));
}
