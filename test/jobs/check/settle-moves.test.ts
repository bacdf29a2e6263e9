import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drafts } from '../../../src/jobs/check/arbitraries/drafts.ts';
import { baseScenarios, readCase, settleDraft } from '../../../src/jobs/check/settle-draft.ts';
import type { CaseDraft, MadeNetwork } from '../../../src/jobs/check/case-draft.ts';
import type { Move } from '../../../src/jobs/check/moves/move.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import { stepEntry } from '../../../src/scenario/text/step-entry.ts';

const LINE: MadeNetwork = {
  nodes: 3,
  channels: [
    { between: [0, 1], deposits: [100n, 20n] },
    { between: [1, 2], deposits: [70n, 0n] },
  ],
  fees: { flat: 0n, proportionalPpm: 0, imbalancePpm: 0 },
  settleTimeout: 40,
  revealTimeout: 10,
  hopLatencyMs: 20,
};

function line(...moves: readonly Move[]): CaseDraft {
  return { network: LINE, manner: 'sequential', moves };
}

const ALL_ON_THE_WAY = { of: 'route', percent: 100, plus: 0n } as const;

async function stepsOf(draft: CaseDraft) {
  const { scenario } = await settleDraft(draft);
  return scenario.steps.map((step) => stepEntry(step, { withToken: false }));
}

