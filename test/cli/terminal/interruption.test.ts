import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listenForInterruption } from '../../../src/cli/terminal/interruption.ts';
import { VirtualClock } from '../../../src/runtime/virtual-clock.ts';
import { memoryTerminal } from '../memory-terminal.ts';

describe('the interruption of a command', () => {
  it('lets any number of operations in flight listen without a warning of Node', async () => {
    const warnings: string[] = [];
    const note = (warning: Error): void => void warnings.push(warning.name);
    process.on('warning', note);
    const interruption = listenForInterruption(memoryTerminal(), () => 'Stopping.');
    try {
      for (let operation = 0; operation < 20; operation++)
        interruption.signal.addEventListener('abort', () => {}, { once: true });
      await setImmediate();
      expect(warnings).toEqual([]);
    } finally {
      interruption.release();
      process.off('warning', note);
    }
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('gives up what is in flight ten seconds after %s', (signal) => {
    const [clock, terminal] = [new VirtualClock(), memoryTerminal()];
    const before = process.listeners(signal);
    const interruption = listenForInterruption(terminal, () => 'Stopping.', clock);
    try {
      for (const listener of process.listeners(signal)) if (!before.includes(listener)) listener(signal);
      // Without a listener the system ends the process at the next signal, whatever it computes.
      expect(process.listeners(signal)).toEqual(before);
      expect(interruption.signal.aborted).toBe(true);
      expect(terminal.written.note).toBe('\nStopping. Ctrl-C again ends at once.\n');
      clock.advanceTo(9_999);
      expect(interruption.abort.aborted).toBe(false);
      clock.advanceTo(10_000);
      expect(interruption.abort.aborted).toBe(true);
    } finally {
      interruption.release();
    }
  });
});
