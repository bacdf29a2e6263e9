import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepRun } from '../../../src/cli/run-folder/keep-run.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';
import { memoryTerminal } from '../memory-terminal.ts';

const LARGE = `
question: How far is it?
seed: 1
network: {topology: {line: {nodes: 2500}}, capacity: 10}
steps: [{pay: {from: n1, to: n2, amount: 1}}]
`;

it('leaves Ctrl-C to the system while the network is built, and hears it from the first operation on', async () => {
  const scenario = scenarioFrom(LARGE);
  const out = mkdtempSync(join(tmpdir(), 'millrace-keep-'));
  const keeping = { out, terminal: memoryTerminal(), progress: false };
  const before = process.listenerCount('SIGINT');
  const listeners: string[] = [];
  const count = (moment: string): void =>
    void listeners.push(`${moment}: ${process.listenerCount('SIGINT') - before}`);
  await keepRun(keeping, 'simulating', async (hooks) => {
    const onBuilding = (built: Parameters<typeof hooks.onBuilding>[0]): void => {
      hooks.onBuilding(built);
      if (built.done === 1000) count('building');
    };
    const onRecord = (record: Parameters<typeof hooks.onRecord>[0]): void => {
      hooks.onRecord(record);
      count('operating');
    };
    return await simulate({ scenario, ...hooks, onBuilding, onRecord });
  });
  count('ended');
  expect(listeners).toEqual(['building: 0', 'operating: 1', 'ended: 0']);
});

it('shows how much of a large network stands, before the first payment', async () => {
  const terminal = memoryTerminal();
  const scenario = scenarioFrom(LARGE);
  const keeping = { out: mkdtempSync(join(tmpdir(), 'millrace-keep-')), terminal, progress: true };
  await keepRun(keeping, 'simulating', (hooks) => simulate({ scenario, ...hooks }));
  expect(terminal.written.note).toMatch(
    /simulating ━+─+  Nodes and channels 1,000 of 4,999.*simulating ─+  Operations 0 of 1/s,
  );
});
