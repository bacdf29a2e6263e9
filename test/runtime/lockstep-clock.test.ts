import { describe, expect, it } from 'vitest';
import { LockstepClock } from '../../src/runtime/lockstep-clock.ts';
import { sleep } from '../../src/runtime/sleep.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const HOUR_MS = 3_600_000;

/** A node that answers after so long, and a driver's way to it, on which requests and answers take turns of the loop. */
function nodeBehind(clock: LockstepClock) {
  const served = clock.taking({ wait: (ms: number) => sleep(clock.ofNodes, ms) });
  return clock.asking({
    wait: async (ms: number) => {
      for (let turns = 0; turns < 20; turns += 1) await turn();
      await served.wait(ms);
      for (let turns = 0; turns < 20; turns += 1) await turn();
    },
  });
}

describe('the time of a driver and the nodes that it asks', () => {
  it('passes at once where both wait for it', async () => {
    const clock = new LockstepClock();
    await sleep(clock, HOUR_MS);
    expect(clock.nowMs()).toBe(HOUR_MS);
    await nodeBehind(clock).wait(HOUR_MS);
    expect(clock.nowMs()).toBe(2 * HOUR_MS);
  });

  it('stands still while a request or an answer is on its way, whoever else waits', async () => {
    const clock = new LockstepClock();
    const seen: [string, number][] = [];
    const waiting = sleep(clock, 50).then(() => seen.push(['waited', clock.nowMs()]));
    const asking = nodeBehind(clock)
      .wait(30)
      .then(() => seen.push(['answered', clock.nowMs()]));
    await Promise.all([waiting, asking]);
    expect(seen).toEqual([
      ['answered', 30],
      ['waited', 50],
    ]);
  });

  it('does not pass by what nodes plan for themselves', async () => {
    const clock = new LockstepClock();
    clock.ofNodes.schedule(10, () => {});
    for (let turns = 0; turns < 20; turns += 1) await turn();
    expect(clock.nowMs()).toBe(0);
  });

  it('passes no more once it is stopped, and waits for no timer that was called off', async () => {
    const clock = new LockstepClock();
    clock.schedule(HOUR_MS, () => {}).cancel();
    for (let turns = 0; turns < 20; turns += 1) await turn();
    expect(clock.nowMs()).toBe(0);
    clock.stop();
    clock.schedule(10, () => {});
    for (let turns = 0; turns < 20; turns += 1) await turn();
    expect(clock.nowMs()).toBe(0);
  });
});
