import { describe, expect, it } from 'vitest';
import type { NodeIndex } from '../../src/model/network/indices.ts';
import type { BlockObserver } from '../../src/ports/clock.ts';
import { VirtualClock } from '../../src/runtime/virtual-clock.ts';
import { SimulatedBlocks } from '../../src/simulator/blocks.ts';
import { testBench } from '../world/test-bench.ts';

const OPEN = { kind: 'open', from: 0 as NodeIndex } as const;

/** Notes what it hears, and at which block. */
function diary(): { readonly observer: BlockObserver; readonly entries: string[] } {
  const entries: string[] = [];
  return {
    entries,
    observer: {
      sent: ({ kind, from }, block) => entries.push(`${kind} by ${from} sent in ${block}`),
      confirmed: ({ kind, from }, block) => entries.push(`${kind} by ${from} confirmed in ${block}`),
    },
  };
}

describe('blocks', () => {
  it('confirm a transaction after so many blocks, and observers hear of both moments', () => {
    const clock = new VirtualClock();
    const { observer, entries } = diary();
    const blocks = new SimulatedBlocks({ clock, blockTimeMs: 1000, confirmations: 3, observers: [observer] });
    clock.advanceTo(1500);
    blocks.transact(OPEN, () => entries.push('done'));
    clock.advanceTo(4499);
    expect(entries).toEqual(['open by 0 sent in 1']);
    clock.advanceTo(4500);
    expect(entries.slice(1)).toEqual(['open by 0 confirmed in 4', 'done']);
  });

  it('count a transaction at once for a protocol that does not wait', () => {
    const { observer, entries } = diary();
    const clock = new VirtualClock();
    const blocks = new SimulatedBlocks({ clock, blockTimeMs: 1000, confirmations: 3, observers: [observer] });
    blocks.confirmingAtOnce().transact(OPEN, () => entries.push('done'));
    expect(entries).toEqual(['open by 0 sent in 0', 'open by 0 confirmed in 0', 'done']);
  });

  it('show an observer of a simulation each transaction of its nodes', async () => {
    const { observer, entries } = diary();
    const bench = testBench('a, b', { blockObservers: [observer] });
    await bench.settle(bench.open('a', 'b', { totalDeposit: 5n }));
    expect(entries).toEqual([
      'open by 0 sent in 0',
      'open by 0 confirmed in 2',
      'deposit by 0 sent in 2',
      'deposit by 0 confirmed in 4',
    ]);
  });
});
