import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { claimRunFolder, runFolderOf, scenarioFolderOf } from '../../../src/cli/run-folder/run-folder.ts';
import { readRun } from '../../../src/cli/run-folder/run-reader.ts';
import { createRunWriter } from '../../../src/cli/run-folder/run-writer.ts';
import { InputError } from '../../../src/errors.ts';
import { networkToJson } from '../../../src/model/network/network-json.ts';
import type { DisturbanceRecord } from '../../../src/model/disturbances/disturbance.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { smallReplay, smallRun } from '../../fixtures/example-runs.ts';
import { world } from '../../world/world.ts';
import { loadRun } from '../../fixtures/load-runs.ts';
import { begunRun, seeded, writtenIndex, writtenRun } from './written-runs.ts';
import { filesUnder } from '../../e2e/built-cli.ts';
import { newFolder } from '../../new-folder.ts';

let out = '';
beforeEach(() => {
  out = newFolder('millrace-run');
});

const begun = (run: Run, records = run.records) => begunRun(out, run, records);
const write = (run: Run): string => writtenRun(out, run);

// Networks are graphs; their JSON says all there is.
function plain(run: Run): unknown {
  const { start, end, prediction, ...rest } = run;
  return {
    ...rest,
    start: networkToJson(start),
    end: end && networkToJson(end),
    prediction: prediction && plain(prediction),
  };
}

