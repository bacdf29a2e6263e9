import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runFolderOf } from '../../../src/cli/run-folder/run-folder.ts';
import { writeRunIndex } from '../../../src/cli/run-folder/run-index.ts';
import { createRunWriter } from '../../../src/cli/run-folder/run-writer.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { smallReplay, smallRun } from '../../fixtures/example-runs.ts';
import { seeded, writtenIndex, writtenRun } from './written-runs.ts';
import { newFolder } from '../../new-folder.ts';

let out = '';
beforeEach(() => {
  out = newFolder('millrace-run');
});

const write = (run: Run): string => writtenRun(out, run);

describe('the index of a reports folder', () => {
  it('is made although a folder is gone when it is looked into', () => {
    const reports = newFolder('millrace-index');
    // Listed under another name than it has, because that is no text.
    mkdirSync(Buffer.concat([Buffer.from(`${reports}/`), Buffer.from([0xff])]));
    writeRunIndex(reports);
    expect(readFileSync(join(reports, 'index.html'), 'utf8')).toContain('</html>');
  });

  it('lists every run, and survives folders that are none', () => {
    write(smallRun());
    write(smallReplay());
    const damaged = write(seeded('9'));
    writeFileSync(join(damaged, 'entry.json'), '{');
    const page = writtenIndex(out);
    for (const run of [smallRun(), smallReplay()]) {
      const folder = runFolderOf('', run.header);
      expect(page).toContain(`href="${folder}/report.html"`);
    }
    expect(page).not.toContain('seed-9');
  });

  it('lists plans', () => {
    const entry = { scenario: 'ring', question: 'What?', seed: '1', startedAt: '2026-01-01T00:00:00.000Z' };
    mkdirSync(join(out, 'ring', 'plan-1'), { recursive: true });
    const text = JSON.stringify({ format: 'millrace-plan/1', ...entry, standing: 'missed', answer: 'Add 9' });
    writeFileSync(join(out, 'ring', 'plan-1', 'entry.json'), text);
    const page = writtenIndex(out);
    expect(page).toContain('href="ring/plan-1/plan.html"');
    expect(page).toMatch(/missed.*Add 9/s);
  });

  it('lists 500 runs without opening their networks', () => {
    const entry = join(write(seeded('0')), 'entry.json');
    for (let seed = 1; seed < 500; seed += 1) {
      const folder = runFolderOf(out, seeded(String(seed)).header);
      mkdirSync(folder);
      copyFileSync(entry, join(folder, 'entry.json'));
    }
    expect(writtenIndex(out).match(/<a href="[^"]*report\.html"/g)).toHaveLength(500);
  });

  it('lists a run once while it is made again', () => {
    const run = smallRun();
    const writer = createRunWriter(write(run), run);
    expect(writtenIndex(out).match(/<a href="[^"]*report\.html"/g)).toHaveLength(1);
    writer.close();
  });
});
