import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRun } from '../../src/cli/run-folder/run-reader.ts';
import { RUN_FILES } from '../../src/cli/run-folder/run-files.ts';
import { startStub, STUB_SCENARIO } from '../fixtures/stub-nodes.ts';
import { folderWith, startCli, untilWritten } from './built-cli.ts';

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
