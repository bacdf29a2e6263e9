import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { checkNodes } from '../../../../src/jobs/check/check-nodes.ts';
import { listedBench, tokenInUse } from '../../../../src/jobs/check/listed/listed-bench.ts';
import { keepCase } from '../../../../src/jobs/check/keep-case.ts';
import { replayCase } from '../../../../src/jobs/check/replay-case.ts';
import { readCase, readSequence } from '../../../../src/jobs/check/sequence.ts';
import { trySequence } from '../../../../src/jobs/check/try-case.ts';
import { targetsByName } from '../../../../src/jobs/targets/target.ts';
import type { CaseSpec } from '../../../../src/model/check/counterexample.ts';
import type { Pace } from '../../../../src/model/run/run.ts';
import type { Sandbox } from '../../../../src/jobs/sandbox.ts';
import { sandboxOf } from '../../../fixtures/in-sandbox.ts';
import type { Json } from '../../../fixtures/liars.ts';
import type { Lie } from '../../../fixtures/lying-proxy.ts';
import { scenarioFrom } from '../../scenario-text.ts';
import { idle, settlingWithin } from './idle.ts';

const NOBODY = '0x42D449aaf65BdeE5068894233d9F02776BE98EcE';

/** A payment of a payer that holds so much, beside a partner. */
function caseWith(amount: number, deposits = [0, 100]): string {
  return stringify({
    question: 'What does a payer with nothing answer?',
    seed: 1,
    network: { topology: { channels: [{ between: ['n1', 'n2'], deposits }] } },
    protocol: { hopLatency: '1ms' },
    steps: [{ pay: { from: 'n1', to: 'n2', amount, identifier: 70_000 } }],
  });
}

const EQUAL = [100, 100];
const FUNDED = caseWith(1, EQUAL);

const SHOWN = {
  question: 'Does it answer?',
  seed: 1,
  network: { topology: { channels: [] } },
  nodes: { n1: {}, n2: {} },
};

/** What a check says of two nodes behind a liar. */
async function checkedBehind(lie: Lie, options: { readonly deadlineMs?: number } = {}) {
  const { targets } = await sandboxOf(idle(FUNDED), { lie });
  return await checkNodes({
    bench: listedBench({ targets, ...options }),
    scenarioText: stringify(SHOWN),
    seed: '1',
    runs: 3,
    timeMs: 60_000,
    cases: 3,
  });
}

it('partners pay back what sequences before have left too little of', async () => {
  const text = caseWith(90, EQUAL);
  const sandbox = await sandboxOf(readCase(text));
  const bench = listedBench({ targets: sandbox.targets });
  for (const _ of ['first', 'again']) {
    const tried = await trySequence(readSequence(text), { bench, seed: '1' });
    expect(tried).toMatchObject({ verdict: 'held' });
    expect(tried.run?.records[0]?.outcome.kind).toBe('succeeded');
  }
});

it('a payment that pays back and arrives twice is held against the node', async () => {
  const text = caseWith(80, EQUAL);
  const { targets } = await sandboxOf(readCase(text), {
    lie: async (heard) => {
      const reply = await heard.forward();
      if (heard.node === 'n2' && heard.method === 'POST') await heard.forward();
      return reply;
    },
  });
  const trying = { bench: listedBench({ targets }), seed: '1' };
  expect(await trySequence(readSequence(text), trying)).toMatchObject({ verdict: 'held' });
  expect(await trySequence(readSequence(text), trying)).toMatchObject({
    verdict: 'violated',
    found: { kind: 'pay', operation: 0 },
  });
});

it('nodes that answer nothing any more after a payment are a case, though nothing can be tried again', async () => {
  let isStuck = false;
  const report = await checkedBehind(
    async (heard) => {
      if (heard.method === 'POST' && heard.path.startsWith('/payments')) isStuck = true;
      return isStuck ? 'break' : await heard.forward();
    },
    { deadlineMs: 300 },
  );
  const [found] = report.counterexamples;
  expect(found?.found.kind).toBe('pay');
  expect(found?.reproduced).toEqual({ times: 0, of: 0 });
  expect(report.sequences.violated).toBe(1);
});

it('a changed node address after a payment is a mismatch, not an input error', async () => {
  let hasPaid = false;
  const report = await checkedBehind(async (heard) => {
    if (heard.method === 'POST' && heard.path.startsWith('/payments')) hasPaid = true;
    if (hasPaid && heard.path === '/address') return { status: 200, json: { our_address: NOBODY } };
    return await heard.forward();
  });
  expect(report.sequences.violated + report.sequences.unknown).toBeGreaterThan(0);
  const told = [...report.unknowns, ...report.counterexamples.map(({ found }) => found.observed)];
  expect(told).toContainEqual(expect.stringContaining(NOBODY));
});

