import { describe, expect, it } from 'vitest';
import { replay } from '../../src/jobs/replay/replay.ts';
import { simulate } from '../../src/jobs/simulate.ts';
import { toJson } from '../../src/model/json.ts';
import { recordLine } from '../../src/model/run/run-json.ts';
import { htmlReport, textSummary } from '../../src/report/sections/run-document.ts';
import { summaryOf } from '../../src/report/summary.ts';
import { scenarioFrom } from './scenario-text.ts';
import { inSandbox } from '../fixtures/in-sandbox.ts';

const RING = `
question: What gets through?
seed: 5
network: {topology: {ring: {nodes: 8}}, capacity: 10_000}
protocol: {blockTime: 1s}
traffic:
  - arrivals: {poisson: {perSecond: 5}}
    count: 200
    amounts: 10
`;
const ALL_KINDS = `${RING}
churn:
  - random: {nodes: {share: 0.5}, online: {exponential: {mean: 20s}}, offline: 5s}
griefing:
  - hold: {role: target, probability: 0.1}
  - jam: {from: n1, to: n3, amount: 1, slots: 20, start: 5s}
messages: {loss: 0.02, late: {share: 0.05, by: 1s}}
`;

describe('a simulation of churn, griefing and faulty messages', () => {
  it('is the same, byte for byte, for the same seed, and comes to rest', async () => {
    const runs = [
      await simulate({ scenario: scenarioFrom(ALL_KINDS) }),
      await simulate({ scenario: scenarioFrom(ALL_KINDS) }),
    ];
    const [first = '', second] = runs.map(
      (run) => run.records.map(recordLine).join('') + toJson(summaryOf(run)),
    );
    expect(second).toBe(first);
    expect(runs[0]?.disturbances).toEqual(runs[1]?.disturbances);
    expect(summaryOf(runs[0] as (typeof runs)[0]).invariants.map(({ holds }) => holds)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('tells what each of them did, in figures, on the terminal and on the page', async () => {
    const run = await simulate({ scenario: scenarioFrom(ALL_KINDS) });
    const { metrics } = summaryOf(run);
    expect(metrics['online_share']).toBeLessThan(1);
    for (const name of [
      'absences',
      'lost_to_absence',
      'lost_to_griefing',
      'transfers_held',
      'held_peak',
      'messages_lost',
    ])
      expect(metrics[name], name).toBeGreaterThan(0);
    expect(metrics['held_mean']).toBeLessThan(metrics['held_peak'] as number);
    const text = textSummary(run, { color: false, width: 100 });
    expect(text).toMatch(/^Time online +\d\d.* %$/m);
    for (const words of [
      'Absences',
      'Lost to absent nodes',
      'Lost to griefing',
      'Payments held',
      'Lost messages',
    ])
      expect(text).toMatch(new RegExp(`^${words} +\\d+$`, 'm'));
    expect(text).toMatch(/^Most locked by held payments +[\d.,]+/m);
    expect(text).toMatch(/^Jammed +by n1 to n3: \d+ payments sent, \d+ refused$/m);
    const page = htmlReport(run);
    for (const words of ['id="disturbances"', 'Time online', 'Payments held']) expect(page).toContain(words);
  });

  it('says nothing of them where the scenario has none', async () => {
    const run = await simulate({ scenario: scenarioFrom(RING) });
    expect(run).not.toHaveProperty('disturbances');
    expect(Object.keys(summaryOf(run).metrics)).not.toContain('online_share');
    expect(htmlReport(run)).not.toContain('id="disturbances"');
  });

  it('draws by streams of its own: payments, amounts and pairs stay those of the undisturbed network', async () => {
    const planOf = async (text: string) =>
      (await simulate({ scenario: scenarioFrom(text) })).records
        .map(({ operation }) => operation)
        .sort((one, other) => one.id - other.id);
    expect(await planOf(ALL_KINDS)).toEqual(await planOf(RING));
  });

  it('refuses to wait for rest between operations while an attack goes on', async () => {
    const jam = `${RING}griefing: [{jam: {from: n1, to: n3, amount: 1}}]\n`;
    await expect(simulate({ scenario: scenarioFrom(jam), pace: 'sequential' })).rejects.toThrow(
      'griefing[0].jam: keeps the network from coming to rest',
    );
  });
});

describe('a scenario with churn', () => {
  const AWAY = `
question: Who answers?
seed: 5
network: {topology: {line: {nodes: 2}}}
churn:
  - schedule: {nodes: [n2], absences: [{at: 0s, duration: 8000h}]}
`;

  it('is served: the sandbox goes on and off as its clock says', async () => {
    await inSandbox(scenarioFrom(AWAY), async ({ targets }) => {
      const status = (node: string) => fetch(`${targets[node]}/api/v1/status`).then(({ ok }) => ok);
      expect(await status('n1')).toBe(true);
      await expect(status('n2')).rejects.toThrow('fetch failed');
    });
  });

  it('is not replayed, whoever asks', async () => {
    const targets = { n1: 'http://127.0.0.1:1', n2: 'http://127.0.0.1:1' };
    await expect(replay({ scenario: scenarioFrom(AWAY), targets })).rejects.toThrow(
      'test: churn: happens in simulated networks only',
    );
  });
});
