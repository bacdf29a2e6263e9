import { describe, expect, it } from 'vitest';
import { addressFrom } from '../../../src/model/network/address.ts';
import type { Reading } from '../../../src/model/run/reading.ts';
import { readingFromLine, readingLine } from '../../../src/model/run/run-json.ts';

const [BOB, TOKEN] = [addressFrom('bob'), addressFrom('token')];
const common = { logTime: '2026-11-21T01:54:51.051000', tokenAddress: TOKEN };

function reading(value: Reading['value']): Reading {
  return { moment: 'end', node: 'alice', view: { kind: 'history' }, value, attempt: 1, atMs: 5 };
}

// A line of a run folder that an earlier Millrace wrote.
const LINE =
  '{"moment":"end","node":"alice","view":{"kind":"history"},"value":{"kind":"history","events":[' +
  `{"event":"EventPaymentSentSuccess","amount":"7","target":"${BOB}","identifier":"18446744073709551615","logTime":"2026-11-21T01:54:51.051000","tokenAddress":"${TOKEN}"},` +
  `{"event":"EventPaymentReceivedSuccess","amount":"8","initiator":"${BOB}","identifier":"2","logTime":"2026-11-21T01:54:51.051000","tokenAddress":"${TOKEN}"},` +
  `{"event":"EventPaymentSentFailed","reason":"lock expired","target":"${BOB}","logTime":"2026-11-21T01:54:51.051000","tokenAddress":"${TOKEN}"}` +
  ']},"attempt":1,"atMs":5}\n';

const HISTORY = reading({
  kind: 'history',
  events: [
    { kind: 'sent', amount: 7n, target: BOB, identifier: 2n ** 64n - 1n, ...common },
    { kind: 'received', amount: 8n, initiator: BOB, identifier: 2n, ...common },
    { kind: 'failed', reason: 'lock expired', target: BOB, ...common },
  ],
});

describe('a line of readings.ndjson', () => {
  it('is written as before entries had neutral names', () => {
    expect(readingLine(HISTORY)).toBe(LINE);
  });

  it('is read as before', () => {
    expect(readingFromLine(LINE)).toEqual(HISTORY);
  });

  it('of another view is as it stands', () => {
    const pending = reading({ kind: 'pending', transfers: [] });
    expect(readingFromLine(readingLine(pending))).toEqual(pending);
  });
});
