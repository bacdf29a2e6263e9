import { afterEach, beforeEach, expect, it } from 'vitest';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPARISON, LOAD, RECORDS, RUN, type RunFile } from '../../../src/cli/run-folder/file-codecs.ts';
import { readRunFile, streamItems, writeRunFile } from '../../../src/cli/run-folder/run-files.ts';
import { parseScenario } from '../../../src/jobs/parse-scenario.ts';
import { networkToJson } from '../../../src/model/network/network-json.ts';
import type { Comparison } from '../../../src/model/run/finding.ts';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import { smallReplay, smallRun } from '../../fixtures/example-runs.ts';
import { loadRun } from '../../fixtures/load-runs.ts';
import { expectAsPublished } from '../../fixtures/published-schema.ts';
import { newFolder } from '../../new-folder.ts';

const SCENARIOS_FOLDER = new URL('../../../scenarios/', import.meta.url);
const SCENARIOS = readdirSync(SCENARIOS_FOLDER).filter((file) => file.endsWith('.yaml'));
const readScenario = (path: string): string => readFileSync(new URL(path, SCENARIOS_FOLDER), 'utf8');

let folder: string;
beforeEach(() => {
  folder = newFolder();
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
  const text = readFileSync(join(folder, LOAD.file), 'utf8');
  expect(JSON.parse(text)).toEqual(written);
  expectAsPublished('load', text);
});

it('a record whose trace has no path is told with file and line', () => {
  const traced = smallRun().records.find(({ trace }) => trace !== undefined);
  const path = join(folder, 'outcomes.ndjson');
  writeFileSync(path, RECORDS.line(traced as OperationRecord).replace('"path":', '"pat":'));
  expect(() => streamItems(path, RECORDS, () => {})).toThrow(/outcomes\.ndjson:1:1: trace\.path: is not/);
});

it.each(['verdict', 'findings'])(
  'a comparison of which an operation has no %s is told with its field',
  (field) => {
    writeRunFile(folder, COMPARISON, smallReplay().comparison as Comparison);
    const path = join(folder, COMPARISON.file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(`"${field}"`, '"gone"'));
    expect(() => readRunFile(folder, COMPARISON)).toThrow(
      new RegExp(`json: operations\\.0\\.${field}: is not`),
    );
  },
);
