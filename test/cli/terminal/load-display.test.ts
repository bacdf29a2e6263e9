import { describe, expect, it } from 'vitest';
import { loadLines, showLoad } from '../../../src/cli/terminal/load-display.ts';
import type { LoadReading } from '../../../src/report/load/load-gauge.ts';
import { VirtualClock } from '../../../src/runtime/virtual-clock.ts';
import { memoryTerminal } from '../memory-terminal.ts';

const READING: LoadReading = {
  elapsedMs: 12_300,
  sent: 1_234,
  inFlight: 14,
  succeeded: 1_200,
  failed: 18,
  indeterminate: 2,
  unexpected: 1,
  dropped: 3,
  sentPerSecond: 99.8,
  endedPerSecond: 98,
  p50Ms: 12,
  p95Ms: 80,
  p99Ms: 1_200,
  lagMs: 0.4,
};

describe('the display of a running load', () => {
  it('says rate, in flight, percentiles, outcomes and lag', () => {
    expect(loadLines(READING)).toEqual([
      '12.3 s  100/s sent  98/s ended  14 in flight  p50 12 ms  p95 80 ms  p99 1.2 s',
      '1,220 payments  98.4 % succeeded  18 failed  2 indeterminate  1 unexpected  3 dropped  lag 0.4 ms',
    ]);
  });

  it('redraws five times a second on a terminal, never wider than it', () => {
    const { clock, terminal, display } = shown({ canRedraw: true, width: 40 });
    clock.advanceTo(1_000);
    display.close();
    const drawn = terminal.written.note.split('\u001b[1A\r').filter((text) => text.includes('sent'));
    expect(drawn).toHaveLength(5);
    for (const text of drawn)
      for (const line of text.replaceAll('\r', '').replaceAll('\u001b[K', '').split('\n'))
        expect(line.length).toBeLessThanOrEqual(39);
  });

  it('writes a plain line every five seconds elsewhere', () => {
    const { clock, terminal, display } = shown({ canRedraw: false });
    clock.advanceTo(11_000);
    display.close();
    clock.advanceTo(22_000);
    expect(terminal.written.note.split('\n')).toHaveLength(3);
    expect(terminal.written.note).not.toContain('\u001b');
  });

  it('says what is waited for before the first payment and after the last one', () => {
    const clock = new VirtualClock();
    const terminal = memoryTerminal({ canRedraw: false });
    const display = showLoad(
      { terminal, clock, enabled: true },
      () => undefined,
      () => 'asking, for 5 s',
    );
    clock.advanceTo(5_000);
    display.close();
    expect(terminal.written.note).toBe('asking, for 5 s\n');
  });

  it('is silent when it is switched off', () => {
    const { clock, terminal } = shown({ canRedraw: true, enabled: false });
    clock.advanceTo(1_000);
    expect(terminal.written.note).toBe('');
  });
});

function shown({ enabled = true, ...traits }: { canRedraw: boolean; width?: number; enabled?: boolean }) {
  const clock = new VirtualClock();
  const terminal = memoryTerminal(traits);
  return { clock, terminal, display: showLoad({ terminal, clock, enabled }, () => READING) };
}
