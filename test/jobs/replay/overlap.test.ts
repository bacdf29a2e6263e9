import { describe, expect, it } from 'vitest';
import type { Run } from '../../../src/model/run/run.ts';
import { summaryOf } from '../../../src/report/summary.ts';
import { closedGate } from '../gate.ts';
import { answering, ignoring, on, refusal } from '../../fixtures/liars.ts';
import { differences, inWords, replayLiedTo } from '../../fixtures/lied-to-replay.ts';
import type { Lie, Reply } from '../../fixtures/lying-proxy.ts';
import { marketIn, SCARCE, scenarioFrom, stepsIn } from '../scenario-text.ts';
import { topology } from '../../world/world.ts';

const replayThrough = (text: string, lie: Lie = (heard) => heard.forward()) =>
  replayLiedTo(scenarioFrom(text), lie, { speed: 20, pace: 'scenario' });

/** The operations that differ; the text names them when an expectation fails. */
function blamed({ comparison }: Pick<Required<Run>, 'comparison'>): readonly (number | null)[] {
  return [...new Set(differences(comparison).map(({ operation }) => operation))];
}

const RICH = marketIn('20_000');

const RIVALS = `
question: Who gets the last of one capacity?
seed: 3
network:
  topology: ${topology('hub 1_000 - 0 shop, ann 900 - 0 hub, ben 900 - 0 hub')}
  settleTimeout: 40
  revealTimeout: 10
protocol: {blockTime: 1s}
traffic:
  - {name: ann, arrivals: {constant: {perSecond: 100}}, count: 8, pairs: {uniform: {from: [ann], to: [shop]}}, amounts: {fixed: 100}}
  - {name: ben, arrivals: {constant: {perSecond: 100}}, count: 8, pairs: {uniform: {from: [ben], to: [shop]}}, amounts: {fixed: 100}}
`;

/** Steps on channels that payments use all the while. */
const besidePayments = (steps: readonly string[], pairs = ''): string =>
  stepsIn('alice 9_000 - 9_000 bob 9_000 - 9_000 carol 9_000 - 9_000 dave, alice 9_000 - 9_000 dave', steps, {
    more: `traffic:
  - name: market
    arrivals: {poisson: {perSecond: 5}}
    count: 40
    amounts: {uniform: {min: 10, max: 150}}
${pairs}`,
  });

const MORE = 'deposit: {from: alice, to: bob, totalDeposit: 10_000}';
const STEPS = besidePayments([
  MORE,
  'withdraw: {from: bob, to: carol, totalWithdraw: 50}',
  'close: {from: dave, to: alice}',
]);

/** The payee pays on what it was just paid, the moment the payer has its answer. */
const LINE = stepsIn(
  'n1 1_000 - 0 n2 1_000 - 0 n3 1_000 - 0 n4',
  [
    'pay: {from: n1, to: n4, amount: 500}',
    'pay: {from: n4, to: n1, amount: 300}',
    'pay: {from: n1, to: n4, amount: 200}',
    'pay: {from: n4, to: n1, amount: 300}',
  ],
  { protocol: 'hopLatency: 200ms' },
);

/** Opens a channel that is there, which raises its deposit. */
const OPENED_AGAIN = besidePayments([
  'withdraw: {from: bob, to: alice, totalWithdraw: 50}',
  'open: {from: bob, to: alice, deposit: 9_500}',
]);

/** A node that pays while it is stopped, until a step before its start has been answered. */
const STOPPED = besidePayments(
  ['stop: dave', MORE, 'start: dave'],
  '    pairs: {uniform: {from: [dave], to: [carol]}}',
);

const [DEPOSIT, WITHDRAW, CLOSE] = [0, 1, 2];
const isPayment: Parameters<typeof on>[0] = ({ method }) => method === 'POST';
const everyThird = (lie: Lie): Lie => {
  let count = 0;
  return on(isPayment, (heard) => {
    count += 1;
    return count % 3 === 0 ? lie(heard) : heard.forward();
  });
};

describe('operations that overlap raise no alarm where nodes tell the truth', () => {
  it.each(
    Object.entries({
      'channels run dry (seed 1)': marketIn(SCARCE, { seed: 1 }),
      'channels run dry (seed 2)': marketIn(SCARCE, { seed: 2 }),
      'channels run dry (seed 3)': marketIn(SCARCE, { seed: 3 }),
      'a step starts the moment the one before is answered, with its money still on the way': LINE,
      'a channel is opened that is there': OPENED_AGAIN,
    }),
  )('and %s', async (_what, text) => {
    const run = await replayThrough(text);
    expect(differences(run.comparison).map(inWords)).toEqual([]);
  });

  it('and payments compete for one capacity', async () => {
    const run = await replayThrough(RIVALS);
    expect(differences(run.comparison).map(inWords)).toEqual([]);
    expect(run.records.filter(({ outcome }) => outcome.kind === 'failed').length).toBeGreaterThan(0);
  });

  it('and channels change meanwhile', async () => {
    const run = await replayThrough(STEPS);
    expect(differences(run.comparison).map(inWords)).toEqual([]);
    expect(run.comparison.counts['allowed-by-concurrency']).toBeLessThan(20);
  });

  it('and a node is stopped for longer than predicted', async () => {
    const run = await replayThrough(STOPPED, missingStarted(30));
    expect(differences(run.comparison).map(inWords)).toEqual([]);
    const broken = run.records.filter(({ outcome }) => outcome.kind === 'indeterminate');
    expect(broken.length).toBeGreaterThanOrEqual(30);
  });
});

const NO_CHANNEL =
  "Payment couldn't be completed because: You have no suitable channel to initiate this payment.";
const BARE: Reply = { status: 500, json: {} };

