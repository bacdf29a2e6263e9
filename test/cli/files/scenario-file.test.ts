import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { withTraces } from '../../../src/cli/files/scenario-file.ts';
import type { ExecutorSpec, LoadSpec } from '../../../src/model/scenario/load-spec.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';
import { newFolder } from '../../new-folder.ts';

const SCENARIO = scenarioFrom(`
question: What was recorded?
seed: 1
network: {topology: {line: {nodes: 2}}}
load:
  executors:
    first: {executor: trace, file: day.csv, speed: 2}
    again: {executor: trace, file: day.csv}
    other: {executor: constant-vus, duration: 1s}
`);

const CSV = 'at,from,to,amount\n1,n1,n2,5\n2,n2,n1,6';

let folder = '';

beforeEach(() => {
  folder = newFolder('trace-file');
});

describe('files of traces', () => {
  it('are found beside the scenario, and read once each, to the last line', () => {
    writeFileSync(join(folder, 'day.csv'), CSV);
    const { executors } = withTraces(SCENARIO.load as LoadSpec, { scenario: SCENARIO, folder });
    const [first, again, other] = executors.map((one) => (one.kind === 'trace' ? one.payments : 'none'));
    expect(first).toMatchObject({ length: 2, lastAtMs: 1000 });
    expect(again).toBe(first);
    expect(other).toBe('none');
  });

  it('may be folders of runs', () => {
    const run = join(folder, 'run');
    mkdirSync(run);
    const payment = '"kind":"pay","node":"n1","target":"n2","token":"TOK","amount":"7","identifier":"1"';
    writeFileSync(
      join(run, 'outcomes.ndjson'),
      `{"operation":{"id":0,"atMs":0,"origin":"",${payment}},"startedAtMs":3,"endedAtMs":4,"outcome":{"kind":"succeeded","status":200}}\n`,
    );
    expect(read(run)).toMatchObject({ length: 1 });
    expect(read(join(run, 'outcomes.ndjson'))).toMatchObject({ length: 1 });
  });

  it('say what is wrong with their path', () => {
    expect(() => read(folder)).toThrow(/is a folder without outcomes\.ndjson; expected recorded payments/);
    expect(() => read(join(folder, 'none.csv'))).toThrow(/no such file; expected recorded payments/);
  });
});

function read(file: string) {
  const trace: ExecutorSpec = {
    name: 'flags',
    startMs: 0,
    gracefulStopMs: 0,
    kind: 'trace',
    file,
    speed: 1,
    maxVus: 1,
  };
  const spec: LoadSpec = { executors: [trace], thresholds: [], deadlineMs: 1 };
  const [executor] = withTraces(spec, { scenario: SCENARIO, folder: '.' }).executors;
  return executor?.kind === 'trace' ? executor.payments : undefined;
}
