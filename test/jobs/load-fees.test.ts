import { describe, expect, it } from 'vitest';
import type { LoadRun } from '../../src/model/run/run.ts';
import { type Json, list, nthPayment, shifted } from '../fixtures/liars.ts';
import { loadLiedTo } from '../fixtures/in-sandbox.ts';
import type { Lie } from '../fixtures/lying-proxy.ts';
import { scenarioFrom } from './scenario-text.ts';

function charging({
  topology = '{star: {spokes: 4}}',
  fees = '{flat: 1, proportionalPpm: 10_000}',
  blockTime = '15s',
} = {}) {
  return scenarioFrom(`
question: What do fees hide?
seed: 5
network: {topology: ${topology}, capacity: 1_000_000, fees: ${fees}}
protocol: {view: exact, hopLatency: 1ms, blockTime: ${blockTime}}
traffic:
  - {arrivals: {constant: {perSecond: 300}}, duration: 500ms, amounts: {uniform: {min: 500, max: 2_000}}}
`);
}

async function loadThrough(lie: Lie, scenario = charging()): Promise<LoadRun> {
  return await loadLiedTo(scenario, lie, { useExisting: true });
}

const HONEST = [
  { topology: '{star: {spokes: 4}}', fees: '{flat: 1, proportionalPpm: 10_000}' },
  { topology: '{line: {nodes: 6}}', fees: '{flat: 3, proportionalPpm: 5_000}' },
  { topology: '{line: {nodes: 5}}', fees: '{flat: 2, proportionalPpm: 4_000, imbalancePpm: 3_000}' },
  {
    // So steep a penalty may grow, between the route and the transfer, beyond what was set aside for fees. Then the
    // target gets too little and asks for no secret, and the payment fails when its lock expires: a hundred blocks.
    topology: '{ring: {nodes: 6}}',
    fees: '{flat: 1, proportionalPpm: 10_000, imbalancePpm: 20_000}',
    blockTime: '50ms',
  },
  { topology: '{complete: {nodes: 5}}', fees: '{flat: 3}' },
  {
    topology: '{scale-free: {nodes: 12, channelsPerNode: 2}}',
    fees: '{proportionalPpm: 4_000, imbalancePpm: 3_000}',
  },
];

describe('a load of nodes that charge fees', () => {
  it.each(HONEST)('finds nothing wrong with honest ones: $topology $fees', async (network) => {
    const { load: result } = await loadThrough((heard) => heard.forward(), charging(network));
    expect(result.findings.map(({ title, predicted, observed }) => ({ title, predicted, observed }))).toEqual(
      [],
    );
    expect(result.aggregate.counts.succeeded).toBeGreaterThan(0);
  });

  it('notices a payment that never left its first channel', async () => {
    // Both ends of it say so, and all sums over the network are right.
    const { load: result } = await loadThrough(shifted(['spoke1', 'hub'], 1_000n, nthPayment(150)));
    expect(result.findings.map(({ check, node }) => `${check} ${node}`)).toEqual(['sums hub', 'sums spoke1']);
  });

  it('notices a unit where there is one way', async () => {
    const { load: result } = await loadThrough(shifted(['spoke1', 'hub'], 1n, nthPayment(150)));
    expect(result.findings.map(({ check, node }) => `${check} ${node}`)).toEqual(['sums hub', 'sums spoke1']);
  });

  it('notices who pays a tenth too much and shows it at the target only', async () => {
    const { load: result } = await loadThrough(payingMore());
    expect(result.findings.map(({ check, title }) => `${check}: ${title}`)).toContainEqual(
      expect.stringMatching(/^history: (?:spoke\d|hub)'s history shows another amount/),
    );
  });
});

/** Pays a tenth more than it was asked for, once, and shows what it was asked for. */
function payingMore(): Lie {
  let payments = 0;
  let lied: { readonly identifier: string; readonly amount: string } | undefined;
  const asAsked = (entry: Json): Json =>
    entry['identifier'] === lied?.identifier && entry['event'] === 'EventPaymentSentSuccess'
      ? { ...entry, amount: lied?.amount }
      : entry;
  return async (heard) => {
    if (heard.method === 'POST') payments += 1;
    if (heard.method === 'POST' && payments === 60) {
      const amount = String(heard.body['amount']);
      lied = { identifier: String(heard.body['identifier']), amount };
      const more = ((BigInt(amount) * 11n) / 10n).toString();
      const reply = await heard.forward({ body: { ...heard.body, amount: more } });
      return { ...reply, json: { ...(reply.json as Json), amount } };
    }
    const reply = await heard.forward();
    return heard.method === 'GET' && heard.path.startsWith('/payments') && reply.status === 200
      ? { ...reply, json: list(reply.json).map(asAsked) }
      : reply;
  };
}