describe('operations that overlap do not excuse', () => {
  it.each([
    ['refusing every third payment that can be made', RICH, refusal(NO_CHANNEL), { least: 20, most: 20 }],
    ['bare 500s', RICH, BARE, { least: 20, most: 20 }],
    ['a bare 500 where many outcomes are possible', RIVALS, BARE, { least: 5, most: 16 }],
  ])('%s', async (_what, text, reply, { least, most }) => {
    const run = await replayThrough(
      text,
      everyThird(async () => reply),
    );
    const found = differences(run.comparison).filter(({ check }) => check === 'outcomes');
    expect(found.length).toBeGreaterThanOrEqual(least);
    expect(found.length).toBeLessThanOrEqual(most);
    expect(summaryOf(run).verdict.word).toBe('not-as-expected');
  });

  it.each([
    [
      'a deposit',
      DEPOSIT,
      ignoring('alice', (one) => ({ ...one, total_deposit: '10000', balance: '10000' })),
    ],
    ['a withdrawal', WITHDRAW, ignoring('bob', (one) => ({ ...one, total_withdraw: '50' }))],
    ['a closing', CLOSE, answering('dave', 'PATCH', { status: 200, json: null })],
  ])('%s that was acknowledged and ignored', async (_what, operation, lie) => {
    expect(blamed(await replayThrough(STEPS, lie))).toContain(operation);
  });

  it.each(
    Object.entries({
      'balances of before the run': staleSinceThen('n1'),
      'a balance of before the run that is shown once': staleSinceThen('n1', 1),
    }),
  )('%s', async (_what, lie) => {
    const { comparison } = await replayThrough(RICH, lie);
    const found = differences(comparison).map(({ check, node }) => `${check} of ${node}`);
    expect(found).toContain('balances of n1');
  });
});

describe('a run in which much had to be allowed', () => {
  it('says in its first line that little was judged', async () => {
    // Predicted are ten successes that alternate; ben's eight and two of ann's are had.
    const run = await replayThrough(RIVALS, afterThoseOf({ first: 'ben', second: 'ann', payments: 8 }));
    const { verdict, comparison } = summaryOf(run);
    expect(differences(run.comparison).map(inWords)).toEqual([]);
    expect(comparison?.counts['allowed-by-concurrency']).toBeGreaterThanOrEqual(6);
    expect(verdict.sentence).toMatch(/^Little was judged: \d+ of 16 operations/);
  });
});

/**
 * Lets payments through once the deposit that follows the stop is asked for, and answers it, which starts the node
 * again, when so many have been sent into the void.
 */
function missingStarted(payments: number): Lie {
  const [stopped, enough] = [closedGate(), closedGate()];
  let missed = 0;
  return async (heard) => {
    if (heard.method === 'PATCH') {
      stopped.open();
      const reply = await heard.forward();
      await enough.opened;
      return reply;
    }
    if (!isPayment(heard)) return await heard.forward();
    await stopped.opened;
    try {
      return await heard.forward();
    } catch (error) {
      missed += 1;
      if (missed === payments) enough.open();
      throw error;
    }
  };
}

/** Lets one node's payments through when so many of another have been asked for and answered. */
function afterThoseOf(rivals: {
  readonly first: string;
  readonly second: string;
  readonly payments: number;
}): Lie {
  let answered = 0;
  const rival = closedGate();
  return on(isPayment, async (heard) => {
    if (heard.node === rivals.second) await rival.opened;
    const reply = await heard.forward();
    if (heard.node === rivals.first) answered += 1;
    if (answered === rivals.payments) rival.open();
    return reply;
  });
}

/** From the first payment on, a node shows its channels as they were before; for ever, or so many times. */
function staleSinceThen(node: string, times = Number.POSITIVE_INFINITY): Lie {
  let before: Reply | undefined;
  let hasBegun = false;
  let told = 0;
  return async (heard) => {
    hasBegun ||= isPayment(heard);
    const reply = await heard.forward();
    if (heard.node !== node || heard.method !== 'GET' || heard.path !== '/channels') return reply;
    if (!hasBegun) before = reply;
    if (!hasBegun || before === undefined || told >= times) return reply;
    told += 1;
    return before;
  };
}

/** A hub on the only way between three payers charges other fees twice while they pay. */
const restarted = (seed: number, settings: readonly string[]): string => `
question: What does a hub take that was started with other fees?
seed: ${seed}
network:
  topology: ${topology('ann 90_000 - 90_000 hub, ben 90_000 - 90_000 hub, cal 90_000 - 90_000 hub')}
  fees: {flat: 1}
  settleTimeout: 40
  revealTimeout: 10
protocol: {blockTime: 1s}
traffic:
  - {name: market, arrivals: {poisson: {perSecond: 20}}, count: 80, amounts: {uniform: {min: 1_000, max: 3_000}}}
steps:
${settings.map((each, turn) => `  - {stop: hub, at: ${turn * 1500 + 1000}ms}\n  - {start: {node: hub, ${each}}, at: ${turn * 1500 + 1200}ms}`).join('\n')}
`;

it.each([
  [1, ['fees: {flat: 150}', 'fees: {flat: 2}']],
  [2, ['fees: {proportionalPpm: 60_000}', 'fees: {}']],
  [3, ['fees: {imbalancePpm: 50_000, uncapped: true}', 'fees: {flat: 20}']],
  [4, ['fees: {flat: 900}', 'fees: {flat: 50, proportionalPpm: 5_000}']],
])(
  'a hub that starts with other fees while others pay is not blamed for them, %i',
  async (seed, settings) => {
    const { comparison } = await replayThrough(restarted(seed, settings));
    expect(differences(comparison).map(inWords)).toEqual([]);
  },
);
