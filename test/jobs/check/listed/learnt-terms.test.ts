import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { idle, settlingWithin } from './idle.ts';
import { checkNodes } from '../../../../src/jobs/check/check-nodes.ts';
import { listedBench } from '../../../../src/jobs/check/listed/listed-bench.ts';
import { readCase, readSequence } from '../../../../src/jobs/check/sequence.ts';
import { type FeeSchedule, NO_FEES } from '../../../../src/model/network/fees.ts';
import type { CheckReport } from '../../../../src/model/check/check-report.ts';
import { checkSentence, checkWord } from '../../../../src/report/check/check-verdict.ts';
import { sandboxOf } from '../../../fixtures/in-sandbox.ts';
import type { Heard, Lie } from '../../../fixtures/lying-proxy.ts';
import { trySequence } from '../../../../src/jobs/check/try-case.ts';
import { isSame } from '../../../../src/jobs/check/shrink-case.ts';
import { poisonChannel } from '../../../fixtures/broken-sandboxes.ts';

/** A check of three nodes in a line, whose fees it has to learn, for one sequence more. */
async function checked(lie: Lie, fees: FeeSchedule = NO_FEES): Promise<CheckReport> {
  const text = (schedule: FeeSchedule, network: object): string =>
    stringify({
      question: 'Is a payment that teaches fees judged?',
      seed: 7,
      network: { fees: schedule, ...network },
      nodes: { n1: {}, n2: {}, n3: {} },
      protocol: { hopLatency: '1ms', blockTime: '20ms' },
    });
  const line = { topology: { line: { nodes: 3 } }, capacity: 20_000 };
  const { targets } = await sandboxOf(readCase(text(fees, line)), { lie });
  const bench = settlingWithin(500, listedBench({ targets, deadlineMs: 2_000 }));
  return await checkNodes({
    bench: { ...bench, askContract: undefined },
    textWithFees: (schedule) => text(schedule, { topology: { channels: [] } }),
    seed: '1',
    runs: 1,
    timeMs: 60_000,
    cases: 1,
  });
}

const isMediated = ({ node, method, path, addressOf }: Heard): boolean =>
  method === 'POST' && path.startsWith('/payments') && node !== 'n2' && !path.includes(addressOf('n2'));

// The payer says what it was asked for, whatever it sent.
const oneLess: Lie = async (heard) => {
  const { amount } = heard.body;
  const reply = await heard.forward({ body: { ...heard.body, amount: `${BigInt(String(amount)) - 1n}` } });
  return { ...reply, json: { ...(reply.json as object), amount } };
};

it.each<readonly [string, Lie, RegExp]>([
  ['refused', async () => ({ status: 409, json: { errors: 'No' } }), /pays n1 1,000 TOK: refused/],
  ['cut', async () => 'break', /pays n1 1,000 TOK: the node gave no answer/],
  ['short by one unit', oneLess, /another amount of the payment received/],
])('a payment that teaches fees and is %s is the first mismatch', async (_what, lie, cause) => {
  const report = await checked((heard) => (isMediated(heard) ? lie(heard) : heard.forward()));
  expect(checkWord(report)).toBe('violated');
  expect(checkSentence(report)).toMatch(cause);
});

it('a payment that costs what no usual schedule asks shows other fees, and is no mismatch', async () => {
  const report = await checked((heard) => heard.forward(), { ...NO_FEES, flat: 7n });
  expect(report.counterexamples).toEqual([]);
  expect(report.fees).toMatchObject({ payment: { amount: 1_000n } });
  expect(report.fees?.schedule).toBeUndefined();
  expect(report.uncovered).toContain('mediated payment');
});

const opening = (...steps: readonly string[]): string => `
question: Which timeouts has a new channel?
seed: 1
network: {topology: {channels: [{between: [n1, n2], deposits: [100, 100]}]}, settleTimeout: 50_000}
nodes: {n3: {}}
protocol: {hopLatency: 1ms, blockTime: 20ms, confirmations: 1}
steps: [${steps.join(', ')}]
`;