describe('a run folder', () => {
  it('is named after the seed for a simulation and after the time for a replay', () => {
    const { header } = smallRun();
    expect(runFolderOf('reports', { ...header, job: 'simulate', seed: '../7' })).toBe(
      join('reports', header.scenario.name, 'seed-..%2F7'),
    );
    expect(runFolderOf('reports', { ...header, job: 'replay', startedAt: '2026-01-31T12:00:00.123Z' })).toBe(
      join('reports', header.scenario.name, '2026-01-31T12-00-00Z'),
    );
  });

  it.each(['no json\n', '{"atMs": 1}\n', '{"atMs": -1, "count": 1}\n'])(
    'of a killed load with damaged counts of dropped starts is bad input: %s',
    (damage) => {
      const { folder, writer } = begun(loadRun());
      writer.close();
      writeFileSync(join(folder, 'dropped.ndjson'), `{"atMs":100,"count":2}\n${damage}`);
      expect(() => readRun(folder)).toThrow(InputError);
      expect(() => readRun(folder)).toThrow(/dropped\.ndjson:2/);
    },
  );

  it('keeps what churn, griefing and faulty messages did', () => {
    const disturbances: DisturbanceRecord = {
      untilMs: 1000,
      online: { share: 0.5, absences: 1, least: [{ node: 'alice', share: 0, absences: 1 }] },
      held: {
        transfers: 1,
        tokens: [{ token: 'TOK', stepMs: 1000, means: [5], peaks: [9], peak: 2n ** 70n }],
      },
      jams: [{ from: 'alice', to: 'bob', locked: 1, refused: 0 }],
      messages: { sent: 3, lost: 1, late: 0 },
    };
    expect(readRun(write(smallRun({ disturbances }))).disturbances).toEqual(disturbances);
  });

  it('is another one for each load or replay that begins in the same second, and the same for a simulation', () => {
    const { header } = smallReplay();
    const folders = [1, 2, 3].map(() => claimRunFolder(out, header));
    const [first] = folders;
    expect(folders).toEqual([first, `${first}-2`, `${first}-3`]);
    for (const folder of folders) expect(existsSync(folder)).toBe(true);
    const simulated = smallRun().header;
    expect(claimRunFolder(out, simulated)).toBe(claimRunFolder(out, simulated));
  });

  it('reads back as the run that was written', () => {
    for (const run of [smallRun(), smallReplay()]) expect(plain(readRun(write(run)))).toEqual(plain(run));
  });

  it('packs the networks of a large run, and reads back as that run', () => {
    const run = largeRun();
    const folder = write(run);
    expect(plain(readRun(folder))).toEqual(plain(run));
    const sizes = readdirSync(folder).map((file) => [file, statSync(join(folder, file)).size] as const);
    expect(Object.fromEntries(sizes)).not.toHaveProperty('end.json');
    // The page holds its script, too, which is as large for every run.
    const largest = Math.max(...sizes.filter(([file]) => file !== 'report.html').map(([, size]) => size));
    expect(largest).toBeLessThan(500_000);
  });

  it('of which a packed network is damaged is refused by its name', () => {
    const folder = write(largeRun());
    // What is read first is damaged last.
    for (const file of ['end.ndjson.gz', 'network.ndjson.gz']) {
      const path = join(folder, file);
      const whole = readFileSync(path);
      for (const damage of [Buffer.from('no gzip'), whole.subarray(0, whole.length / 2)]) {
        writeFileSync(path, damage);
        expect(() => readRun(folder)).toThrow(InputError);
        expect(() => readRun(folder)).toThrow(file);
      }
    }
  });

  it('tells its plan from the first operation on', () => {
    const { header, start } = smallRun();
    const plan = { ids: [{ from: 0, to: 9, step: 1 }] };
    const folder = runFolderOf(out, header);
    createRunWriter(folder, { header, start, plan }).close();
    expect(readRun(folder)).toMatchObject({ plan, partial: true });
  });

  it('holds the same bytes when the same run is written again, and nothing of the run before', () => {
    const folder = write(smallReplay());
    const first = contents(folder);
    expect(write(smallReplay())).toBe(folder);
    expect(contents(folder)).toEqual(first);
    expect([...first.keys()].filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('leaves the run before as it was until the same run is finished, also when it is given up', () => {
    const run = smallRun();
    const folder = write(run);
    const before = contents(folder);
    const { writer } = begun(run, run.records.slice(0, 1));
    expect(contents(folder)).toEqual(before);
    writer.discard();
    expect(contents(folder)).toEqual(before);
    expect(readdirSync(join(folder, '..'))).toEqual([basename(folder)]);
  });

  it('takes away what a killed process left of the same run, and nothing of one that runs', () => {
    const run = smallRun();
    const folder = write(run);
    const killed = spawnSync(process.execPath, ['--version']).pid;
    const drafts = [killed, process.ppid].map((pid) => `${folder}~draft-${hostname()}-${pid}`);
    const elsewhere = `${folder}~draft-elsewhere-${killed}`;
    const another = `${folder}0~draft-${hostname()}-${killed}`;
    // Killed just before its run took its place.
    for (const draft of [...drafts, elsewhere, another]) cpSync(folder, draft, { recursive: true });
    expect(writtenIndex(out).match(/<a href="[^"]*report\.html"/g)).toHaveLength(1);
    write(run);
    const left = [folder, ...drafts.slice(1), elsewhere, another];
    expect(readdirSync(join(folder, '..')).toSorted()).toEqual(left.map((each) => basename(each)).toSorted());
  });

  it('of a seed that ends like a draft is a run like any other', () => {
    write(seeded('7'));
    const named = [write(seeded('7.tmp')), write(seeded('7'))];
    expect(writtenIndex(out).match(/<a href="[^"]*report\.html"/g)).toHaveLength(2);
    for (const folder of named) expect(readRun(folder).records).toHaveLength(smallRun().records.length);
  });

  it('keeps what somebody else put beside the run', () => {
    const folder = write(smallRun());
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    write(smallRun());
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('is a partial run until it is finished', () => {
    const run = smallRun();
    const { folder, writer } = begun(run, run.records.slice(0, 1));
    // What is held back for a moment is written when the run breaks off.
    writer.close();
    expect(readRun(folder)).toMatchObject({ partial: true, records: [{ operation: { id: 0 } }] });
  });

  it('is gone when it is discarded, but for what somebody else put there', () => {
    const run = smallRun();
    const folder = runFolderOf(out, run.header);
    createRunWriter(folder, run).discard();
    expect(existsSync(folder)).toBe(false);
    const again = createRunWriter(folder, run);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    again.discard();
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });

  it('cut off anywhere in its outcomes loses at most the line that was being written', () => {
    const run = smallRun();
    const { folder, writer } = begun(run);
    writer.close();
    const file = join(folder, 'outcomes.ndjson');
    const whole = readFileSync(file);
    const property = fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
      writeFileSync(file, whole);
      truncateSync(file, length);
      const lines = whole.subarray(0, length).toString().split('\n').length - 1;
      const read = readRun(folder);
      expect(read.records).toEqual(run.records.slice(0, lines));
    });
    fc.assert(property);
  });

  it.each(['outcomes.ndjson', 'comparison.json', 'run.json', 'prediction/end.json'])(
    'whose %s another hand has changed is refused, even where its shape holds; without digests it is believed',
    (name) => {
      const folder = write(smallReplay());
      const file = join(folder, name);
      const whole = readFileSync(file, 'utf8');
      const changed = whole.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
      expect(changed).not.toBe(whole);
      writeFileSync(file, changed);
      expect(() => readRun(folder)).toThrow(`${file}: is not what Millrace wrote`);
      rmSync(join(dirname(file), 'digests.json'));
      expect(() => readRun(folder)).not.toThrow();
    },
  );

  it('of which a file was taken away is refused', () => {
    const folder = write(smallReplay());
    rmSync(join(folder, 'comparison.json'));
    expect(() => readRun(folder)).toThrow(/comparison\.json: is not what Millrace wrote/);
  });

  it('gives depleted ends back as they were written, for a report with the same bytes', () => {
    const end = { refilledAtMs: 9, channel: 'TOK:1', token: 'TOK', owner: 'a', partner: 'b', atMs: 5 };
    const depletedEnds = [{ ...end, payment: 3 }, end];
    const folder = write({ ...smallRun(), depletedEnds });
    expect(JSON.stringify(readRun(folder).depletedEnds)).toBe(JSON.stringify(depletedEnds));
  });

  it('damaged in the middle is refused with file and line', () => {
    const folder = write(smallRun());
    const file = join(folder, 'outcomes.ndjson');
    const lines = readFileSync(file, 'utf8').split('\n');
    const broken = (line: string): string => [lines[0], line, ...lines.slice(2)].join('\n');
    for (const [damage, message] of [
      ['{"operation":', /outcomes\.ndjson:2:1: is not valid JSON/],
      ['{}', /outcomes\.ndjson:2:1: operation: is not an operation with its outcome/],
      ['[]', /outcomes\.ndjson:2:1: is not an operation/],
    ] as const) {
      writeFileSync(file, broken(damage));
      expect(() => readRun(folder)).toThrow(InputError);
      expect(() => readRun(folder)).toThrow(message);
    }
  });
});

// More nodes and channels than anybody would read.
function largeRun(): Run {
  const channels = Array.from({ length: 3999 }, (_, index) => `node-${index + 1} 5 - 7 node-${index}`).join(
    ',',
  );
  const end = world(channels);
  end.setEdgeAttribute('DAI:1', 'balance', [0n, 12n]);
  return smallRun({ start: world(channels), end });
}

function contents(folder: string): ReadonlyMap<string, string> {
  const files = filesUnder(folder).filter((name) => statSync(join(folder, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

it.each(['..', '.', '...', '.hidden', 'index.html', 'a/b', 'a.b'])(
  'a scenario called %j has a folder of its own in the reports folder',
  (name) => {
    const folder = scenarioFolderOf('/reports', { name });
    expect(dirname(folder)).toBe('/reports');
    expect(basename(folder)).not.toMatch(/^\.|^index\.html$/);
    expect(decodeURIComponent(basename(folder))).toBe(name);
  },
);
