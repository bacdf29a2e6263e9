import { describe, expect, it } from 'vitest';
import { createProgress, progressLine } from '../../../src/cli/terminal/progress.ts';
import { VirtualClock } from '../../../src/runtime/virtual-clock.ts';
import { memoryTerminal } from '../memory-terminal.ts';

describe('the progress line', () => {
  it('says how far and how many failed', () => {
    expect(
      progressLine('simulating', { done: 3, total: 12, failed: 1 }, { noteWidth: 80, noteColor: false }),
    ).toBe(`simulating ${'━'.repeat(6)}${'─'.repeat(18)} 3 of 12, 1 failed`);
  });

  it('never wraps', () => {
    expect(
      progressLine('simulating', { done: 3, total: 12 }, { noteWidth: 20, noteColor: true }),
    ).toHaveLength(19);
  });

  it('is whole when there is nothing to do', () => {
    expect(progressLine('x', { done: 0, total: 0 }, { noteWidth: 80, noteColor: false })).toContain(
      '━'.repeat(24),
    );
  });
});

describe('drawing progress', () => {
  it('redraws at most ten times a second, and always at the end', () => {
    const terminal = memoryTerminal();
    const clock = new VirtualClock();
    const progress = createProgress({ terminal, clock, enabled: true }, 'simulating');
    for (let done = 1; done <= 1000; done += 1) {
      progress.update({ done, total: 1000 });
      clock.advanceTo(done);
    }
    expect(terminal.written.note.split('\r').length - 1).toBe(11);
    expect(terminal.written.note).toContain('1000 of 1000');
    progress.clear();
    expect(terminal.written.note.endsWith('\r\u001b[K')).toBe(true);
  });

  it('is silent where a line cannot be redrawn, and when it is switched off', () => {
    for (const [canRedraw, enabled] of [
      [false, true],
      [true, false],
    ] as const) {
      const terminal = memoryTerminal({ canRedraw });
      const progress = createProgress({ terminal, clock: new VirtualClock(), enabled }, 'x');
      progress.update({ done: 1, total: 1 });
      progress.clear();
      expect(terminal.written.note).toBe('');
    }
  });

  it('without colour still draws', () => {
    const terminal = memoryTerminal({ noteColor: false });
    createProgress({ terminal, clock: new VirtualClock(), enabled: true }, 'x').update({
      done: 1,
      total: 2,
    });
    expect(terminal.written.note).toContain('1 of 2');
    expect(terminal.written.note).not.toContain('\u001b[36m');
  });
});
