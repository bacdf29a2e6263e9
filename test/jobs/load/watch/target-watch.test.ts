import { describe, expect, it } from 'vitest';
import { loadLiedTo } from '../../../fixtures/in-sandbox.ts';
import { type Json, list } from '../../../fixtures/liars.ts';
import type { Heard, Lie } from '../../../fixtures/lying-proxy.ts';
import { scenarioFrom } from '../../scenario-text.ts';

const PAYMENTS = 30;

// Nodes are looked at after a second, and again after one or two: at least twice while this is paid.
function paying(
  network = '{topology: {star: {spokes: 4}}, capacity: 1_000_000}',
  hopLatency = '1ms',
  steps = '',
) {
  return scenarioFrom(`
question: Does a lie show that is told only while a load runs?
seed: 5
network: ${network}
protocol: {view: exact, hopLatency: ${hopLatency}, blockTime: 10ms, confirmations: 1}
${steps}
traffic:
  - {arrivals: {constant: {perSecond: 8}}, count: ${PAYMENTS}, amounts: {uniform: {min: 2, max: 1_000}}}
`);
}

const HONEST: Lie = (heard) => heard.forward();

/** Changes these answers from the fifth payment until the last one. */
function meanwhile(isChanged: (heard: Heard) => boolean, change: (json: unknown) => unknown): Lie {
  let payments = 0;
  return async (heard) => {
    if (heard.method === 'POST') payments += 1;
    const reply = await heard.forward();
    if (payments < 5 || payments === PAYMENTS || !isChanged(heard)) return reply;
    return { ...reply, json: change(reply.json) };
  };
}

const at =
  (node: string, path: string) =>
  (heard: Heard): boolean =>
    heard.node === node && heard.path === path;
const CHANNELS = at('hub', '/channels');

const changingOne = (fields: object) => (json: unknown) =>
  list(json).map((one, index) => (index === 0 ? { ...one, ...fields } : one));

const changingAll = (fields: object, isMeant: (one: Json) => boolean) => (json: unknown) =>
  list(json).map((one) => (isMeant(one) ? { ...one, ...fields } : one));

// The hub has four at the start.
const isNew = (one: Json) => one['channel_identifier'] === '5';

describe('what a node shows only while a load runs', () => {
  it.each([
    { name: 'a balance that dips', where: CHANNELS, change: changingOne({ balance: '1' }) },
    { name: 'a total deposit that is not', where: CHANNELS, change: changingOne({ total_deposit: '1' }) },
    { name: 'a channel as closed', where: CHANNELS, change: changingOne({ state: 'closed' }) },
    { name: 'one channel less', where: CHANNELS, change: (json: unknown) => list(json).slice(1) },
    {
      // The hub shows the balance of a spoke, which is looked at in its turn.
      name: 'a balance that dips at a spoke',
      where: at('spoke2', '/channels'),
      change: changingOne({ balance: '1' }),
      node: 'spoke2',
    },
    { name: 'rubbish about channels', where: CHANNELS, change: () => '<html>' },
    {
      name: 'rubbish about pending transfers',
      where: at('hub', '/pending_transfers'),
      change: () => '<html>',
    },
  ])('is judged: $name', async ({ where, change, node = 'hub' }) => {
    const { load: result } = await loadLiedTo(paying(), meanwhile(where, change));
    const found = result.findings.map((one) => `${one.check} ${one.node}`);
    expect(new Set(found), JSON.stringify(result.checks)).toEqual(new Set([`watched ${node}`]));
    expect(result.findings[0]?.title).toMatch(/, \d+\.\d s after the start$/);
  });

  it('is judged: rubbish about a history', async () => {
    // The first payment that succeeds is followed by a look at its payer's history.
    let isPaid = false;
    const told: string[] = [];
    const { load: result } = await loadLiedTo(paying(), async (heard) => {
      isPaid ||= heard.method === 'POST';
      const reply = await heard.forward();
      if (!isPaid || told.length > 0 || heard.path !== '/payments') return reply;
      told.push(heard.node);
      return { ...reply, json: '<html>' };
    });
    const found = result.findings.map(({ check, node, title }) => `${check} ${node}: ${title}`);
    expect(found, JSON.stringify(result.checks)).toEqual([
      expect.stringMatching(`^watched ${told[0]}: .* history as the API says, `),
    ]);
  });

  it('is judged of a channel that a step of the load has opened', async () => {
    const scenario = paying(
      undefined,
      '1ms',
      'nodes: {newcomer: {}}\nsteps: [{open: {from: newcomer, to: hub, deposit: 50}}]',
    );
    const lie = meanwhile(CHANNELS, changingAll({ state: 'closed' }, isNew));
    const { load: result } = await loadLiedTo(scenario, lie);
    const found = result.findings.map(({ check, node, observed }) => `${check} ${node}: ${observed}`);
    expect(found, JSON.stringify(result.checks)).toEqual(['watched hub: closed, deposited 0, withdrawn 0']);
  });

  it.each([
    { network: '{topology: {star: {spokes: 4}}, capacity: 60_000}', hopLatency: '200ms' },
    { network: '{topology: {ring: {nodes: 5}}, capacity: 60_000}', hopLatency: '50ms' },
    {
      network: '{topology: {line: {nodes: 5}}, capacity: 40_000, fees: {flat: 2, proportionalPpm: 9_000}}',
      hopLatency: '20ms',
    },
    {
      network: '{topology: {complete: {nodes: 5}}, capacity: 4_000, fees: {flat: 3, imbalancePpm: 3_000}}',
      hopLatency: '5ms',
    },
  ])('is no fault of honest ones: $network $hopLatency', async ({ network, hopLatency }) => {
    const { load: result } = await loadLiedTo(paying(network, hopLatency), HONEST);
    expect(result.findings.map(({ title, predicted, observed }) => ({ title, predicted, observed }))).toEqual(
      [],
    );
    expect(result.checks.find(({ name }) => name === 'watched')).toMatchObject({ verdict: 'holds' });
  });
});

