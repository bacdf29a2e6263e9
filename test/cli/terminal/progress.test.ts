import { describe, expect, it } from 'vitest';
import { createProgress, progressLine } from '../../../src/cli/terminal/progress.ts';
import { VirtualClock } from '../../../src/runtime/virtual-clock.ts';
import { memoryTerminal } from '../memory-terminal.ts';

describe('the progress line', () => {
  it('says how far and how many failed', () => {
    expect(progressLine('simulating', { done: 3, total: 12, failed: 1 }, false)).toBe(
      `simulating ${'━'.repeat(6)}${'─'.repeat(18)} 3 of 12, 1 failed`,
    );
  });

  it('is whole when there is nothing to do', () => {
    expect(progressLine('x', { done: 0, total: 0 }, false)).toContain('━'.repeat(24));
  });
});

describe('drawing progress', () => {
  it('never wraps', () => {
    const terminal = memoryTerminal({ noteColor: true, width: 20 });
    const progress = createProgress({ terminal, clock: new VirtualClock(), enabled: true }, 'simulating');
    progress.update({ done: 3, total: 12 });
    expect(terminal.written.note.replace('\r\u001b[K', '')).toHaveLength(19);
  });

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
    progress.close();
    expect(terminal.written.note.endsWith('\r\u001b[K')).toBe(true);
  });

  it('is a line every ten seconds where nothing can be redrawn, which says for how long none has ended', () => {
    const terminal = memoryTerminal({ canRedraw: false });
    const clock = new VirtualClock();
    const progress = createProgress({ terminal, clock, enabled: true }, 'replaying');
    clock.advanceTo(9_000);
    progress.update({ done: 1, total: 3, failed: 1 });
    clock.advanceTo(29_999);
    progress.close();
    clock.advanceTo(60_000);
    expect(terminal.written.note).toBe(
      'replaying: 1 of 3, 1 failed\nreplaying: 1 of 3, 1 failed; none ended for 11 s\n',
    );
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('says what is waited for while there is nothing to count: redrawn %s', (canRedraw, drawn) => {
    const terminal = memoryTerminal({ canRedraw });
    const clock = new VirtualClock();
    const progress = createProgress({ terminal, clock, enabled: true }, 'x', () => 'asking the nodes');
    clock.advanceTo(2_500);
    progress.close();
    expect(terminal.written.note.split('asking the nodes')).toHaveLength(drawn + 1);
  });

  it('is silent when it is switched off', () => {
    const terminal = memoryTerminal();
    const clock = new VirtualClock();
    const progress = createProgress({ terminal, clock, enabled: false }, 'x', () => 'waiting');
    progress.update({ done: 1, total: 1 });
    clock.advanceTo(60_000);
    progress.close();
    expect(terminal.written.note).toBe('');
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
