import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readJournal } from '../../../src/cli/plan/plan-folder.ts';

const KEPT = { metrics: {}, amountClasses: [], nodes: {}, ends: [], failedPairs: [] };

it('a plan that is gone on with simulates again what an earlier version kept less of', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plan-'));
  const lines = [
    { key: 'earlier', replication: KEPT },
    { key: 'today', replication: { ...KEPT, dryEnds: [] } },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(folder, 'replications.ndjson'), text);
  expect([...readJournal(folder).keys()]).toEqual(['today']);
});