const BY_A_STRANGER = 'open: {from: n3, to: n2, deposit: 5}';
const IDLE = idle(opening(BY_A_STRANGER));

it.each([true, false])(
  'timeouts that sequences before asked for are no defaults, described: %s',
  async (describesTimeouts) => {
    const { targets } = await sandboxOf(IDLE);
    const bench = listedBench({ targets, allowChanges: true, describesTimeouts });
    for (const step of ['open: {from: n3, to: n1, deposit: 5, settleTimeout: 100}', BY_A_STRANGER]) {
      const tried = await trySequence(readSequence(opening(step)), { bench, seed: '1' });
      expect(tried.verdict).toBe('held');
    }
  },
);

it('a channel whose timeouts nobody knows is not opened, unless the scenario describes them', async () => {
  const text = opening('open: {from: n1, to: n3, deposit: 5}', 'open: {from: n2, to: n1, deposit: 5}');
  const { targets } = await sandboxOf(IDLE);
  for (const [describesTimeouts, opened] of [
    [false, 1],
    [true, 2],
  ] as const) {
    const bench = listedBench({ targets, allowChanges: true, describesTimeouts });
    const { verdict, run } = await trySequence(readSequence(text), { bench, seed: '1' });
    expect([verdict, run?.records.length]).toEqual(['held', opened]);
  }
});

it('a channel that is closing, which settles at a time that nobody knows, is left alone', async () => {
  const dialect = 'raiden-2';
  const { targets: urls } = await sandboxOf(IDLE, { dialect });
  const targets = Object.fromEntries(Object.entries(urls).map(([n, baseUrl]) => [n, { baseUrl, dialect }]));
  const bench = listedBench({ targets, allowChanges: true });
  for (const [step, asked] of [
    ['close: {from: n1, to: n2}', 1],
    ['open: {from: n2, to: n1, deposit: 5}', 0],
    ['deposit: {from: n1, to: n2, totalDeposit: 500}', 0],
    ['withdraw: {from: n2, to: n1, totalWithdraw: 5}', 0],
    ['close: {from: n1, to: n2}', 0],
    ['leave: n2', 0],
    ['pay: {from: n1, to: n2, amount: 5}', 1],
  ] as const) {
    const { verdict, run } = await trySequence(readSequence(opening(step, BY_A_STRANGER)), {
      bench,
      seed: '1',
    });
    expect([step, verdict, run?.records.length]).toEqual([step, 'held', asked]);
  }
});

// Locks last 9 blocks and 10 more: a fifth of a second.
const payingFrom = (node: string): string => `
question: Are two channels that carry nothing one fault?
seed: 7
network: {topology: {line: {nodes: 3}}, capacity: 2_000, fees: {flat: 0}, settleTimeout: 20, revealTimeout: 5}
protocol: {blockTime: 10ms, hopLatency: 10ms}
steps: [pay: {from: ${node}, to: n2, amount: 1, times: 2}]
`;

it('two channels that carry nothing are two faults, and the same one twice is one', async () => {
  const sandbox = await sandboxOf(idle(payingFrom('n1')));
  await poisonChannel(sandbox, { from: 'n1', to: 'n2' });
  await poisonChannel(sandbox, { from: 'n3', to: 'n2' });
  const bench = settlingWithin(100, listedBench({ targets: sandbox.targets, deadlineMs: 1_500 }));
  const found = async (from: string) =>
    (await trySequence(readSequence(payingFrom(from)), { bench, seed: '1' })).found;
  const [one, other, again] = [await found('n1'), await found('n3'), await found('n1')];
  expect(one).toMatchObject({ kind: 'pay', channel: 'n1 n2' });
  expect(isSame(one, other)).toBe(false);
  expect(isSame(one, again)).toBe(true);
}, 30_000);