describe('moves', () => {
  it('ask nothing of mediators where nobody knows what these ask', async () => {
    const pay = (to: number, plus: number): Move => ({
      kind: 'pay',
      from: 0,
      to,
      amount: BigInt(plus),
    });
    const draft = line(pay(0, 5), pay(1, 5), pay(1, 500));
    const { scenario } = await settleDraft(draft, { knowsFees: false });
    expect(scenario.steps).toMatchObject([
      { to: 'n2', amount: 5n },
      { to: 'n3', amount: 500n },
    ]);
    expect((await settleDraft(draft)).scenario.steps).toHaveLength(3);
  });

  it('give up after some messages, but not before the request can have arrived', async () => {
    const few = 5n;
    const impatient = (givesUpAfter: number): Move => ({
      kind: 'pay',
      from: 0,
      to: 0,
      amount: few,
      givesUpAfter,
    });
    const slow = { ...LINE, hopLatencyMs: 200 };
    const draft = { network: slow, manner: 'sequential', moves: [impatient(1), impatient(3)] } as const;
    const pay = { from: 'n1', to: 'n2', amount: 5n };
    expect(await stepsOf(draft)).toEqual([
      { pay: { ...pay, giveUpAfter: '300ms' } },
      { pay: { ...pay, giveUpAfter: '600ms' } },
    ]);
  });

  it('are settled by what is there when their turn comes', async () => {
    const steps = await stepsOf(
      line(
        { kind: 'pay', from: 0, to: 1, amount: ALL_ON_THE_WAY },
        { kind: 'pay', from: 0, to: 0, amount: { ...ALL_ON_THE_WAY, plus: 1n } },
        { kind: 'withdraw', from: 1, to: 0, among: 'partners', by: { of: 'channel', percent: 50, plus: 0n } },
        { kind: 'deposit', from: 1, to: 0, among: 'partners', by: 5n },
      ),
    );
    expect(steps).toEqual([
      { pay: { from: 'n1', to: 'n3', amount: 70n } },
      // 30 of the 100 are left.
      { pay: { from: 'n1', to: 'n2', amount: 31n } },
      { withdraw: { from: 'n2', to: 'n1', totalWithdraw: 45n } },
      { deposit: { from: 'n2', to: 'n1', totalDeposit: 25n } },
    ]);
  });

  it('ask once more for an earlier payment by naming its identifier in both steps', async () => {
    const pay: Move = { kind: 'pay', from: 0, to: 0, amount: 3n };
    const steps = await stepsOf(line(pay, { ...pay, repeats: 0, isBeside: true }));
    const asked = { from: 'n1', to: 'n2', amount: 3n, identifier: 70_000n };
    expect(steps).toEqual([{ pay: asked }, { pay: asked, beside: true }]);
  });

  it('ask for more with the identifier of an earlier payment', async () => {
    const pay: Move = { kind: 'pay', from: 0, to: 0, amount: 3n };
    const asked = { from: 'n1', to: 'n2', amount: 3n, identifier: 70_000n };
    expect(await stepsOf(line(pay, { ...pay, repeats: 0, isForMore: true }))).toEqual([
      { pay: asked },
      { pay: { ...asked, amount: 4n } },
    ]);
  });

  it('ask for no more with the identifier of a payment that may never have been asked for', async () => {
    const amount = 3n;
    const pay: Move = { kind: 'pay', from: 0, to: 0, amount, givesUpAfter: 2 };
    const [first, second] = await stepsOf(line(pay, { ...pay, repeats: 0, isForMore: true }));
    expect(second).toEqual(first);
  });

  it('use the identifier of an earlier payment between other nodes', async () => {
    const few = 3n;
    const elsewhere = { kind: 'pay', from: 0, to: 1, amount: 8n, repeats: 0 } as const;
    const asked = { from: 'n1', to: 'n2', amount: 3n, identifier: 70_000n };
    expect(
      await stepsOf(
        line(
          { kind: 'pay', from: 0, to: 0, amount: few },
          { ...elsewhere, elsewhere: 'payee' },
          { ...elsewhere, repeats: 1, elsewhere: 'payer' },
          // There is no third node among these: it is that payment once more.
          { ...elsewhere, to: 0, repeats: 2, elsewhere: 'payer' },
        ),
      ),
    ).toEqual([
      { pay: asked },
      { pay: { ...asked, to: 'n3', amount: 8n } },
      { pay: { ...asked, from: 'n3', amount: 8n } },
      { pay: asked },
    ]);
  });

  it('send the request before them once more, or have the other node send it', async () => {
    const deposit: Move = {
      kind: 'deposit',
      from: 0,
      to: 0,
      among: 'partners',
      by: 3n,
    };
    const pay: Move = { kind: 'pay', from: 0, to: 0, amount: 3n };
    const between = { from: 'n1', to: 'n2', totalDeposit: 103n };
    expect(
      await stepsOf(line({ kind: 'again' }, deposit, { kind: 'again' }, { kind: 'again', isBack: true })),
    ).toEqual([
      { deposit: between },
      { deposit: between },
      { deposit: { ...between, from: 'n2', to: 'n1' } },
    ]);
    const asked = { from: 'n1', to: 'n2', amount: 3n, identifier: 70_000n };
    expect(
      await stepsOf(line(pay, { kind: 'again', isBeside: true }, { kind: 'again', isBack: true })),
    ).toEqual([{ pay: asked }, { pay: asked, beside: true }, { pay: { from: 'n2', to: 'n1', amount: 3n } }]);
  });

  it('start what was stopped', async () => {
    expect(
      await stepsOf(line({ kind: 'stop', from: 1 }, { kind: 'start', from: 0 }, { kind: 'start', from: 0 })),
    ).toEqual([{ stop: 'n2' }, { start: 'n2' }, { start: 'n1' }]);
  });

  it('name what is not there where a network has no stranger left', async () => {
    const open: Move = {
      kind: 'open',
      from: 0,
      to: 0,
      among: 'strangers',
      deposit: 0n,
    };
    expect(await stepsOf(line(open, open))).toEqual([
      { open: { from: 'n1', to: 'n3', deposit: 0n } },
      { open: { from: 'n1', to: 'n2', deposit: 0n } },
    ]);
  });
});

