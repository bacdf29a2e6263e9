import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readContract } from '../../src/cli/check/check-contract.ts';
import { readFirstCases } from '../../src/cli/check/check-sequences.ts';
import { checkNodes } from '../../src/jobs/check/check-nodes.ts';
import { replayCase } from '../../src/jobs/check/replay-case.ts';
import { readSequence } from '../../src/jobs/check/sequence.ts';
import { sandboxBench } from '../../src/jobs/check/sandbox-bench.ts';
import type { CheckReport } from '../../src/model/check/check-report.ts';
import { RealClock } from '../../src/runtime/real-clock.ts';
import { mutantBench } from './mutant-bench.ts';
import { isFound, mutantsPage, readMutantsPage, type SeenMutant } from './mutants-page.ts';
import { type Mutant, MUTANTS, MUTANTS_BY_SUBJECT } from './mutants.ts';

const PAGE = new URL('../evidence/mutants.md', import.meta.url);
// The defaults of the command.
const DEFAULTS = { seed: '1', timeMs: 60_000 } as const;
// Of forty, as the command promises; a race may be lost on a machine that others use.
const FOUND_AT_LEAST = 38 / 40;
const MOST_STEPS = 6;
// Each stands for a class of defects that docs/check.md says a check sees.
const CLASSES = [
  'deadlock-when-asked-twice',
  'duplicate-never-answered',
  'channel-broken-after-expiry',
  'paid-twice-when-hung-up',
  'no-payments-after-hang-up',
  'secret-revealed-too-late',
];
const PROMISED = MUTANTS_BY_SUBJECT.flatMap(({ heldOut, mutants }) => (heldOut ? [] : mutants));

const seen = new Map<string, SeenMutant>();

async function check(mutant: Mutant): Promise<SeenMutant> {
  const bench = await mutantBench({ mutant });
  const clock = new RealClock();
  let foundAfterMs: number | undefined;
  try {
    const report = await checkNodes({
      firstCases: readFirstCases(),
      bench,
      contractOf: readContract,
      ...DEFAULTS,
      // The first one tells that the fault is found.
      cases: 1,
      onProgress: ({ isShrinking }) => {
        if (isShrinking) foundAfterMs ??= clock.nowMs();
      },
    });
    await requireHonest(report);
    return { report, foundAfterMs };
  } finally {
    await bench.close();
  }
}

// What a sandbox without a fault shows as well is an alarm of ours, and finds nothing.
async function requireHonest({ seed, counterexamples }: CheckReport): Promise<void> {
  for (const { text, pace, found } of counterexamples) {
    const { verdict } = await replayCase(
      { ...readSequence(text), pace, found },
      { bench: sandboxBench(), seed },
    );
    expect(verdict, found.title).toBe('fixed');
  }
}

describe('a check with default settings', () => {
  it.each(MUTANTS)('is made of a faulty sandbox: $name', async (mutant) => {
    const made = await check(mutant);
    seen.set(mutant.name, made);
    for (const { steps } of made.report.counterexamples) expect(steps).toBeLessThanOrEqual(MOST_STEPS);
  });

  it('finds nearly all of them', () => {
    const missed = PROMISED.filter(({ name }) => {
      const made = seen.get(name);
      return made !== undefined && !isFound(made.report);
    }).map(({ name }) => name);
    expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(PROMISED.length * (1 - FOUND_AT_LEAST));
    expect(CLASSES.filter((name) => missed.includes(name))).toEqual([]);
  });
});

// With --update it writes rows that are new, and those of faults that were found before or are found now.
it('test/evidence/mutants.md says which of them are found', async () => {
  const before = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  await expect(mutantsPage(MUTANTS_BY_SUBJECT, seen, readMutantsPage(before))).toMatchFileSnapshot(
    '../evidence/mutants.md',
  );
});