const shopping = ({ protocol, amount, from }: { protocol: string; amount: number; from: string }) =>
  scenarioFrom(`
question: What is read of a network under load?
seed: 5
network:
  topology: {star: {spokes: 4}}
  capacity: 4_000
  fees: {flat: 0}
protocol: ${protocol}
traffic:
  - arrivals: {constant: {perSecond: 100}}
    count: 160
    amounts: ${amount}
    pairs: {uniform: {from: ${from}, to: [spoke1]}}
`);

describe('a load that is watched', () => {
  it('shows which end was depleted and when, and that payments failed for lack of money', async () => {
    const { load: result } = await loadLiedTo(
      shopping({
        protocol: '{view: exact, hopLatency: 1ms}',
        amount: 50,
        from: '[spoke2, spoke3, spoke4]',
      }),
      HONEST,
    );
    // The channel to the only shop holds 40 payments of 50 at the hub's end.
    expect(result.aggregate.counts.succeeded).toBe(40);
    expect(result.course).toMatchObject({ cause: 'ran-dry' });
    const { watch } = result;
    expect(watch?.nodes).toEqual(['hub']);
    expect(watch).toMatchObject({ ends: 8, endsInAll: 8, drainedInAll: 1 });
    expect(watch?.drained).toMatchObject([{ owner: 'hub', partner: 'spoke1' }]);
    expect(watch?.steps.at(-1)?.depletedEnds).toBe(1);
    const short = watch?.steps.reduce((sum, { shortOfMoney }) => sum + shortOfMoney, 0) ?? 0;
    // Before the first look at the drained end, its balance is the one at the start.
    expect(short).toBeGreaterThan(40);
    // The hub's end towards the shop refused, not the shop.
    const channel = watch?.drained[0]?.channel;
    expect(watch?.places).toEqual([{ at: 'hub', channel, check: 'available-balance', count: short }]);
    expect(result.aftermath?.looks.at(-1)?.payments).toBe(0);
  });

  it('tells locks that are all taken from money that is spent', async () => {
    const { load: result } = await loadLiedTo(
      shopping({ protocol: '{view: exact, hopLatency: 40ms, maxPendingLocks: 1}', amount: 5, from: '[hub]' }),
      HONEST,
    );
    expect(result.aggregate.counts.failed).toBeGreaterThan(50);
    expect(result.course?.cause).toBe('overloaded');
    expect(result.course?.sentence).toContain('channels had enough money');
    expect(result.watch?.drainedInAll).toBe(0);
    const short = result.watch?.steps.reduce((sum, { shortOfLocks }) => sum + shortOfLocks, 0) ?? 0;
    expect(short).toBeGreaterThan(50);
  });
});