it('a transfer that is pending for ever is waited for once, and told of', async () => {
  let looks = 0;
  const { targets } = await sandboxOf(readCase(FUNDED), {
    lie: async (heard) => {
      const reply = await heard.forward();
      if (heard.node !== 'n1' || heard.path !== '/pending_transfers') return reply;
      looks += 1;
      const [channel] = (await heard.forward({ path: '/api/v1/channels' })).json as readonly Json[];
      return { ...reply, json: [pendingForEver(channel, heard.addressOf)] };
    },
  });
  const trying = { bench: settlingWithin(500, listedBench({ targets })), seed: '1' };
  const looked: number[] = [];
  for (const _ of ['first', 'again']) {
    looks = 0;
    expect(await trySequence(readSequence(FUNDED), trying)).toMatchObject({ verdict: 'held' });
    looked.push(looks);
  }
  expect(looked[1]).toBeLessThan(looked[0] as number);
  const report = await checkNodes({
    ...trying,
    scenarioText: stringify(SHOWN),
    runs: 1,
    timeMs: 60_000,
    cases: 1,
  });
  expect(report.notJudged).toEqual(['pending transfers that no sequence sent, in n1–n2']);
});

function pendingForEver(channel: Json | undefined, addressOf: (node: string) => string): Json {
  return {
    ...channel,
    initiator: addressOf('n1'),
    target: addressOf('n2'),
    locked_amount: '5',
    transferred_amount: '0',
    payment_identifier: '4711',
    role: 'initiator',
  };
}

it('what a case is given is paid back before the next sequence', async () => {
  const text = caseWith(190, EQUAL);
  const scenario = readCase(text);
  const sandbox = await sandboxOf(idle(text));
  const bench = listedBench({ targets: sandbox.targets });
  const still = readSequence(text.slice(0, text.indexOf('steps:')));
  const balances = async () => {
    const { run } = await trySequence(still, { bench, seed: '1' });
    return run?.end?.mapEdges((_key, { balance }) => [...balance]);
  };
  expect(await balances()).toEqual([[100n, 100n]]);
  expect(await bench.supply?.(scenario)).toEqual([]);
  expect(await balances()).toEqual([[190n, 10n]]);
  expect(await balances()).toEqual([[100n, 100n]]);
});

it('what a case is given is waited for no longer than the check lasts', async () => {
  const text = caseWith(190, EQUAL);
  const over = new AbortController();
  const { targets } = await sandboxOf(idle(text), {
    lie: async (heard) => {
      if (heard.method !== 'POST') return await heard.forward();
      over.abort();
      return await new Promise(() => {});
    },
  });
  const bench = listedBench({ targets, deadlineMs: 3_600_000 });
  expect(await bench.supply?.(readCase(text), over.signal)).toEqual([]);
});

it('a lie about a deposit is told again to a case, though nodes keep what was deposited', async () => {
  const quick = FUNDED.replace(/( +)hopLatency: 1ms/, '$&\n$1blockTime: 20ms');
  const { targets } = await sandboxOf(idle(quick), {
    lie: async (heard) => {
      const reply = await heard.forward();
      const channel = reply.json as { readonly balance?: string };
      if (heard.method !== 'PATCH' || channel.balance === undefined) return reply;
      return { ...reply, json: { ...channel, balance: `${BigInt(channel.balance) + 1n}` } };
    },
  });
  const trying = { bench: listedBench({ targets }), seed: '1' };
  const deposits = readSequence(
    quick.replace(/steps:[^]*/, 'steps: [{deposit: {from: n1, to: n2, by: {of: channel, percent: 10}}}]'),
  );
  const first = { sequence: deposits, tried: await trySequence(deposits, trying) };
  const { text, reproduced } = await keepCase(first, {
    seed: '1',
    afterSequences: 1,
    accepted: undefined,
    signal: undefined,
    atOnce: 1,
    shrinkUntilMs: Number.POSITIVE_INFINITY,
    nowMs: () => 0,
    supply: trying.bench.supply,
    trySequence: (sequence) => trySequence(sequence, trying),
  });
  expect(reproduced).toEqual({ times: 3, of: 3 });
  const { case: spec } = readCase(text);
  const again = { bench: listedBench({ targets }), seed: '1' };
  expect(await replayCase({ ...readSequence(text), ...(spec as CaseSpec) }, again)).toMatchObject({
    verdict: 'failed',
  });
});

