import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith, runCli, startCli, untilWritten } from './built-cli.ts';
import { wrongAmounts } from '../fixtures/liars.ts';
import { sandboxOf } from '../fixtures/in-sandbox.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';
import { readRun } from '../../src/cli/run-folder/run-reader.ts';
import { RUN_FILES } from '../../src/cli/run-folder/run-files.ts';
import { startStub, STUB_SCENARIO } from '../fixtures/stub-nodes.ts';

const PAIR = `
question: Do two nodes do what they should?
seed: 3
network: {topology: {line: {nodes: 2}}, capacity: 1000, settleTimeout: 40, revealTimeout: 10}
protocol: {blockTime: 1s, confirmations: 2, hopLatency: 20ms}
`;

it('a check that is killed leaves what it had found: the case, and the verdict so far', async () => {
  const { targets } = await sandboxOf(scenarioFrom(PAIR), { speed: 100, lie: wrongAmounts });
  const folder = folderWith({ 'nodes.yaml': JSON.stringify(targets) });
  const asked = ['check', '--nodes', 'nodes.yaml', '--only', 'receipts', '--time', '40s', '--no-progress'];
  const cli = startCli(asked, { folder });
  const data = await untilWritten(join(folder, 'reports', 'check'), 'check.json');
  cli.kill();
  // Nobody ended it but the kill.
  expect((await cli.result).code).toBeNull();
  const report = JSON.parse(readFileSync(data, 'utf8')) as Report;
  expect(report).toMatchObject({
    ended: 'interrupted',
    counterexamples: [{ found: { check: 'receipts' } }],
  });
  const cases = readdirSync(join(folder, 'cases'));
  expect(cases).toContain(`${report.counterexamples[0]?.id}.yaml`);
});

interface Report {
  readonly counterexamples: readonly { readonly id: string }[];
}

const MANY = `
question: Do many payments come to what the model says?
seed: 3
network: {topology: {line: {nodes: 3}}, capacity: 100_000}
protocol: {hopLatency: 20ms}
traffic: [{arrivals: {poisson: {perSecond: 1}}, amounts: 3, count: 300}]
`;

it('a replay that is killed can be judged by itself, as far as it came', async () => {
  const { targets } = await sandboxOf(scenarioFrom(MANY), { speed: 100 });
  const folder = folderWith({ 'many.yaml': MANY, 'nodes.yaml': JSON.stringify(targets) });
  const cli = startCli(['replay', 'many.yaml', '--nodes', 'nodes.yaml', '--no-progress'], { folder });
  const run = dirname(await untilWritten(join(folder, 'reports', 'many'), 'outcomes.ndjson'));
  cli.kill();
  expect((await cli.result).code).toBeNull();
  const { code, stdout, stderr } = await runCli(['compare', run], { folder });
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout).toMatch(/broke off|interrupted|partial/i);
});

const RATE = 2_000;

it(`kill -9 at ${RATE} payments a second loses no more than the last moments, and the report says so`, async () => {
  const { a, b } = await startStub();
  const folder = folderWith({ 'killed.yaml': STUB_SCENARIO, 'nodes.yaml': `a: ${a}\nb: ${b}\n` });
  const flags = ['--rate', String(RATE), '--duration', '60', '--out', 'out', '--no-progress'];
  const cli = startCli(['load', 'killed.yaml', '--nodes', 'nodes.yaml', ...flags], { folder });
  // Some seconds of it: a record has some 300 bytes.
  const outcomes = await untilWritten(join(folder, 'out', 'killed'), RUN_FILES.outcomes, 1.5 * RATE * 300);
  const written = readFileSync(outcomes, 'utf8').split('\n').length - 1;
  cli.kill();
  await cli.result;
  const seen = Number(await (await fetch(`${a}/stub/payments`)).text());
  const run = readRun(join(outcomes, '..'));
  expect(run.partial).toBe(true);
  const kept = run.load?.aggregate.counts.payments ?? 0;
  expect(kept).toBeGreaterThan(RATE);
  expect(kept).toBeGreaterThanOrEqual(written);
  // 100 ms of records, and what was under way; on a machine that others hold up, the rest of a second.
  expect(seen - kept).toBeLessThanOrEqual(RATE);
  const report = startCli(['report', join(outcomes, '..')], { folder });
  expect((await report.result).stdout).toMatch(/partial|interrupted|broke off/i);
});
