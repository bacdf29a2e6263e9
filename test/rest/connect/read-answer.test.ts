import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { raidenEndpoints } from '../../../src/rest/raiden/endpoints.ts';
import { readAnswer, readErrors } from '../../../src/rest/connect/read-answer.ts';

const ADDRESS = '0x42D449aaf65BdeE5068894233d9F02776BE98EcE';
const CHANNEL = {
  channel_identifier: '1',
  token_address: ADDRESS,
  token_network_address: ADDRESS,
  partner_address: ADDRESS,
  balance: '5',
  total_deposit: '5',
  total_withdraw: '0',
  state: 'opened',
  settle_timeout: '500',
  reveal_timeout: '50',
};

describe('readErrors', () => {
  it.each([
    ['a text', '{"errors": "no"}', 'no'],
    ['several texts', '{"errors": ["invalid endpoint", "why"]}', ['invalid endpoint', 'why']],
    ['texts by field', '{"errors":{"amount":["bad"]}}', { amount: ['bad'] }],
    ['a framework message', '{"message": "method"}', 'method'],
    ['plain text of the light client', 'Insufficient balance.', 'Insufficient balance.'],
    ['a JSON text', '"x"', '"x"'],
    ['errors of no known shape', '{"errors": 5}', '{"errors": 5}'],
    ['a key twice', '{"errors":"a","errors":"b"}', '{"errors":"a","errors":"b"}'],
    ['nothing', '', ''],
    [
      'a page of Express',
      '<!DOCTYPE html>\n<html><head><title>Error</title></head><body><pre>Boom &lt;here&gt;</pre></body></html>',
      'Boom &lt;here&gt;',
    ],
  ])('reads %s', (_what, text, expected) => {
    expect(readErrors(text)).toEqual(expected);
  });
});

describe('readAnswer', () => {
  const read = (status: number, body: unknown) =>
    readAnswer(
      { status, text: typeof body === 'string' ? body : JSON.stringify(body) },
      raidenEndpoints.channels,
    );

  it('takes any 2xx with a readable body as success of a change', () => {
    const answer = { status: 202, text: JSON.stringify(CHANNEL) };
    const changed = { kind: 'ok', status: 202, value: { balance: 5n } };
    expect(readAnswer(answer, raidenEndpoints.updateChannel)).toMatchObject(changed);
  });

  it.each([
    ['application/json; charset=utf-8', 'ok'],
    ['text/html', 'indeterminate'],
  ])('reads a success of type %s as %s', (type, kind) => {
    const answer = { status: 200, text: '[]', headers: { 'content-type': type } };
    expect(readAnswer(answer, raidenEndpoints.channels)).toMatchObject({ kind });
  });

  it('takes status 200 alone as success of a read', () => {
    expect(read(206, [CHANNEL])).toMatchObject({ detail: 'status 206, expected 200' });
  });

  it('reads the numbers of older nodes', () => {
    expect(read(200, [{ ...CHANNEL, balance: 5 }])).toMatchObject({ kind: 'ok', value: [{ balance: 5n }] });
  });

  it('ignores fields it does not know', () => {
    expect(read(200, [{ ...CHANNEL, more: 1 }])).toMatchObject({ kind: 'ok' });
  });

  it.each([
    [
      [CHANNEL, { ...CHANNEL, balance: '-1' }],
      '[1].balance: expected a whole number from 0 to 2^256-1, found "-1"',
    ],
    [
      [{ ...CHANNEL, token_address: undefined }],
      '[0].token_address: expected an EIP-55 address, found nothing',
    ],
    [
      [{ ...CHANNEL, partner_address: ADDRESS.toLowerCase() }],
      `[0].partner_address: expected an EIP-55 address, found "${ADDRESS.toLowerCase()}"`,
    ],
    [[{ ...CHANNEL, state: 'open' }], '[0].state: expected a channel state, found "open"'],
    [{}, 'the answer: Invalid input: expected array, received object, found {}'],
    ['<html>', '200 with a body that is no JSON: <html>'],
    ['', '200 with a body that is no JSON: nothing'],
    ['{"a":1,"a":2}', '200 with a body that is refused: it has "a" twice in one object: {"a":1,"a":2}'],
    ['\u001b[2J{\r\n', '200 with a body that is no JSON: \\u001b[2J{'],
    [
      '['.repeat(100_000),
      `200 with a body that is refused: it nests deeper than 100 levels: ${'['.repeat(80)}…`,
    ],
    [
      `{"a": 12345678901234567890, "b": ${'['.repeat(100_000)}`,
      `200 with a body that is refused: it nests deeper than 100 levels: {"a": 12345678901234567890, "b": ${'['.repeat(47)}…`,
    ],
  ])('says which field of %j is unreadable', (body, detail) => {
    expect(read(200, body)).toEqual({ kind: 'indeterminate', cause: 'unreadable-answer', detail });
  });

  it('takes as many values as its endpoint says: a graph has many short ones', () => {
    const text = `[${'"n1","n2",1,'.repeat(100_000)}0]`;
    const graph = { answer: z.unknown(), method: 'GET' } as const;
    expect(readAnswer({ status: 200, text }, graph)).toMatchObject({ kind: 'indeterminate' });
    expect(readAnswer({ status: 200, text }, { ...graph, bytesPerValue: 3 })).toMatchObject({ kind: 'ok' });
  });

  it.each([502, 504])(
    'leaves open what became of a leave whose gateway gave up with %i, and of no read',
    (status) => {
      const said = { status, text: '<html>Bad Gateway' };
      expect(readAnswer(said, raidenEndpoints.leave)).toMatchObject({
        kind: 'indeterminate',
        cause: 'gateway',
      });
      expect(readAnswer(said, raidenEndpoints.channels)).toMatchObject({ kind: 'refused', status });
    },
  );

  it('looks at no more entries of a list than it needs to call it unreadable', () => {
    let looks = 0;
    const entry = z.custom((value) => {
      looks += 1;
      return value === 1;
    }, 'a one');
    const text = JSON.stringify([1, 1, ...Array<number>(5_000).fill(2)]);
    const endpoint = { method: 'GET', answer: z.array(entry).readonly() } as const;
    expect(readAnswer({ status: 200, text }, endpoint)).toMatchObject({
      cause: 'unreadable-answer',
      detail: '[2]: expected a one, found 2',
    });
    expect(looks).toBe(3);
  });

  it('never calls a refusal unreadable', () => {
    expect(read(500, 'Internal Server Error')).toEqual({
      kind: 'refused',
      status: 500,
      errors: 'Internal Server Error',
      reason: 'server-error',
    });
  });

  it('reads what leaving a token network answers: channels, nulls, or addresses as documented', () => {
    const text = JSON.stringify([CHANNEL, null, ADDRESS]);
    expect(readAnswer({ status: 200, text }, raidenEndpoints.leave)).toMatchObject({
      kind: 'ok',
      value: [{ balance: 5n }, null, ADDRESS],
    });
  });
});
