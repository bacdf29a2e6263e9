import { describe, expect, it } from 'vitest';
import { load } from '../../src/jobs/load/load.ts';
import { startSandbox } from '../../src/jobs/sandbox.ts';
import type { LoadRun } from '../../src/model/run/run.ts';
import { closedGate } from './gate.ts';
import { type Json, list } from '../fixtures/liars.ts';
import { type Heard, type Lie, type Reply, startLyingProxy } from '../fixtures/lying-proxy.ts';
import { scenarioFrom } from './scenario-text.ts';

const PAYMENTS = 30;

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
  - {arrivals: {constant: {perSecond: 25}}, count: ${PAYMENTS}, amounts: {uniform: {min: 2, max: 1_000}}}
`);
}

async function loadThrough(lie: Lie, scenario = paying()): Promise<LoadRun> {
  const sandbox = await startSandbox({ scenario, speed: 1, basePort: 0, pathFindingPort: 0 });
  const addressOf = (node: string) => sandbox.network.getNodeAttribute(node, 'address');
  const proxy = await startLyingProxy({ targets: sandbox.targets, addressOf, lie });
  try {
    return await load({ scenario, targets: proxy.targets });
  } finally {
    await proxy.close();
    await sandbox.stop();
  }
}

/**
 * Nodes are looked at for the first time after a second, and later on a busy machine: the last payment waits until
 * what `look` is about has been looked at amid the others.
 */
function untilLooked(isLook: (heard: Heard) => boolean, look: (reply: Reply) => Reply): Lie {
  const looked = closedGate();
  let payments = 0;
  let isOver = false;
  return async (heard) => {
    if (heard.method === 'POST') payments += 1;
    if (heard.method === 'POST' && payments === PAYMENTS) await looked.opened;
    const reply = await heard.forward();
    if (payments < PAYMENTS / 3 || isOver || !isLook(heard)) return reply;
    isOver = true;
    looked.open();
    return look(reply);
  };
}

/** Honest but for one look at the hub. */
function once(path: string, change: (json: unknown) => unknown): Lie {
  return untilLooked(
    (heard) => heard.node === 'hub' && heard.path === path,
    (reply) => ({ ...reply, json: change(reply.json) }),
  );
}

const changingOne = (fields: object) => (json: unknown) =>
  list(json).map((one, at) => (at === 0 ? { ...one, ...fields } : one));

const changingAll = (fields: object, isMeant: (one: Json) => boolean) => (json: unknown) =>
  list(json).map((one) => (isMeant(one) ? { ...one, ...fields } : one));

// The hub has four at the start.
const isNew = (one: Json) => one['channel_identifier'] === '5';

// Side by side: most of their time they wait for the first look.
describe.concurrent('what a node shows only while a load runs', () => {
  it.each([
    { name: 'a balance that dips', path: '/channels', change: changingOne({ balance: '1' }) },
    { name: 'a total deposit that is not', path: '/channels', change: changingOne({ total_deposit: '1' }) },
    { name: 'a channel as closed', path: '/channels', change: changingOne({ state: 'closed' }) },
    { name: 'one channel less', path: '/channels', change: (json: unknown) => list(json).slice(1) },
    { name: 'rubbish about channels', path: '/channels', change: () => '<html>' },
    { name: 'rubbish about pending transfers', path: '/pending_transfers', change: () => '<html>' },
  ])('is judged: $name', async ({ path, change }) => {
    const { load: result } = await loadThrough(once(path, change));
    const found = result.findings.map(({ check, node }) => `${check} ${node}`);
    expect(new Set(found), JSON.stringify(result.checks)).toEqual(new Set(['watched hub']));
    expect(result.findings[0]?.title).toMatch(/, \d+\.\d s after the start$/);
  });

  it('is judged: rubbish about a history', async () => {
    // The first payment that succeeds is followed by a look at its payer's history.
    let isPaid = false;
    const told: string[] = [];
    const { load: result } = await loadThrough(async (heard) => {
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
    const lie = once('/channels', changingAll({ state: 'closed' }, isNew));
    const { load: result } = await loadThrough(lie, scenario);
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
    const honest = untilLooked(
      ({ path }) => path === '/channels',
      (reply) => reply,
    );
    const { load: result } = await loadThrough(honest, paying(network, hopLatency));
    expect(result.findings.map(({ title, predicted, observed }) => ({ title, predicted, observed }))).toEqual(
      [],
    );
    expect(result.checks.find(({ name }) => name === 'watched')).toMatchObject({ verdict: 'holds' });
  });
});
