import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeK6Export } from '../../../src/cli/k6/k6-export.ts';
import { adoptK6Records } from '../../../src/cli/k6/k6-records-folder.ts';
import { readRun } from '../../../src/cli/run-folder/run-reader.ts';
import { type K6Plan, planK6Export } from '../../../src/jobs/load/k6/k6-plan.ts';
import { startSandbox } from '../../../src/jobs/sandbox.ts';
import type { RecordLine } from '../../../src/k6/formats.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

// Either payment fits into the channel, both do not.
const SCENARIO = scenarioFrom(`
question: Which of two payments is handled first?
seed: 3
network:
  topology: {line: {nodes: 2}}
  capacity: 200
traffic:
  - arrivals: {constant: {perSecond: 2}}
    duration: 1s
    amounts: 80
    pairs: {list: [[n1, n2]]}
load: {deadline: 20s}
`);

const BEGAN_MS = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'millrace-k6-records-'));
const shard = join(folder, 'shard-1');

beforeAll(async () => {
  const sandbox = await startSandbox({ scenario: SCENARIO, speed: 1, basePort: 0, pathFindingPort: 0 });
  try {
    const { targets } = sandbox;
    const spec = SCENARIO.load as NonNullable<typeof SCENARIO.load>;
    const planned = await planK6Export({ scenario: SCENARIO, spec, targets, parts: 1 });
    writeK6Export(folder, planned, 'k6');
    const [first = 0, second = 0] = planned.operations.map(({ atMs }) => BEGAN_MS + Math.ceil(atMs));
    mkdirSync(shard);
    // The node handles the later payment first; then the earlier one finds too little, and is refused.
    log([
      ['begin', 0, BEGAN_MS],
      ['sent', 0, first, 0],
      ['sent', 0, second, 1],
      ['ended', 0, second + 50, 1, 50, 200, 0, await answerTo(planned.plan, 1)],
      [
        'ended',
        0,
        second + 60,
        0,
        second + 60 - first,
        409,
        0,
        '{"errors": "No route between nodes found."}',
      ],
      ['done', 0, second + 70, 2],
    ]);
  } finally {
    await sandbox.stop();
  }
});

describe('what a k6 that somebody else ran has logged', () => {
  it('takes back what was certain of a payment when another one was sent beside it', () => {
    adoptK6Records(shard);
    const { records, load } = readRun(shard);
    expect(records.map(({ operation, outcome }) => [operation.id, outcome.kind])).toEqual([
      [1, 'succeeded'],
      [0, 'failed'],
    ]);
    expect(records[1]?.foreseen).toBe('may-either');
    expect(load?.aggregate.counts.unexpected).toBe(0);
  });
});

function log(lines: readonly RecordLine[]): void {
  const text = lines.map((line) => `@millrace ${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(shard, 'records.log'), text);
}

// What the node itself says of this payment.
async function answerTo({ load, payments }: K6Plan, id: number): Promise<string> {
  const [, , , , node, path, body] = payments[id] as K6Plan['payments'][number];
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${load.nodes[node]?.url}${path}`, { method: 'POST', headers, body });
  return await answer.text();
}
