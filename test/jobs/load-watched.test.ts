import { describe, expect, it } from 'vitest';
import type { LoadRun } from '../../src/model/run/run.ts';
import { closedGate } from './gate.ts';
import { type Json, list } from '../fixtures/liars.ts';
import type { Heard, Lie } from '../fixtures/lying-proxy.ts';
import { scenarioFrom } from './scenario-text.ts';
import { loadLiedTo } from '../fixtures/in-sandbox.ts';

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

function loadThrough(lie: Lie, scenario = paying()): Promise<LoadRun> {
  return loadLiedTo(scenario, lie);
}

interface Told {
  /** Of which answers the change is. */
  readonly isTold: (heard: Heard) => boolean;
  /** What is asked once an answer that was told has been read. */
  readonly isRead: (heard: Heard) => boolean;
  /** How often it is told before that counts; absent: once. */
  readonly times?: number;
  readonly change?: (json: unknown) => unknown;
}

/**
 * Nodes are looked at for the first time after a second, and later on a busy machine, which may also give up a look:
 * the last payment waits until something was told and read, and then all is honest again.
 */
function untilRead({ isTold, isRead, times = 1, change = (json) => json }: Told): Lie {
  const read = closedGate();
  let payments = 0;
  let told = 0;
  let isOver = false;
  return async (heard) => {
    if (heard.method === 'POST') payments += 1;
    if (heard.method === 'POST' && payments === PAYMENTS) await read.opened;
    if (told >= times && isRead(heard)) {
      isOver = true;
      read.open();
    }
    const reply = await heard.forward();
    if (payments < PAYMENTS / 3 || isOver || !isTold(heard)) return reply;
    told += 1;
    return { ...reply, json: change(reply.json) };
  };
}

const atHub =
  (path: string): Told['isTold'] =>
  (heard) =>
    heard.node === 'hub' && heard.path === path;

// Pending transfers are asked for when the channels could be read, the channels again at the next look.
const CHANNELS = { isTold: atHub('/channels'), isRead: atHub('/pending_transfers') };
// The hub tells the balance of a spoke, which is looked at in its turn.
const AT_SPOKE = {
  isTold: ({ node, path }: Heard) => node === 'spoke2' && path === '/channels',
  isRead: atHub('/channels'),
};
const NO_CHANNELS = { isTold: atHub('/channels'), isRead: atHub('/channels'), times: 2 };
const PENDING = { isTold: atHub('/pending_transfers'), isRead: atHub('/channels') };

const changingOne = (fields: object) => (json: unknown) =>
  list(json).map((one, at) => (at === 0 ? { ...one, ...fields } : one));

const changingAll = (fields: object, isMeant: (one: Json) => boolean) => (json: unknown) =>
  list(json).map((one) => (isMeant(one) ? { ...one, ...fields } : one));

// The hub has four at the start.
const isNew = (one: Json) => one['channel_identifier'] === '5';

// Side by side: most of their time they wait for the first look.
describe.concurrent('what a node shows only while a load runs', () => {
  it.each([
    { name: 'a balance that dips', where: CHANNELS, change: changingOne({ balance: '1' }) },
    { name: 'a total deposit that is not', where: CHANNELS, change: changingOne({ total_deposit: '1' }) },
    { name: 'a channel as closed', where: CHANNELS, change: changingOne({ state: 'closed' }) },
    { name: 'one channel less', where: CHANNELS, change: (json: unknown) => list(json).slice(1) },
    {
      name: 'a balance that dips at a spoke',
      where: AT_SPOKE,
      change: changingOne({ balance: '1' }),
      node: 'spoke2',
    },
    { name: 'rubbish about channels', where: NO_CHANNELS, change: () => '<html>' },
    { name: 'rubbish about pending transfers', where: PENDING, change: () => '<html>' },
  ])('is judged: $name', async ({ where, change, node = 'hub' }) => {
    const { load: result } = await loadThrough(untilRead({ ...where, change }));
    const found = result.findings.map((one) => `${one.check} ${one.node}`);
    expect(new Set(found), JSON.stringify(result.checks)).toEqual(new Set([`watched ${node}`]));
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
    const lie = untilRead({ ...CHANNELS, change: changingAll({ state: 'closed' }, isNew) });
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
    const honest = untilRead({
      isTold: ({ path }) => path === '/channels',
      isRead: ({ path }) => path === '/pending_transfers',
    });
    const { load: result } = await loadThrough(honest, paying(network, hopLatency));
    expect(result.findings.map(({ title, predicted, observed }) => ({ title, predicted, observed }))).toEqual(
      [],
    );
    expect(result.checks.find(({ name }) => name === 'watched')).toMatchObject({ verdict: 'holds' });
  });
});
