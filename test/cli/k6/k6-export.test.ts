import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { testRunManifest } from '../../../src/cli/k6/k6-export.ts';
import { NO_K6 } from './no-k6.ts';
import { runProgram } from '../run-program.ts';
import { findK6 } from '../../../src/cli/k6/k6-process.ts';
import { readRun } from '../../../src/cli/run-folder/run-reader.ts';
import { type Sandbox, startSandbox } from '../../../src/jobs/sandbox.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

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
  folder = mkdtempSync(join(tmpdir(), 'millrace-k6-export-'));
  exported = join(folder, 'reports', 'small', 'k6-operator');
  records = join(exported, 'records');
  writeFileSync(join(folder, 'small.yaml'), TEXT);
  sandbox = await startSandbox({ scenario: scenarioFrom(TEXT), speed: 1 });
  const nodes = Object.entries(sandbox.targets).map(([name, url]) =>
    name === 'hub' ? `${name}: {url: '${url}', headers: {x-token: 'secret words'}}\n` : `${name}: ${url}\n`,
  );
  writeFileSync(join(folder, 'nodes.yaml'), nodes.join(''));
  const places = ['--nodes', join(folder, 'nodes.yaml'), '--out', join(folder, 'reports')];
  await millrace(
    'load',
    join(folder, 'small.yaml'),
    '--export',
    'k6-operator',
    '--parallelism',
    '2',
    ...places,
  );
});

afterEach(() => sandbox.stop());

describe('an export for the k6 operator', () => {
  it('has the script, the plan, a manifest and the way to run it', () => {
    expect(readdirSync(exported)).toEqual(
      expect.arrayContaining(['load.ts', 'load.json', 'plan.json', 'testrun.yaml', 'README.md']),
    );
    expect(JSON.parse(readFileSync(join(exported, 'plan.json'), 'utf8'))).toHaveLength(60);
    expect(readFileSync(join(exported, 'testrun.yaml'), 'utf8')).toContain('parallelism: 2\n');
  });

  it.each(['configMap', 'volumeClaim'] as const)(
    'is a TestRun as the operator defines it, with its files in a %s',
    (script) => {
      const text = testRunManifest({ name: 'millrace-small', parts: 2, script, withHeaders: true });
      expect(() => TEST_RUN.parse(parse(text))).not.toThrow();
      expect(text.includes('/test/$(JOB_NAME).log')).toBe(script === 'volumeClaim');
    },
  );

  it('keeps headers out of every file', () => {
    for (const file of readdirSync(exported))
      expect(readFileSync(join(exported, file), 'utf8')).not.toContain('secret words');
    expect(readFileSync(join(exported, 'testrun.yaml'), 'utf8')).toContain('secretKeyRef');
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

// The fields a manifest of ours may have, after the operator's TestRun in k6.io/v1alpha1: anything else is dropped or
// refused by the cluster. Arguments are parsed by spaces and must start with a dash.
const ENV = z.strictObject({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z
    .strictObject({
      secretKeyRef: z.strictObject({ name: z.string(), key: z.string() }).optional(),
      fieldRef: z.strictObject({ fieldPath: z.string() }).optional(),
    })
    .optional(),
});
const SOURCE = z.strictObject({ name: z.string(), file: z.string() });
const TEST_RUN = z.strictObject({
  apiVersion: z.literal('k6.io/v1alpha1'),
  kind: z.literal('TestRun'),
  metadata: z.strictObject({ name: z.string().regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/) }),
  spec: z.strictObject({
    parallelism: z.int().min(1),
    script: z.union([z.strictObject({ configMap: SOURCE }), z.strictObject({ volumeClaim: SOURCE })]),
    arguments: z.string().regex(/^(--[a-z-]+(=\S+)?)( --[a-z-]+(=\S+)?)*$/),
    runner: z.strictObject({ env: z.array(ENV) }),
  }),
});

function segment(part: 1 | 2): Promise<void> {
  const log = openSync(join(records, `records-${part}.log`), 'w');
  const child = spawn(
    findK6(process.env).path,
    [
      'run',
      `--execution-segment=${part === 1 ? '0:1/2' : '1/2:1'}`,
      '--execution-segment-sequence=0,1/2,1',
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
