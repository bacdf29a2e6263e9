import { describe, expect, it } from 'vitest';
import { probeLine, searchState } from '../../src/cli/search-capacity.ts';
import { stateLines } from '../../src/cli/terminal/live-display.ts';
import { pageOf } from '../../src/report/blocks/page.ts';
import { VirtualClock } from '../../src/runtime/virtual-clock.ts';
import { exampleCapacity, exampleProbe } from '../fixtures/example-capacity.ts';

const SO_FAR = exampleCapacity({ ended: 'interrupted', from: 100, to: 150 }).capacity;

describe('what a search shows while it runs', () => {
  it('is a line for each probe, with the interval once there is one and what is left', () => {
    const clock = new VirtualClock();
    const state = searchState('How much?', clock);
    state.probing(20);
    clock.advanceTo(20_000);
    const first = state.probed(exampleProbe(20), { ...SO_FAR, from: 1, to: 20_000 });
    expect([first, state.leftText()]).toEqual(['20/s holds', ', about 40 s left']);
    const second = state.probed(exampleProbe(160), SO_FAR);
    expect([second, state.leftText()]).toEqual([
      '160/s does not: a queue builds up: 40 ms later every second; limit 100 to 150/s',
      ', about 16 s left',
    ]);
  });

  it('is the probe that goes on and the limit so far', () => {
    const state = searchState('How much?', new VirtualClock());
    state.probing(20);
    expect(stateLines('searching', state.read(), { canRedraw: true, noteColor: false })).toEqual([
      'searching  Probe 1 20/s',
      'Limit –, not bracketed yet',
    ]);
  });

  it('is a page with the curve so far, the probe that goes on and the limit that is believed', () => {
    const clock = new VirtualClock();
    const state = searchState('How much does it take?', clock);
    const page = (): string => pageOf(state.document());
    expect(page()).toContain('Not bracketed yet');
    state.probing(20);
    clock.advanceTo(20_000);
    state.probed(exampleProbe(20), SO_FAR);
    state.probing(120);
    for (const said of ['Probe 2', '120/s', '100 to 150/s', '20/s holds', 'Against the offered rate'])
      expect(page()).toContain(said);
  });

  it('says of a probe that is made again why', () => {
    const probe = exampleProbe(200, { doubt: 'this driver paused for 63 ms', repeated: true });
    expect(probeLine(probe, SO_FAR)).toBe(
      '200/s does not: a queue builds up: 40 ms later every second; but this driver paused for 63 ms, so once more',
    );
  });
});
