import { describe, expect, it } from 'vitest';
import { showPlan } from '../../../src/cli/plan/keep-plan.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { VirtualClock } from '../../../src/runtime/virtual-clock.ts';
import { memoryTerminal } from '../memory-terminal.ts';

/** A virtual clock that is set. */
function settable(): { readonly clock: Clock; readonly set: (ms: number) => void } {
  let nowMs = 0;
  const clock = new VirtualClock();
  return { clock: Object.assign(clock, { nowMs: () => nowMs }), set: (ms) => void (nowMs = ms) };
}

function shown(timeMs: number | undefined, canRedraw = true): string {
  const terminal = memoryTerminal({ canRedraw });
  const { clock, set } = settable();
  const progress = showPlan({ terminal, clock, enabled: true }, timeMs);
  progress.turn('deposit');
  progress.asked(30);
  for (let second = 1; second <= 10; second += 1) {
    set(second * 1000);
    progress.simulated();
  }
  return terminal.written.note;
}

describe('the progress of a plan', () => {
  it('names the question, and how long what it asks for will take at the speed so far', () => {
    expect(shown(undefined)).toMatch(/planning {2}deposit: 20 to go \(about 20 s\), 10 done, 1\.0\/s, 10 s$/);
  });

  it('says what is left of the time that was given', () => {
    expect(shown(60_000)).toMatch(/20 to go .*, 10 done, 1\.0\/s, 10 s, 50 s left$/);
  });

  it('is a line every ten seconds where it cannot be drawn again', () => {
    expect(shown(60_000, false)).toMatch(
      /^planning {2}deposit: 20 to go .*, 10 done, 1\.0\/s, 10 s, 50 s left\n$/,
    );
  });
});
