import { describe, expect, it } from 'vitest';
import { loadFigures } from '../../../src/cli/run-folder/keep-load.ts';
import { type DisplayOptions, LiveDisplay, stateLines } from '../../../src/cli/terminal/live-display.ts';
import { figure } from '../../../src/report/blocks/block.ts';
import type { LiveState } from '../../../src/report/live/live-document.ts';
import { VirtualClock } from '../../../src/runtime/virtual-clock.ts';
import { memoryTerminal } from '../memory-terminal.ts';

const PLAIN = { canRedraw: true, noteColor: false };
const STATE: LiveState = {
  title: 'How many succeed?',
  what: 'Simulating',
  share: 0.25,
  elapsedMs: 4_000,
  leftMs: 12_000,
  figures: [figure('Operations', '3 of 12', '1 failed')],
};

describe('the lines of a state', () => {
  it('say how far it is, the first figure and the time, then the other figures', () => {
    const figures = [...STATE.figures, figure('Mismatches', '2')];
    expect(stateLines('simulating', { ...STATE, figures }, PLAIN)).toEqual([
      `simulating ${'━'.repeat(6)}${'─'.repeat(18)}  Operations 3 of 12, 1 failed  4 s so far, about 12 s left`,
      'Mismatches 2',
    ]);
  });

  it('have no bar in a log, and no time left below a second', () => {
    const ending = { ...STATE, leftMs: 7.5 };
    expect(stateLines('simulating', ending, PLAIN)[0]).toMatch(/failed {2}4 s so far$/);
    expect(stateLines('simulating', STATE, { ...PLAIN, canRedraw: false })).toEqual([
      'simulating  Operations 3 of 12, 1 failed  4 s so far, about 12 s left',
    ]);
  });

  it('say what a job waits for', () => {
    const state = { ...STATE, waitsFor: 'reading what the nodes show, for 5 s' };
    expect(stateLines('loading', state, PLAIN)).toEqual(['loading  reading what the nodes show, for 5 s']);
  });

  it('say of a load its rate, its times of answer and how late the driver is', () => {
    const figures = loadFigures({
      elapsedMs: 12_300,
      sent: 1_234,
      inFlight: 14,
      unexpected: 1,
      dropped: 3,
      sentPerSecond: 99.8,
      p50Ms: 12,
      p95Ms: 80,
      p99Ms: 1_200,
      lagMs: 0.4,
    });
    expect(stateLines('loading', { ...STATE, figures }, { ...PLAIN, canRedraw: false })).toEqual([
      'loading  Rate now 99.8 payments/s, 14 in flight, 1 with an impossible outcome, 3 dropped, driver lag 0.4 ms  4 s so far, about 12 s left',
      'p99 lately 1.2 s, p50 12 ms, p95 80 ms',
    ]);
  });
});

describe('a display', () => {
  it('never wraps', () => {
    const { terminal, display } = shown({ noteColor: true, width: 20 });
    display.update();
    expect(terminal.written.note.replace('\r\u001b[K', '')).toHaveLength(19);
  });

  it('redraws at most five times a second, and leaves a clean line', () => {
    const { terminal, clock, display } = shown({});
    for (let done = 1; done <= 1000; done += 1) {
      clock.advanceTo(done);
      display.update();
    }
    expect(terminal.written.note.split('\r').length - 1).toBeLessThanOrEqual(6);
    display.close();
    expect(terminal.written.note.endsWith('\r\u001b[K')).toBe(true);
  });

  it('clears lines that are no longer needed', () => {
    const terminal = memoryTerminal();
    const clock = new VirtualClock();
    let state: LiveState = { ...STATE, figures: [...STATE.figures, figure('Mismatches', '2')] };
    const display = new LiveDisplay({ terminal, clock, enabled: true }, 'x', () => state);
    display.update();
    state = { ...STATE, waitsFor: 'judging' };
    clock.advanceTo(200);
    expect(terminal.written.note.endsWith('\r\u001b[Kx  judging\n\u001b[K\u001b[1A\r')).toBe(true);
  });

  it('writes a line every ten seconds where nothing can be redrawn, until it is closed', () => {
    const { terminal, clock, display } = shown({ canRedraw: false });
    clock.advanceTo(29_999);
    display.close();
    clock.advanceTo(60_000);
    expect(terminal.written.note.split('\n')).toHaveLength(3);
    expect(terminal.written.note).not.toContain('\u001b');
  });

  it('is silent when it is switched off', () => {
    const { terminal, clock, display } = shown({}, { enabled: false });
    display.update();
    clock.advanceTo(60_000);
    display.close();
    expect(terminal.written.note).toBe('');
  });
});

function shown(
  traits: Parameters<typeof memoryTerminal>[0],
  { enabled = true }: Partial<Pick<DisplayOptions, 'enabled'>> = {},
) {
  const [terminal, clock] = [memoryTerminal(traits), new VirtualClock()];
  const read = (): LiveState => ({ ...STATE, elapsedMs: clock.nowMs() });
  return { terminal, clock, display: new LiveDisplay({ terminal, clock, enabled }, 'simulating', read) };
}
