import { describe, expect, it } from 'vitest';
import { loadAnnouncement, loadLines, showLoad } from '../../../src/cli/terminal/load-display.ts';
import type { LoadOutlookPart } from '../../../src/jobs/load/load-outlook.ts';
import type { LoadReading } from '../../../src/report/load/load-gauge.ts';
import { VirtualClock } from '../../../src/runtime/virtual-clock.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';
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
  it('says how far it is, rates, percentiles, outcomes and lag', () => {
    const lines = loadLines(READING, 60_000);
    expect(lines).toEqual([
      '20 % of 60 s  100/s sent  98/s ended  14 in flight',
      'p50 12 ms  p95 80 ms  p99 1.2 s  lag 0.4 ms',
      '1,220 payments  98.4 % succeeded  18 failed  2 no answer  1 unexpected  3 dropped',
    ]);
  });

  it('redraws five times a second on a terminal, never wider than it', () => {
    const { clock, terminal, display } = shown({ canRedraw: true, width: 40 });
    clock.advanceTo(1_000);
    display.close();
    const drawn = terminal.written.note.split('\u001b[2A\r').filter((text) => text.includes('sent'));
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
    const display = showLoad({ terminal, clock, enabled: true }, () => undefined, {
      busy: () => 'asking, for 5 s',
    });
    clock.advanceTo(5_000);
    display.close();
    expect(terminal.written.note).toBe('asking, for 5 s\n');
  });
});

function shown(traits: { canRedraw: boolean; width?: number }) {
  const clock = new VirtualClock();
  const terminal = memoryTerminal(traits);
  return {
    clock,
    terminal,
    display: showLoad({ terminal, clock, enabled: true }, () => ({ ...READING, elapsedMs: clock.nowMs() })),
  };
}

const SCENARIO = scenarioFrom(`
question: What is said?
seed: 1
tokens: [{name: TOK, decimals: 0}, {name: ETH, decimals: 18}]
networks: [{token: TOK, topology: {line: {nodes: 2}}}]
`);

const PART: LoadOutlookPart = {
  name: 'rush',
  payments: undefined,
  ratePerSecond: undefined,
  users: undefined,
  durationMs: 0,
  amounts: new Map(),
  meanAmount: undefined,
};

const tok = (amount: bigint) => new Map([['TOK', amount]]);

describe('what is said before a load', () => {
  it('is a line for each executor', () => {
    const parts = [PART, { ...PART, name: 'calm', payments: 1 }];
    expect(loadAnnouncement(parts, SCENARIO)).toBe('About to load:\n  rush: \n  calm: 1 payment\n');
  });

  it.each<[string, Partial<LoadOutlookPart>]>([
    [
      '600 payments at 30/s for 20 s, moving 60,000 TOK',
      { payments: 600, ratePerSecond: 30, durationMs: 20_000, amounts: tok(60_000n) },
    ],
    [
      '1,200 payments at 2/s (46 in the busiest second) for 10 min',
      { payments: 1200, ratePerSecond: 2, busiestSecond: 46, durationMs: 600_000 },
    ],
    [
      'by 20 virtual users for 30 s, about 100 TOK each, as many as get through',
      { users: 20, durationMs: 30_000, meanAmount: 99.6 },
    ],
    [
      '5 payments by 2 virtual users within 10 min, moving 500 TOK',
      { payments: 5, users: 2, durationMs: 600_000, amounts: tok(500n) },
    ],
    ['5,000,000 payments, moving about 500 TOK', { payments: 5e6, amounts: tok(500n), isEstimated: true }],
    ['3 payments, moving 7 TOK and 2.5 ETH', { payments: 3, amounts: tok(7n).set('ETH', 25n * 10n ** 17n) }],
  ])('says %s', (text, part) => {
    expect(loadAnnouncement([{ ...PART, ...part }], SCENARIO).split('\n')[1]).toBe(`  rush: ${text}`);
  });
});
