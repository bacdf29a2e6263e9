import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { describeFault } from '../../../src/errors.ts';
import { toJson } from '../../../src/model/json.ts';
import { MAX_AMOUNT } from '../../../src/model/network/amount.ts';
import type { TracedPayment } from '../../../src/model/scenario/payment-trace.ts';
import { readTrace } from '../../../src/scenario/trace/read-trace.ts';
import { faultsOf } from '../../fixtures/faults-of.ts';

const SMALL = '0xf149407144af2c511d5e657475821824dbfea33d';
const OTHERWISE = `0xF${SMALL.slice(3)}`;
const NODES = new Set(['hub', 'spoke1', 'spoke2', 'a b', SMALL]);

interface Given {
  readonly text: string;
  readonly tokens?: readonly string[];
  readonly format?: 'csv' | 'records';
  readonly columns?: Readonly<Record<string, string>>;
}

function read({ text, tokens = ['TOK'], format = 'csv', columns }: Given): readonly TracedPayment[] {
  const trace = readTrace({
    file: 'day',
    format,
    names: { nodes: NODES, tokens },
    dialect: { columns },
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

  it('reads milliseconds, addresses in any spelling and identifiers where columns say so, and leaves other columns alone', () => {
    const text = `at_ms,from,to,amount,token,identifier,date\n5,${OTHERWISE},hub,1,${OTHERWISE},18446744073709551615,monday`;
    expect(read({ text, tokens: ['TOK', SMALL] })).toMatchObject([
      { atMs: 0, node: SMALL, token: SMALL, identifier: 18446744073709551615n },
    ]);
  });

  it('reads what spreadsheets write: a mark at the start, quotes, line breaks of two characters', () => {
    const text = '\uFEFFat,from,to,amount,note\r\n1,"a b", hub ,"1_000","one, two"\r\n\r\n';
    expect(read({ text })).toMatchObject([{ node: 'a b', target: 'hub', amount: 1000n }]);
  });

  it('reads dates, semicolons and words of others, by names that the file has for its columns', () => {
    const text = [
      'Zeit;Von;An;Betrag;Status;from',
      '2026-11-21 01:54:46;hub;spoke1;7;SETTLED;x',
      '2026-11-21T02:54:47.5+01:00;spoke1;hub;8;0;y',
      '2026-11-22;spoke1;hub;9;failed;z',
    ].join('\n');
    const columns = { at: 'Zeit', from: 'Von', to: 'An', amount: 'Betrag', outcome: 'Status' };
    expect(read({ text, columns })).toMatchObject([
      { atMs: 0, node: 'hub', amount: 7n, outcome: 'succeeded' },
      { atMs: 1500, node: 'spoke1', amount: 8n, outcome: 'failed' },
      { atMs: 79_514_000, node: 'spoke1', amount: 9n, outcome: 'failed' },
    ]);
    expect(toldOf({ text, columns: { ...columns, at: 'Uhrzeit' } })[0]).toContain(
      'found no column "Uhrzeit"',
    );
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

  it('stops after twenty faults', () => {
    const text = `at,from,to,amount\n${'x,hub,spoke1,1\n'.repeat(1000)}`;
    const faults = toldOf({ text });
    expect(faults).toHaveLength(21);
    expect(faults.at(-1)).toBe('and perhaps more: reading stopped after 20 faults');
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
});

interface RefusedTrace extends Given {
  readonly what: string;
  readonly told: readonly string[];
}

const REFUSED: readonly RefusedTrace[] = parse(
  readFileSync(new URL('refused.yaml', import.meta.url), 'utf8'),
);

it.each(REFUSED)('a trace is refused for $what', ({ told, ...given }) => {
  expect(toldOf(given)).toEqual(told);
});
