import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, readdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../run-program.ts';
import { readRun } from '../../../src/cli/run-folder/run-reader.ts';
import { type Sandbox, startSandbox } from '../../../src/jobs/sandbox.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';
import { newFolder } from '../../new-folder.ts';

const BUILT = fileURLToPath(new URL('../../../tools/k6/bin/k6', import.meta.url));

/** The k6 that MILLRACE_K6 names, that `npm run k6:build` made, or that is on the PATH. */
const K6 = process.env['MILLRACE_K6'] ?? (existsSync(BUILT) ? BUILT : 'k6');

const { stdout } = spawnSync(K6, ['version'], { encoding: 'utf8' });

/** Why k6 is not there, to be read behind the name of a test that is skipped; empty where it is. */
const NO_K6 = /^k6(?:\.exe)? v2\./.test(stdout ?? '') ? '' : ' (skipped: no k6 2.x here; npm run k6:build)';

const TEXT = `
question: Can somebody else's k6 run it?
seed: 4
network:
  topology: {star: {spokes: 4}}
  capacity: 100000
traffic:
  - name: everyone
    arrivals: {constant: {perSecond: 60}}
    duration: 1s
    amounts: 3
    pairs: uniform
load:
  thresholds:
    payments: ['count>=60']
`;

const millrace = (...args: readonly string[]) => runProgram(args, { env: process.env });

let sandbox: Sandbox;
let folder: string;
let exported: string;
let records: string;

beforeEach(async () => {
  folder = newFolder('millrace-k6-export');
  exported = join(folder, 'reports', 'small', 'k6');
  records = join(exported, 'records');
  writeFileSync(join(folder, 'small.yaml'), TEXT);
  sandbox = await startSandbox({ scenario: scenarioFrom(TEXT), speed: 1 });
  const nodes = Object.entries(sandbox.targets).map(([name, url]) =>
    name === 'hub' ? `${name}: {url: '${url}', headers: {x-token: 'secret words'}}\n` : `${name}: ${url}\n`,
  );
  writeFileSync(join(folder, 'nodes.yaml'), nodes.join(''));
  const places = ['--nodes', join(folder, 'nodes.yaml'), '--out', join(folder, 'reports')];
  await millrace('load', join(folder, 'small.yaml'), '--export', 'k6', '--parallelism', '2', ...places);
});

afterEach(() => sandbox.stop());

describe('an export for k6', () => {
  it('has the script, the plan and one command for each part', () => {
    expect(readdirSync(exported)).toEqual(
      expect.arrayContaining(['load.ts', 'load.json', 'plan.json', 'README.md']),
    );
    expect(JSON.parse(readFileSync(join(exported, 'plan.json'), 'utf8'))).toHaveLength(60);
    const readme = readFileSync(join(exported, 'README.md'), 'utf8');
    for (const part of ['0/2:1/2', '1/2:2/2'])
      expect(readme).toContain(
        `k6 run --log-format=raw --no-thresholds --execution-segment=${part} --execution-segment-sequence=0/2,1/2,2/2`,
      );
  });

  it('keeps headers out of every file', () => {
    for (const file of readdirSync(exported))
      expect(readFileSync(join(exported, file), 'utf8')).not.toContain('secret words');
    expect(readFileSync(join(exported, 'README.md'), 'utf8')).toContain('MILLRACE_HEADERS');
  });

  it.skipIf(NO_K6 !== '')(
    `runs as two segments whose logs become one verdict with one set of thresholds${NO_K6}`,
    async () => {
      mkdirSync(records);
      await Promise.all([segment(1), segment(2)]);
      const { code, out } = await millrace('report', records, '--nodes', join(folder, 'nodes.yaml'));
      expect(code).toBe(0);
      expect(out).toContain('60 of 60');
      const { load, records: kept, partial } = readRun(records);
      expect(partial).toBe(false);
      expect(load?.engine).toBe('k6');
      expect(load?.checks.map(({ name }) => name)).toContain('conservation');
      // Nobody reads the nodes while k6 runs by itself.
      expect(load?.checks.filter(({ verdict }) => verdict !== 'holds')).toMatchObject([
        { name: 'watched', verdict: 'not-checked' },
      ]);
      expect(load?.thresholds[0]).toMatchObject({ met: true, actual: 60 });
      expect(load?.clocks).toBe(2);
      expect(new Set(kept.map(({ operation }) => operation.id)).size).toBe(60);
    },
  );
});

function segment(part: 1 | 2): Promise<void> {
  const log = openSync(join(records, `records-${part}.log`), 'w');
  const child = spawn(
    K6,
    [
      'run',
      `--execution-segment=${part === 1 ? '0/2:1/2' : '1/2:2/2'}`,
      '--execution-segment-sequence=0/2,1/2,2/2',
      '--no-thresholds',
      '--summary-mode=disabled',
      '--quiet',
      '--log-format=raw',
      'load.ts',
    ],
    {
      cwd: exported,
      stdio: ['ignore', log, log],
      env: { ...process.env, K6_NO_USAGE_REPORT: 'true', K6_AUTO_EXTENSION_RESOLUTION: 'false' },
    },
  );
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve());
  });
}
