import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../../src/model/scenario/scenario.ts';
import { loadLiedTo } from '../../../fixtures/in-sandbox.ts';
import type { Lie } from '../../../fixtures/lying-proxy.ts';
import { closedGate } from '../../gate.ts';
import { scenarioFrom } from '../../scenario-text.ts';

const star = ({ protocol, amount, from }: { protocol: string; amount: number; from: string }): Scenario =>
  scenarioFrom(`
question: What is read of a network under load?
seed: 5
network:
  topology: {star: {spokes: 4}}
  capacity: 4_000
  fees: {flat: 0}
protocol: ${protocol}
traffic:
  - arrivals: {constant: {perSecond: 100}}
    count: 160
    amounts: ${amount}
    pairs: {uniform: {from: ${from}, to: [spoke1]}}
`);

/** Lets payments through from the hundredth on when the hub has been looked at after the others. */
function waitingForALook(): Lie {
  const looked = closedGate();
  let asked = 0;
  let ended = 0;
  let isSeen = false;
  return async (heard) => {
    if (heard.method === 'POST') {
      asked += 1;
      if (asked >= 100) await looked.opened;
    }
    if (ended >= 99 && heard.node === 'hub' && heard.path === '/channels') isSeen = true;
    const reply = await heard.forward();
    if (heard.method === 'POST') ended += 1;
    // Pending transfers are read after the channels.
    if (isSeen && heard.path === '/pending_transfers') looked.open();
    return reply;
  };
}

describe('a load that is watched', () => {
  it('shows which end ran dry and when, and that payments failed for lack of money', async () => {
    const { load: result } = await loadLiedTo(
      star({
        protocol: '{view: exact, hopLatency: 1ms}',
        amount: 50,
        from: '[spoke2, spoke3, spoke4]',
      }),
      waitingForALook(),
    );
    // The channel to the only shop holds 40 payments of 50 at the hub's end.
    expect(result.aggregate.counts.succeeded).toBe(40);
    expect(result.course).toMatchObject({ cause: 'ran-dry' });
    const { watch } = result;
    expect(watch?.nodes).toEqual(['hub']);
    expect(watch).toMatchObject({ ends: 8, endsInAll: 8, drainedInAll: 1 });
    expect(watch?.drained).toMatchObject([{ owner: 'hub', partner: 'spoke1' }]);
    expect(watch?.steps.at(-1)?.drainedEnds).toBe(1);
    const short = watch?.steps.reduce((sum, { shortOfMoney }) => sum + shortOfMoney, 0) ?? 0;
    // Before the first look at the drained end, its balance is the one at the start.
    expect(short).toBeGreaterThan(40);
    // The hub's end towards the shop refused, not the shop.
    const channel = watch?.drained[0]?.channel;
    expect(watch?.places).toEqual([{ at: 'hub', channel, check: 'available-balance', count: short }]);
    expect(result.aftermath?.looks.at(-1)?.payments).toBe(0);
  });

  it('tells locks that are all taken from money that is spent', async () => {
    const { load: result } = await loadLiedTo(
      star({ protocol: '{view: exact, hopLatency: 40ms, maxPendingLocks: 1}', amount: 5, from: '[hub]' }),
      waitingForALook(),
    );
    expect(result.aggregate.counts.failed).toBeGreaterThan(50);
    expect(result.course?.cause).toBe('overloaded');
    expect(result.course?.sentence).toContain('channels had enough money');
    expect(result.watch?.drainedInAll).toBe(0);
    const short = result.watch?.steps.reduce((sum, { shortOfLocks }) => sum + shortOfLocks, 0) ?? 0;
    expect(short).toBeGreaterThan(50);
  });
});
