import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readRun } from '../../src/cli/run-folder/run-reader.ts';
import { RUN_FILES } from '../../src/cli/run-folder/run-files.ts';
import { startCli } from './built-cli.ts';

const STUB = fileURLToPath(new URL('../fixtures/stub-node.mjs', import.meta.url));
const RATE = 2_000;

const SCENARIO = `question: what does a killed load leave behind?
seed: 7
tokens: [{name: TOK, balancePerNode: 1_000_000_000_000_000}]
network:
  topology: {channels: [{between: [a, b], deposits: [1_000_000_000_000, 1_000_000_000_000]}]}
traffic:
  - {arrivals: {constant: {perSecond: 1}}, count: 1, amounts: 1}
`;

it(`kill -9 at ${RATE} payments a second loses no more than the last moments, and the report says so`, async () => {
  const stub = spawn(process.execPath, [STUB], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(stub.stdout, 'data')) as [Buffer];
    const { a, b } = JSON.parse(line.toString()) as Record<'a' | 'b', string>;
    const folder = mkdtempSync(join(tmpdir(), 'millrace-load-'));
    writeFileSync(join(folder, 'killed.yaml'), SCENARIO);
    writeFileSync(join(folder, 'nodes.yaml'), `a: ${a}\nb: ${b}\n`);
    const flags = ['--rate', String(RATE), '--duration', '60', '--out', 'out', '--no-progress'];
    const cli = startCli(['load', 'killed.yaml', '--nodes', 'nodes.yaml', ...flags], { folder });
    const outcomes = await fileOf(join(folder, 'out', 'killed'), RUN_FILES.outcomes);
    // Some seconds of it: a record has some 300 bytes.
    await until(() => statSync(outcomes).size > 1.5 * RATE * 300);
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
  } finally {
    stub.kill();
  }
});

async function fileOf(out: string, name: string): Promise<string> {
  let path = '';
  await until(() => {
    try {
      path = join(out, readdirSync(out)[0] ?? '', name);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  });
  return path;
}

// What another process writes can only be looked at again.
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}
