import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../../src/cli/command.ts';
import { writeK6Export } from '../../../src/cli/k6/k6-export.ts';
import { adoptK6Records } from '../../../src/cli/k6/k6-records-folder.ts';
import { readRun } from '../../../src/cli/run-folder/run-reader.ts';
import { type K6Plan, planK6Export } from '../../../src/jobs/load/k6/k6-plan.ts';
import { startSandbox } from '../../../src/jobs/sandbox.ts';
import type { RecordLine } from '../../../src/k6/formats.ts';
import { runProgram } from '../run-program.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';
import { newFolder } from '../../new-folder.ts';

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
const folder = newFolder('millrace-k6-records');
const home = join(folder, 'records');
const divided = newFolder('millrace-k6-records');
const killed = newFolder('millrace-k6-records');
let moments: readonly number[] = [];

beforeAll(async () => {
  const sandbox = await startSandbox({ scenario: SCENARIO, speed: 1, basePort: 0, pathFindingPort: 0 });
  try {
    const { targets } = sandbox;
    const spec = SCENARIO.load as NonNullable<typeof SCENARIO.load>;
    const planned = await planK6Export({ scenario: SCENARIO, spec, targets, parts: 1 });
    writeK6Export(folder, planned);
    const inTwo = await planK6Export({ scenario: SCENARIO, spec, targets, parts: 2 });
    for (const place of [divided, killed]) writeK6Export(place, inTwo);
    moments = planned.operations.map(({ atMs }) => BEGAN_MS + Math.ceil(atMs));
    const [first = 0, second = 0] = moments;
    mkdirSync(home);
    // The node handles the later payment first; then the earlier one finds too little, and is refused.
    log(join(home, 'records.log'), [
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
    adoptK6Records(home);
    const { records, load } = readRun(home);
    expect(records.map(({ operation, outcome }) => [operation.id, outcome.kind])).toEqual([
      [1, 'succeeded'],
      [0, 'failed'],
    ]);
    expect(records[1]?.foreseen).toBe('may-either');
    expect(load?.aggregate.counts.unexpected).toBe(0);
  });

  it('is one load when each of two k6 has logged its part, and nothing is certain across their clocks', () => {
    const [one, other] = [0, 1].map((part) => join(divided, `records-${part + 1}.log`)) as [string, string];
    log(other, linesOf(1));
    expect(() => adoptK6Records(divided)).toThrow(
      'has the records of 1 of 2 parts of the load; expected all',
    );
    log(one, linesOf(0));
    adoptK6Records(divided);
    const { records, load, partial } = readRun(divided);
    expect(records.map(({ operation, foreseen }) => [operation.id, foreseen])).toEqual([
      [0, undefined],
      [1, undefined],
    ]);
    expect(load).toMatchObject({ clocks: 2, aggregate: { counts: { payments: 2, failed: 2 } } });
    expect(partial).toBe(false);
  });

  it('is reported as interrupted when one of two k6 was killed', async () => {
    log(join(killed, 'records-1.log'), linesOf(0));
    log(join(killed, 'records-2.log'), linesOf(1).slice(0, 2));
    expect((await runProgram(['report', killed])).code).toBe(EXIT.interrupted);
    expect(readRun(killed).partial).toBe(true);
  });
});

function log(file: string, lines: readonly RecordLine[]): void {
  const text = lines.map((line) => `@millrace ${JSON.stringify(line)}\n`).join('');
  writeFileSync(file, text);
}

// A k6 that sends one payment, which is refused.
function linesOf(part: 0 | 1): readonly RecordLine[] {
  const atMs = moments[part] ?? 0;
  return [
    ['begin', part, BEGAN_MS + part],
    ['sent', part, atMs, part],
    ['ended', part, atMs + 9, part, 9, 409, 0, '{"errors": "No route between nodes found."}'],
    ['done', part, atMs + 10, 1],
  ];
}

// What the node itself says of this payment.
async function answerTo({ load, payments }: K6Plan, id: number): Promise<string> {
  const [, , , , node, path, body] = payments[id] as K6Plan['payments'][number];
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${load.nodes[node]?.url}${path}`, { method: 'POST', headers, body });
  return await answer.text();
}
