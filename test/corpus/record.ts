import { basename, join } from 'node:path';
import { expect, vi } from 'vitest';
import type { Run } from '../../src/model/run/run.ts';
import { type CorpusKind, writeCorpusRun } from './corpus-run.ts';

// A setup file: whatever run the tests make is written to the folder that MILLRACE_CORPUS names.

const ROOT = process.env['MILLRACE_CORPUS'];
// Generators make thousands that are alike: the first of a test file are kept, then one of so many.
const FIRST = Number(process.env['MILLRACE_CORPUS_FIRST'] ?? 60);
const ONE_OF = 20;
const MOST = 3 * FIRST;
// Larger runs cost more time than they tell.
const MOST_RECORDS = 1000;

let [made, kept] = [0, 0];

function keep(kind: CorpusKind, run: Run): void {
  made += 1;
  if (ROOT === undefined || run.records.length > MOST_RECORDS || kept >= MOST) return;
  if (made > FIRST && made % ONE_OF !== 0) return;
  kept += 1;
  const source = basename(expect.getState().testPath ?? 'unknown', '.test.ts');
  const name = `${source}-${kind}-${String(kept).padStart(4, '0')}`;
  writeCorpusRun(join(ROOT, name), { kind, source, run });
}

vi.mock(import('../../src/jobs/replay/replay.ts'), async (original) => {
  const actual = await original();
  return {
    ...actual,
    async replay(options) {
      const run = await actual.replay(options);
      keep('replay', run);
      return run;
    },
  };
});

vi.mock(import('../../src/jobs/check/simulated-replay.ts'), async (original) => {
  const actual = await original();
  return {
    ...actual,
    async replaySimulated(plan) {
      const run = await actual.replaySimulated(plan);
      keep('virtual', run);
      return run;
    },
  };
});

vi.mock(import('../../src/verdict/load-checks.ts'), async (original) => {
  const actual = await original();
  return {
    ...actual,
    checkLoad(run) {
      keep('load', run);
      return actual.checkLoad(run);
    },
  };
});
