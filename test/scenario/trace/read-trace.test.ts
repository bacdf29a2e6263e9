import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFault } from '../../../src/errors.ts';
import { toJson } from '../../../src/model/json.ts';
import { MAX_AMOUNT } from '../../../src/model/network/amount.ts';
import type { TracedPayment } from '../../../src/model/scenario/payment-trace.ts';
import { readTrace } from '../../../src/scenario/trace/read-trace.ts';
import { faultsOf } from '../../fixtures/faults-of.ts';

const NODES = new Set(['hub', 'spoke1', 'spoke2', 'a b']);

interface Given {
  readonly text: string;
  readonly tokens?: readonly string[];
  readonly format?: 'csv' | 'records';
}

function read({ text, tokens = ['TOK'], format = 'csv' }: Given): readonly TracedPayment[] {
  const trace = readTrace({
    file: 'day',
    format,
    names: { nodes: NODES, tokens },
    lines: (onLine) => text.split('\n').forEach((line, index) => onLine(line, index + 1)),
  });
  return Array.from({ length: trace.length }, (_, index) => trace.payment(index));
}

const toldOf = (given: Given) => faultsOf(() => read(given)).map(describeFault);

describe('a trace from CSV', () => {
  it('reads seconds, payer, payee and amount, in any order of columns and lines', () => {
    const text = 'amount,to,from,at\n7,spoke1,hub,12.5\n8,hub,spoke2,10\n';
    expect(read({ text })).toEqual([
      { atMs: 0, node: 'spoke2', target: 'hub', token: 'TOK', amount: 8n, sequence: 3 },
      { atMs: 2500, node: 'hub', target: 'spoke1', token: 'TOK', amount: 7n, sequence: 2 },
    ]);
  });

  it('reads milliseconds, tokens and identifiers where columns say so, and leaves other columns alone', () => {
    const text = 'at_ms,from,to,amount,token,identifier,date\n5,hub,spoke1,1,ETH,18446744073709551615,monday';
    expect(read({ text, tokens: ['TOK', 'ETH'] })).toMatchObject([
      { atMs: 0, token: 'ETH', identifier: 18446744073709551615n },
    ]);
  });

  it('reads what spreadsheets write: a mark at the start, quotes, line breaks of two characters', () => {
    const text = '\uFEFFat,from,to,amount,note\r\n1,"a b", hub ,"1_000","one, two"\r\n\r\n';
    expect(read({ text })).toMatchObject([{ node: 'a b', target: 'hub', amount: 1000n }]);
  });

  it('reads every amount exactly', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: MAX_AMOUNT }), { minLength: 1 }), (amounts) => {
        const text = ['at,from,to,amount', ...amounts.map((amount, at) => `${at},hub,spoke1,${amount}`)].join(
          '\n',
        );
        expect(read({ text }).map(({ amount }) => amount)).toEqual(amounts);
      }),
    );
  });

  it('names every fault with its line and column', () => {
    const text = [
      'at,from,to,amount',
      'soon,hub,spoke1,1',
      '1,spok1,hub,1',
      '2,hub,hub,1',
      '3,hub,spoke1,-1',
      `4,hub,spoke1,${MAX_AMOUNT + 1n}`,
      '5,hub,spoke1,1,000',
      '6,spok1,hub,1',
      '-7,hub,,1',
    ].join('\n');
    expect(toldOf({ text })).toEqual([
      'day:2:1: found "soon", expected seconds such as 12.5',
      'day:3:3: found "spok1", expected a node of the network\n  did you mean spoke1?',
      'day:4:7: found hub paying itself, expected two different nodes',
      'day:5:14: found "-1", expected an amount: an integer from 0 to 2^256-1',
      `day:6:14: found "${MAX_AMOUNT + 1n}", expected an amount: an integer from 0 to 2^256-1`,
      'day:7:1: found 5 cells, expected 4 as in the header',
      'day:9:1: found "-7", expected seconds such as 12.5',
      'day:9:8: found nothing, expected a node of the network',
    ]);
  });

  it('stops after twenty faults', () => {
    const text = `at,from,to,amount\n${'x,hub,spoke1,1\n'.repeat(1000)}`;
    const faults = toldOf({ text });
    expect(faults).toHaveLength(21);
    expect(faults.at(-1)).toBe('and perhaps more: reading stopped after 20 faults');
  });

  it('refuses an identifier used twice, and says where it was before', () => {
    const text =
      'at,from,to,amount,identifier\n1,hub,spoke1,1,7\n2,hub,spoke1,1,8\n0,hub,spoke1,1,7\n3,hub,spoke1,1,0';
    expect(toldOf({ text: text.slice(0, text.lastIndexOf('\n')) })).toEqual([
      'day:2:1: cell 5: found the identifier 7 of line 4 again, expected one of its own for each payment',
    ]);
    expect(toldOf({ text })[0]).toBe(
      'day:5:16: found "0", expected an identifier: an integer from 1 to 2^64-1',
    );
  });

  it.each([
    ['', /^day:1:1: found the header "", expected `at`, `from`, `to`, `amount` in it/],
    ['1,hub,spoke1,5', /the first line names the columns/],
    ['at;from;to;amount', /columns are separated by commas/],
    [
      'at,from,to,amont\n1,hub,spoke1,5',
      /^day:1:12: found the column "amont", which means nothing\n {2}did you mean amount\?$/,
    ],
    ['at,at_ms,from,to,amount', /found both `at` and `at_ms`/],
    ['at,from,from,to,amount', /^day:1:9: found the column `from` twice/],
    ['at,from,to,amount', /^day: holds no payment$/],
    [
      'at,from,to,amount\n0,hub,spoke1,1\n1700000000,hub,spoke1,1',
      /^day: spans 19676 days, expected at most 366/,
    ],
  ])('refuses %j', (text, expected) => {
    const faults = toldOf({ text });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(expected);
  });

  it('needs the token where the scenario has several', () => {
    expect(toldOf({ text: 'at,from,to,amount', tokens: ['TOK', 'ETH'] })[0]).toMatch(
      /expected `token` in it/,
    );
    const text = 'at,from,to,amount,token\n1,hub,spoke1,1,TOC';
    expect(toldOf({ text, tokens: ['TOK', 'ETH'] })).toEqual([
      'day:2:16: found "TOC", expected a token of the scenario: TOK, ETH\n  did you mean TOK?',
    ]);
  });
});