describe('calls in a network of several tokens', () => {
  const scenarioText = `
question: Which channels count?
seed: 1
tokens: [{name: A}, {name: B}]
networks:
  - token: A
    topology: {channels: [{between: [n1, n2], deposits: [100, 0]}, {between: [n2, n3], deposits: [50, 0]}]}
  - token: B
    topology: {channels: [{between: [n1, n2], deposits: [7000, 7000]}, {between: [n1, n3], deposits: [8000, 8000]}]}
`;

  it('find what there is in the first of them', async () => {
    const all = { percent: 100, plus: 0n } as const;
    const moves: readonly Move[] = [
      { kind: 'deposit', from: 0, to: 0, among: 'partners', by: { of: 'channel', ...all } },
      { kind: 'pay', from: 0, to: 0, among: 'strangers', amount: { of: 'route', ...all } },
      { kind: 'pay', from: 0, to: 0, amount: { of: 'node', ...all } },
      { kind: 'pay', from: 1, to: 1, amount: { of: 'network', ...all } },
    ];
    const { scenario } = await settleDraft({ manner: 'sequential', moves }, { scenarioText });
    expect(scenario.steps).toMatchObject([
      { to: 'n2', totalDeposit: 200n },
      { to: 'n3', amount: 50n },
      { to: 'n2', amount: 150n },
      { to: 'n3', amount: 250n },
    ]);
  });
});

describe('calls that start together where nobody knows what mediators ask', () => {
  const triangle: MadeNetwork = {
    ...LINE,
    channels: [...LINE.channels, { between: [0, 2], deposits: [100n, 100n] }],
  };

  async function settled(moves: readonly Move[]) {
    const draft: CaseDraft = { network: triangle, manner: 'overlapping', moves };
    const { scenario } = await settleDraft(draft, { knowsFees: false });
    return scenario.steps.map(({ kind }) => kind);
  }

  const most: Move = { kind: 'pay', from: 0, to: 0, amount: { of: 'channel', percent: 80, plus: 0n } };

  it('have the channel between payer and payee hold all that may be taken out of it, in whatever order', async () => {
    expect(await settled([most, { ...most, isBeside: true }])).toEqual(['pay']);
    const withdraw: Move = {
      kind: 'withdraw',
      from: 0,
      to: 0,
      among: 'partners',
      by: { of: 'channel', percent: 80, plus: 0n },
    };
    expect(await settled([most, { ...withdraw, isBeside: true }])).toEqual(['pay']);
    expect(await settled([withdraw, { ...most, isBeside: true }])).toEqual(['withdraw']);
    const few: Move = { ...most, amount: { of: 'channel', percent: 40, plus: 0n }, isBeside: true };
    expect(await settled([most, few])).toEqual(['pay']);
    expect(await settled([few, few, few])).toEqual(['pay', 'pay']);
  });

  it('ask no mediator for anything', async () => {
    const overlapping = drafts({
      manners: ['overlapping'],
      makesNetworks: false,
      stopsNodes: false,
      opensAndCloses: true,
      takesTime: false,
      mediates: false,
    });
    await fc.assert(
      fc.asyncProperty(overlapping, async (draft) => {
        const { scenario, pace } = await settleDraft({ ...draft, network: triangle }, { knowsFees: false });
        const { records } = await simulate({ scenario, pace });
        expect(records.filter(({ trace }) => (trace?.hops.length ?? 0) > 1)).toEqual([]);
      }),
      { numRuns: 60, seed: 20_261_124 },
    );
  });
});

describe('made-up cases', () => {
  it('are what reading their text comes to', async () => {
    const base = baseScenarios({ seed: '7' });
    await fc.assert(
      fc.asyncProperty(anyDraft, async (draft) => {
        const given = await settleDraft(draft, { seed: '7', base: base(draft) });
        expect(given.scenario).toEqual(readCase(given.text, { seed: '7' }));
      }),
      { numRuns: 25, seed: 20_261_123 },
    );
  });

  const anyDraft = drafts({
    manners: ['sequential', 'overlapping'],
    makesNetworks: true,
    stopsNodes: true,
    opensAndCloses: true,
    takesTime: true,
  });

  it('are scenario files that say what they do, and simulate', async () => {
    await fc.assert(
      fc.asyncProperty(anyDraft, async (draft) => {
        const { text, scenario, pace } = await settleDraft(draft, { seed: '7' });
        expect(text).toContain('steps:');
        const run = await simulate({ scenario, pace });
        expect(run.records).toHaveLength(scenario.steps.length);
        expect(run.partial).toBe(false);
      }),
      { numRuns: 25, seed: 20_261_122 },
    );
  });
});