describe('a case on nodes that have no longer what it needs', () => {
  const found = {
    check: 'receipts',
    title: 'the receipt names another amount',
    predicted: '90',
    observed: '91',
    operation: 0,
    kind: 'pay',
    foreseen: 'succeeded',
  } as const;

  async function replayed(amount: number, drained = DRAINED, pace: Pace = 'sequential') {
    const text = caseWith(amount, EQUAL);
    const sandbox = await sandboxOf(readCase(drained));
    const trying = { bench: listedBench({ targets: sandbox.targets }), seed: '1' };
    return await replayCase({ ...readSequence(text), pace, found }, trying);
  }

  const DRAINED = caseWith(1, [80, 120]);

  it('is tried again when partners have paid back what its payments need', async () => {
    expect(await replayed(190)).toMatchObject({ verdict: 'fixed' });
  });

  it('is given what its payments need before each try, where what overlaps is tried several times', async () => {
    expect(await replayed(190, DRAINED, 'scenario')).toMatchObject({ verdict: 'fixed', tries: 4 });
  });

  it('is an error that names the channel which is gone', async () => {
    const gone = `question: Where is it?\nseed: 1\nnetwork: ${channels('n1, n3', 'n2, n4')}\n`;
    const { verdict, why } = await replayed(190, gone);
    expect(verdict).toBe('error');
    expect(why).toMatch(/no open channels of \w+ lead from n1 to n2, and the case pays 190/);
  });

  it('is not called fixed where the channel that it opens is there', async () => {
    const text = `question: Q?\nseed: 1\nnetwork: {topology: {channels: [{between: [n1, n2], deposits: [100, 100]}]}}\nsteps: [{open: {from: n1, to: n2, deposit: 0}}]\n`;
    const { targets } = await sandboxOf(idle(text));
    const wrong = { ...found, check: 'outcomes', kind: 'open', seen: 'unknown-token' } as const;
    const trying = { bench: listedBench({ targets, allowChanges: true }), seed: '1' };
    expect(await replayCase({ ...readSequence(text), found: wrong }, trying)).toMatchObject({
      verdict: 'error',
      why: expect.stringMatching(
        /^n1 and n2 have an open channel of \w+ already, and the case opens one/,
      ) as string,
    });
  });

  it('is not called fixed where nobody has it, and the error says how much is missing', async () => {
    const { verdict, why } = await replayed(290);
    expect(verdict).toBe('error');
    expect(why).toContain('expects no-suitable-channel of operation 0, it expected succeeded');
    expect(why).toMatch(/n1 has 80 \w+ in its channel with n2, and the case needs 290/);
  });
});

it('nodes that keep to their answer to an identifier get another one in every try, and in every run', async () => {
  const sandbox = await sandboxOf(readCase(caseWith(1)));
  const bench = listedBench({ targets: sandbox.targets });
  // Refused before anything is sent, which real nodes remember; with another amount they speak of a conflict.
  for (const amount of [1, 2]) {
    const tried = await trySequence(readSequence(caseWith(amount)), { bench, seed: '1' });
    const records = [{ outcome: { reason: 'no-suitable-channel' } }];
    expect(tried).toMatchObject({ verdict: 'held', run: { records } });
  }
});

const nodesWith = (networks: string) => sandboxOf(scenarioFrom(`question: Q?\nseed: 1\n${networks}`));

async function usedBy({ targets }: Sandbox) {
  return await tokenInUse(Object.values(targetsByName(targets)));
}

const channels = (...pairs: readonly string[]): string =>
  `{topology: {channels: [${pairs.map((pair) => `{between: [${pair}], deposits: [9, 9]}`).join(', ')}]}}`;

describe('nodes that know several tokens', () => {
  it('are checked in the one in which they have the most channels', async () => {
    const sandbox = await nodesWith(`
tokens: [{name: FEW}, {name: MANY}, {name: NONE}]
networks:
  - {token: FEW, ${channels('a, b').slice(1)}
  - {token: MANY, ${channels('a, b', 'b, c').slice(1)}
`);
    const tokens = sandbox.network.getAttribute('tokens');
    expect(await usedBy(sandbox)).toBe(tokens.find(({ name }) => name === 'MANY')?.tokenAddress);
  });

  it('leave no choice where they know one', async () => {
    expect(await usedBy(await nodesWith(`network: ${channels('a, b')}`))).toBeUndefined();
  });
});
