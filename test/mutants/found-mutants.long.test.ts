import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { replayCase } from '../../src/jobs/check/replay-case.ts';
import { readSequence } from '../../src/jobs/check/sequence.ts';
import { sandboxBench } from '../../src/jobs/check/sandbox-bench.ts';
import type { CheckReport } from '../../src/model/check/check-report.ts';
import { isFound, mutantsPage, readMutantsPage, type SeenMutant } from './mutants-page.ts';
import { type Mutant, MUTANTS, MUTANTS_BY_SUBJECT } from './mutants.ts';

const PAGE = new URL('../evidence/mutants.md', import.meta.url);
const CHECK = fileURLToPath(new URL('mutant-check.mjs', import.meta.url));
// The defaults of the command.
const DEFAULTS = { seed: '1', timeMs: 60_000 } as const;
const MOST_STEPS = 6;

const seen = new Map<string, SeenMutant>();

/** A check of sandboxes with a fault, in another process that has both. */
async function check(mutant: Mutant, asksContract: boolean): Promise<SeenMutant> {
  const options = { ...DEFAULTS, asksContract, cases: 1 };
  const checking = fork(CHECK, [JSON.stringify({ mutant, options })], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [made] = (await once(checking, 'message')) as [SeenMutant];
  await requireHonest(made.report);
  return made;
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
    const made = await check(mutant, true);
    seen.set(mutant.name, made);
    for (const { steps } of made.report.counterexamples) expect(steps).toBeLessThanOrEqual(MOST_STEPS);
  });

  it.each(MUTANTS)('finds it without the contract: $name', async (mutant) => {
    expect(isFound((await check(mutant, false)).report)).toBe(true);
  });
});

// With --update it writes rows that are new, and those of faults that were found before or are found now.
it('test/evidence/mutants.md says which of them are found', async () => {
  const before = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  await expect(mutantsPage(MUTANTS_BY_SUBJECT, seen, readMutantsPage(before))).toMatchFileSnapshot(
    '../evidence/mutants.md',
  );
});
