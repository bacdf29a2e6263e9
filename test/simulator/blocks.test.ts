import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/runtime/virtual-clock.ts';
import { SimulatedBlocks } from '../../src/simulator/blocks.ts';

describe('blocks', () => {
  it('confirm a transaction after so many blocks', () => {
    const clock = new VirtualClock();
    const blocks = new SimulatedBlocks({ clock, blockTimeMs: 1000, confirmations: 3 });
    const confirmedIn: number[] = [];
    clock.advanceTo(1500);
    blocks.transact(() => confirmedIn.push(blocks.latest));
    clock.advanceTo(4499);
    expect(confirmedIn).toEqual([]);
    clock.advanceTo(4500);
    expect(confirmedIn).toEqual([4]);
  });

  it('count a transaction at once for a protocol that does not wait', () => {
    const blocks = new SimulatedBlocks({ clock: new VirtualClock(), blockTimeMs: 1000, confirmations: 3 });
    const confirmedIn: number[] = [];
    blocks.confirmingAtOnce().transact(() => confirmedIn.push(blocks.latest));
    expect(confirmedIn).toEqual([0]);
  });
});
