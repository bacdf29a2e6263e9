import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/jobs/simulate.ts';
import { Figures } from '../../../src/report/figures/figures.ts';
import { reportedPayments } from '../../../src/report/figures/reported-payment.ts';
import { answerText } from '../../../src/report/sections/answer.ts';
import { momentsOf } from '../../../src/report/sections/success-over-time.ts';
import { summaryOf } from '../../../src/report/summary.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

const DRAINING = `
question: Does the hub run dry?
seed: 7
network:
  topology: {star: {spokes: 3}}
  capacity: 200
traffic:
  - name: shopping
    arrivals: {constant: {perSecond: 1}}
    count: 12
    amounts: {fixed: 10}
    pairs: {list: [[spoke2, spoke1], [spoke3, spoke1]]}
`;
const TOPPED_UP = `${DRAINING}
steps:
  - wait: 11s
  - deposit: {from: hub, to: spoke1, totalDeposit: 200}
`;

const figuresOf = async (text: string, traces: 'all' | 'none' = 'all'): Promise<Figures> =>
  new Figures(await simulate({ scenario: scenarioFrom(text), traces }));

describe('the channel ends that are depleted', () => {
  it('names the payment that emptied an end, and when', async () => {
    const figures = await figuresOf(DRAINING);
    const tenth = [...reportedPayments(figures.run)].filter(({ result }) => result === 'succeeded')[9];
    expect(figures.depletedEnds).toEqual([
      {
        channel: expect.stringMatching(/^TOK:\d+$/) as string,
        token: 'TOK',
        owner: 'hub',
        partner: 'spoke1',
        // The payer hears of it a message later.
        atMs: tenth?.trace?.hops.at(-1)?.unlockedAtMs,
        payment: tenth?.record.operation.id,
      },
    ]);
    expect(summaryOf(figures.run, figures).ranDry).toEqual(figures.depletedEnds);
  });

  it('says when an end was filled again', async () => {
    const [first] = (await figuresOf(TOPPED_UP)).depletedEnds ?? [];
    expect(first?.owner).toBe('hub');
    expect(first?.refilledAtMs).toBeGreaterThan(first?.atMs ?? Number.POSITIVE_INFINITY);
  });

  it('are the same whether traces are kept or not', async () => {
    const figures = await figuresOf(DRAINING, 'none');
    expect(figures.depletedEnds).toEqual((await figuresOf(DRAINING)).depletedEnds);
    expect(summaryOf(figures.run, figures).ranDry).toHaveLength(1);
  });

  it('include every end that is drained at the end and was not at the start', async () => {
    const figures = await figuresOf(DRAINING);
    const atStart = new Set(figures.startBalances.depleted.map(({ channel }) => channel));
    const depleted = (figures.endBalances?.depleted ?? []).filter(({ channel }) => !atStart.has(channel));
    expect(depleted.length).toBeGreaterThan(0);
    const told = new Set(figures.depletedEnds?.map(({ channel, owner }) => `${channel} ${owner}`));
    for (const { channel, between, depletedEnd } of depleted)
      expect(told).toContain(`${channel} ${between[depletedEnd]}`);
  });

  it('answer the question by naming the channel by its ends and where money was lacking', async () => {
    expect(answerText(await figuresOf(DRAINING))).toMatch(
      /^hub-spoke1 was depleted first, after [\d.]+ s: hub could hardly send to spoke1 any more\. Most common cause: hub had too little to send to spoke1 \(2 of 2 failures\)\.$/,
    );
  });

  it('name no place for failures that the scenario itself states', async () => {
    const stated = `
question: Does it fail as it should?
seed: 7
network: {topology: {star: {spokes: 2}}, capacity: 200}
steps: [{pay: {from: spoke1, to: spoke2, amount: 500}, outcome: failed}]
`;
    expect(answerText(await figuresOf(stated))).toBe('');
    expect(answerText(await figuresOf(stated.replace('outcome: failed', 'outcome: succeeded')))).toMatch(
      /^Most common cause: spoke1 had too little to send to hub \(1 of 1 failure\)/,
    );
  });

  it('call a channel by one name, whichever of its ends ran dry', async () => {
    const towardsHub = DRAINING.replace('[[spoke2, spoke1], [spoke3, spoke1]]', '[[spoke2, spoke1]]');
    expect(answerText(await figuresOf(towardsHub))).toMatch(
      /^hub-spoke1 was depleted first, .*: hub could .*; then hub-spoke2 after [\d.]+ s\. .*: spoke2 had too little to send to hub/,
    );
  });
});

it('tells an opening of a channel that is there as a raised deposit', async () => {
  const raised = `${DRAINING}
steps:
  - open: {from: hub, to: spoke1, deposit: 300}
`;
  expect(momentsOf(await figuresOf(raised)).map(({ text }) => text)).toContain(
    'hub raises its deposit with spoke1 to 300 TOK',
  );
});

describe('the channel ends that a replay depleted', () => {
  it('are those of its prediction, where its own operations ended alike', async () => {
    const prediction = await simulate({ scenario: scenarioFrom(DRAINING) });
    const header = { ...prediction.header, job: 'replay' as const };
    const replayed = prediction.records.map((record) => ({ ...record, endedAtMs: record.endedAtMs + 7 }));
    const [end] = prediction.depletedEnds ?? [];
    const alike = { ...prediction, header, prediction, records: replayed };
    const by = prediction.records.find(({ operation }) => operation.id === end?.payment);
    expect(new Figures(alike).depletedEnds).toMatchObject([
      { channel: end?.channel, payment: end?.payment, atMs: (by?.endedAtMs ?? 0) + 7 },
    ]);
    const outcome = { kind: 'failed', status: 409, reason: 'no-route', message: '' } as const;
    const refused = replayed.map((record) =>
      record.operation.id === end?.payment ? { ...record, outcome } : record,
    );
    expect(new Figures({ ...alike, records: refused }).depletedEnds).toEqual([]);
  });
});