describe('a trace from a run', () => {
  const pay = { id: 3, atMs: 1, origin: '', kind: 'pay', node: 'hub', target: 'spoke1', token: 'TOK' };
  const ended = { endedAtMs: 99, outcome: { kind: 'succeeded', status: 200 } };
  const line = (record: object): string => toJson({ ...ended, ...record });

  it('takes its payments at the moments they were meant for, else when they started', () => {
    const text = [
      line({ operation: { ...pay, amount: MAX_AMOUNT, identifier: 9n }, startedAtMs: 500 }),
      line({ operation: { id: 1, atMs: 0, kind: 'wait', ms: 5 }, startedAtMs: 0 }),
      line({ operation: { ...pay, id: 2, amount: 2n, identifier: 8n }, intendedAtMs: 100, startedAtMs: 777 }),
      '',
    ].join('\n');
    expect(read({ text: text.trimEnd(), format: 'records' })).toEqual([
      { atMs: 0, node: 'hub', target: 'spoke1', token: 'TOK', amount: 2n, sequence: 2 },
      { atMs: 400, node: 'hub', target: 'spoke1', token: 'TOK', amount: MAX_AMOUNT, sequence: 3 },
    ]);
  });

  it('does without a last line that was cut off while it was written', () => {
    const whole = line({ operation: { ...pay, amount: 1n, identifier: 1n }, startedAtMs: 5 });
    expect(read({ text: `${whole}\n${whole.slice(0, 40)}`, format: 'records' })).toHaveLength(1);
    expect(toldOf({ text: `${whole.slice(0, 40)}\n${whole}`, format: 'records' })[0]).toMatch(
      /^day:1:1: is not valid JSON/,
    );
  });

  it('names what is no record, no payment, or of another network', () => {
    const text = [
      '{}',
      line({ operation: { ...pay, amount: 'many' }, startedAtMs: 5 }),
      line({ operation: { ...pay, node: 'hob', amount: 1n }, startedAtMs: 5 }),
    ].join('\n');
    expect(toldOf({ text, format: 'records' })).toEqual([
      'day:1:1: is no operation with its outcome, as a run folder holds them',
      'day:2:1: operation: is no payment with node, target, token and amount',
      'day:3:1: operation.node: found "hob", expected a node of the network\n  did you mean hub?',
    ]);
  });
});
