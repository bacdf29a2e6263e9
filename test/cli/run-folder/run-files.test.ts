import { afterEach, beforeEach, expect, it } from 'vitest';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOAD, readRunFile, RUN, type RunFile, writeRunFile } from '../../../src/cli/run-folder/run-files.ts';
import { parseScenario } from '../../../src/jobs/parse-scenario.ts';
import { networkToJson } from '../../../src/model/network/network-json.ts';
import { smallRun } from '../../fixtures/example-runs.ts';
import { loadRun } from '../../fixtures/load-runs.ts';

const SCENARIOS_FOLDER = new URL('../../../scenarios/', import.meta.url);
const SCENARIOS = readdirSync(SCENARIOS_FOLDER).filter((file) => file.endsWith('.yaml'));
const readScenario = (path: string): string => readFileSync(new URL(path, SCENARIOS_FOLDER), 'utf8');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each(SCENARIOS)('run.json of a run of %s is read back as it was written', (file) => {
  const { header, start } = smallRun();
  const scenario = parseScenario({ file, text: readScenario(file), readFile: readScenario });
  const run: RunFile = { ...header, scenario, complete: true, network: networkToJson(start) };
  writeRunFile(folder, RUN, run);
  expect(readRunFile(folder, RUN)).toEqual(run);
});

it('a load is read back as it was written, amounts and all', () => {
  const aftermath = {
    looks: [{ atMs: 0, payments: 2, locked: [{ token: 'DAI', amount: 2n ** 200n }] }],
    channels: [
      {
        channel: 'DAI:1',
        token: 'DAI',
        payer: 'alice',
        payee: 'bob',
        transfers: 2,
        lockedAmount: 2n ** 200n,
      },
    ],
  };
  const { load } = loadRun({ aftermath });
  writeRunFile(folder, LOAD, load);
  const written: unknown = JSON.parse(readFileSync(join(folder, LOAD.file), 'utf8'));
  const readLoad = readRunFile(folder, LOAD);
  expect(readLoad.aftermath).toEqual(aftermath);
  writeRunFile(folder, LOAD, readLoad);
  expect(JSON.parse(readFileSync(join(folder, LOAD.file), 'utf8'))).toEqual(written);
});
