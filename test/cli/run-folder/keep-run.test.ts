import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepRun } from '../../../src/cli/run-folder/keep-run.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';
import { memoryTerminal } from '../memory-terminal.ts';

it('shows how much of a large network stands, before the first payment', async () => {
  const terminal = memoryTerminal();
  const scenario = scenarioFrom(`
question: How far is it?
seed: 1
network: {topology: {line: {nodes: 2500}}, capacity: 10}
steps: [{pay: {from: n1, to: n2, amount: 1}}]
`);
  const keeping = { out: mkdtempSync(join(tmpdir(), 'millrace-keep-')), terminal, progress: true };
  await keepRun(keeping, 'simulating', (hooks) => simulate({ scenario, ...hooks }));
  expect(terminal.written.note).toMatch(
    /simulating ━+─+  Nodes and channels 1,000 of 4,999.*simulating ─+  Operations 0 of 1/s,
  );
});
