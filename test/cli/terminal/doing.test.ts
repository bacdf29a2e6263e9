import { describe, expect, it } from 'vitest';
import { Doing } from '../../../src/cli/terminal/doing.ts';
import { VirtualClock } from '../../../src/runtime/virtual-clock.ts';
import { memoryTerminal } from '../memory-terminal.ts';

describe('what a job waits for', () => {
  it('is said with how long it has been going on, and not while operations are driven', () => {
    const clock = new VirtualClock();
    const doing = new Doing(memoryTerminal(), clock);
    expect(doing.text()).toBeUndefined();
    doing.onPhase('asking');
    clock.advanceTo(12_000);
    expect(doing.text()).toBe('asking the nodes whether they are ready, for 12 s');
    doing.onPhase('driving');
    expect(doing.text()).toBeUndefined();
    doing.onPhase('resting');
    expect(doing.text()).toBe('waiting until nothing is on its way any more, for 0 ms');
  });

  it('says how many channels are ready, which Ctrl-C still waits for', () => {
    const terminal = memoryTerminal();
    const doing = new Doing(terminal, new VirtualClock());
    doing.onPhase('opening');
    expect(doing.stoppingText()).toBe('Stopping before the first operation.');
    for (const done of [0, 1]) doing.onOpened({ done, total: 3 });
    expect(terminal.written.note).toBe('opening 3 channels\n');
    expect(doing.text()).toBe('opening channels, 1 of 3 are ready, for 0 ms');
    expect(doing.stoppingText()).toMatch(/only the channels that are being opened now are waited for\.$/);
  });
});
