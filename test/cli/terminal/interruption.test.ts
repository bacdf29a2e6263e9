import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listenForInterruption } from '../../../src/cli/terminal/interruption.ts';
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
});
