import { describe, expect, it } from 'vitest';
import { assembleNetwork, assembleOperations } from '../../../../src/jobs/assemble.ts';
import { K6Records, readRecordLine } from '../../../../src/jobs/load/k6/k6-records.ts';
import type { RecordLine } from '../../../../src/k6/formats.ts';
import type { OperationRecord } from '../../../../src/model/run/operation.ts';
import { MIXED } from '../../k6-fixture.ts';

const start = assembleNetwork(MIXED);
const operations = assembleOperations({ scenario: MIXED, network: start });

function fold(lines: readonly RecordLine[]): readonly OperationRecord[] {
  const ended: OperationRecord[] = [];
  const records = new K6Records({
    operations,
    start,
    onBegin: () => {},
    onSend: () => undefined,
    onRecord: (record) => ended.push(record),
  });
  for (const line of lines) records.add(line);
  records.finish();
  return ended;
}

const BEGIN: RecordLine = ['begin', 0, 1_000_000];
const due = operations[1]?.atMs ?? 0;
const SENT: RecordLine = ['sent', 0, 1_000_000 + Math.ceil(due) + 3, 1];

describe('records of k6', () => {
  it('count service from sending and response from the intended start', () => {
    const endedMs = SENT[2] + 43;
    const [record] = fold([BEGIN, SENT, ['ended', 0, endedMs, 1, 42.5, 409, 0, '{"errors": "No route"}']]);
    expect(record).toMatchObject({
      operation: { id: 1 },
      intendedAtMs: due,
      startedAtMs: Math.ceil(due) + 3,
      endedAtMs: Math.ceil(due) + 3 + 42.5,
      outcome: { kind: 'failed', status: 409 },
    });
  });

  it('never end before their answer was there, although a busy k6 measures from later than it sends', () => {
    const answeredMs = SENT[2] + 207;
    const [record] = fold([
      BEGIN,
      SENT,
      ['ended', 0, answeredMs, 1, 12.25, 409, 0, '{"errors": "No route"}'],
    ]);
    // Within the two milliseconds that whole ones leave open.
    expect(record?.endedAtMs).toBe(answeredMs - 1_000_000 - 1);
  });

  it('never start before they are due, although k6 rounds milliseconds down', () => {
    const [record] = fold([BEGIN, ['sent', 0, 1_000_000, 1], ['ended', 0, 1_000_500, 1, 1, 200, 0, '{}']]);
    expect(record?.startedAtMs).toBe(due);
  });

  it('say that a payment without an end may have happened', () => {
    expect(fold([BEGIN, SENT])).toMatchObject([
      { operation: { id: 1 }, outcome: { kind: 'indeterminate', cause: 'interrupted' } },
    ]);
  });

  it.each([
    [1212, { kind: 'failed', reason: 'unreachable' }],
    [1101, { kind: 'failed', reason: 'unreachable' }],
    [1050, { kind: 'indeterminate', cause: 'deadline' }],
    [1220, { kind: 'indeterminate', cause: 'connection-broken' }],
    [1000, { kind: 'indeterminate', cause: 'connection-broken' }],
  ])('tell from error code %i whether a payment may have happened', (code, outcome) => {
    expect(
      fold([BEGIN, SENT, ['ended', 0, 1_000_500, 1, 7, 0, code, 'some words']])[0]?.outcome,
    ).toMatchObject(outcome);
  });

  it('call a 200 that is no receipt unreadable', () => {
    expect(fold([BEGIN, SENT, ['ended', 0, 1_000_500, 1, 7, 200, 0, 'welcome']])[0]?.outcome).toMatchObject({
      kind: 'indeterminate',
      cause: 'unreadable-answer',
    });
  });

  it('are found among other output', () => {
    expect(readRecordLine('time="2026" level=info msg="hello"')).toBeUndefined();
    expect(readRecordLine('INFO[0001] @millrace ["done",0,5,1]')).toEqual(['done', 0, 5, 1]);
  });
});
