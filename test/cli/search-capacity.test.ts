import { describe, expect, it } from 'vitest';
import { probeLine, showSearch } from '../../src/cli/search-capacity.ts';
import { pageOf } from '../../src/report/blocks/page.ts';
import { VirtualClock } from '../../src/runtime/virtual-clock.ts';
import { exampleCapacity, exampleProbe } from '../fixtures/example-capacity.ts';
import { memoryTerminal } from './memory-terminal.ts';

const SO_FAR = exampleCapacity({ ended: 'interrupted', from: 100, to: 150 }).capacity;

describe('what a search shows while it runs', () => {
  it('is a line for each probe, with the interval once there is one and what is left', () => {
    const terminal = memoryTerminal({ canRedraw: false });
    const clock = new VirtualClock();
    const display = showSearch({ terminal, clock, enabled: true });
    display.probing(20);
    clock.advanceTo(20_000);
    display.probed(exampleProbe(20), { ...SO_FAR, from: 1, to: 20_000 });
    display.probed(exampleProbe(160), SO_FAR);
    display.close();
    expect(terminal.written.note).toBe(
      '20/s holds, about 40 s more\n' +
        '160/s does not: a queue builds up: 40 ms later every second; limit between 100 and 150/s, about 16 s more\n',
    );
  });

  it('redraws what goes on where that is possible, and leaves a clean line', () => {
    const terminal = memoryTerminal({ canRedraw: true });
    const clock = new VirtualClock();
    const display = showSearch({ terminal, clock, enabled: true });
    display.probing(20);
    clock.advanceTo(1_100);
    display.probed(exampleProbe(20), SO_FAR);
    expect(terminal.written.note).toContain('Probe 1 at 20/s  1 s so far');
    expect(terminal.written.note.endsWith('\r\u001b[K20/s holds; limit between 100 and 150/s\n')).toBe(true);
    const drawn = terminal.written.note;
    clock.advanceTo(10_000);
    expect(terminal.written.note).toBe(drawn);
  });

  it('is nothing when it is not wanted', () => {
    const terminal = memoryTerminal({ canRedraw: true });
    const display = showSearch({ terminal, clock: new VirtualClock(), enabled: false });
    display.probing(20);
    display.probed(exampleProbe(20), SO_FAR);
    display.close();
    expect(terminal.written.note).toBe('');
  });

  it('is a page with the curve so far, the probe that goes on and the limit that is believed', () => {
    const clock = new VirtualClock();
    const display = showSearch({ terminal: memoryTerminal({ canRedraw: true }), clock, enabled: false });
    const page = (): string => pageOf(display.document('How much does it take?'));
    expect(page()).toContain('Not bracketed yet');
    display.probing(20);
    clock.advanceTo(20_000);
    display.probed(exampleProbe(20), SO_FAR);
    display.probing(120);
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
