import { getMaxListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { listenForInterruption } from '../../src/cli/interruption.ts';
import { memoryTerminal } from './memory-terminal.ts';

describe('the interruption of a command', () => {
  it('lets any number of operations in flight listen without a warning of Node', () => {
    const terminal = memoryTerminal();
    const interruption = listenForInterruption(terminal, 'Stopping.');
    try {
      expect(getMaxListeners(interruption.signal)).toBe(0);
    } finally {
      interruption.release();
    }
  });
});
