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

  it.each([
    ['SIGTERM', true, 'Stopping. What has not ended in 10 s is given up.'],
    ['SIGINT', false, 'Stopping. Ctrl-C again aborts at once.'],
  ] as const)('gives up what is in flight ten seconds after %s: %s', (signal, givesUp, text) => {
    const [clock, terminal] = [new VirtualClock(), memoryTerminal()];
    const before = process.listeners(signal);
    const interruption = listenForInterruption(terminal, () => 'Stopping.', { second: () => 'abort', clock });
    try {
      for (const listener of process.listeners(signal)) if (!before.includes(listener)) listener(signal);
      expect(interruption.signal.aborted).toBe(true);
      expect(terminal.written.note).toBe(`\n${text}\n`);
      clock.advanceTo(9_999);
      expect(interruption.abort.aborted).toBe(false);
      clock.advanceTo(10_000);
      expect(interruption.abort.aborted).toBe(givesUp);
    } finally {
      interruption.release();
    }
  });
});
