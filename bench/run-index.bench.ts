import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, bench, describe } from 'vitest';
import { writeEntry, writeRunIndex } from '../src/cli/run-folder/run-index.ts';
import { runEntry } from '../src/report/run-list/index-entry.ts';
import { summaryOf } from '../src/report/summary.ts';
import { smallRun } from '../test/fixtures/example-runs.ts';

// What every command pays at its end for the runs that are kept beside its own.
describe('the list of the runs in a reports folder', () => {
  const run = smallRun();
  const entry = runEntry(run.header, summaryOf(run));
  const root = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
  afterAll(() => rmSync(root, { recursive: true }));
  for (const runs of [1, 500, 5000]) {
    const out = join(root, String(runs));
    for (let seed = 0; seed < runs; seed += 1) {
      const folder = join(out, run.header.scenario.name, `seed-${seed}`);
      mkdirSync(folder, { recursive: true });
      writeEntry(folder, entry);
    }
    bench(`${runs} runs`, () => writeRunIndex(out), { iterations: 5, time: 0 });
  }
});
