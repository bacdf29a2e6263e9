import { describe, expect, it } from 'vitest';
import { WaitingText } from '../../src/cli/live/waiting-text.ts';
import { VirtualClock } from '../../src/runtime/virtual-clock.ts';
import { memoryTerminal } from './memory-terminal.ts';

describe('what a job waits for', () => {
  it('is said with how long it has been going on, and not while operations are driven', () => {
    const clock = new VirtualClock();
    const waiting = new WaitingText(memoryTerminal(), clock);
    expect(waiting.text()).toBeUndefined();
    waiting.onPhase('asking');
    clock.advanceTo(12_000);
    expect(waiting.text()).toBe('waiting until the nodes are ready, for 12 s');
    waiting.onPhase('driving');
    expect(waiting.text()).toBeUndefined();
    waiting.onPhase('resting');
    expect(waiting.text()).toBe('waiting until no transfer is pending, for 0 ms');
  });

  it('says how many channels are ready, which Ctrl-C still waits for', () => {
    const terminal = memoryTerminal();
    const waiting = new WaitingText(terminal, new VirtualClock());
    waiting.onPhase('opening');
    expect(waiting.stoppingText()).toBe('Stopping before the first operation.');
    for (const done of [0, 1]) waiting.onOpened({ done, total: 3 });
    expect(terminal.written.note).toBe('opening 3 channels\n');
    expect(waiting.text()).toBe('opening channels, 1 of 3 are ready, for 0 ms');
    expect(waiting.stoppingText()).toMatch(/only the channels that are being opened now are waited for\.$/);
  });
});
