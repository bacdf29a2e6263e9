import { expect, it } from 'vitest';
import {
  type AimedLie,
  changed,
  inHistory,
  type Json,
  list,
  more,
  onNth,
  receiptOf,
  refusal,
} from '../fixtures/liars.ts';
import { expectNamed, inWords } from '../fixtures/lied-to-replay.ts';
import { loadLiedTo } from '../fixtures/in-sandbox.ts';
import type { Heard, Lie } from '../fixtures/lying-proxy.ts';
import { scenarioFrom } from './scenario-text.ts';

const STAR = `
network: {topology: {star: {spokes: 6}}, capacity: 1_000_000, fees: {flat: 0}}
protocol: {view: exact, hopLatency: 1ms}
traffic: [{arrivals: {constant: {perSecond: 1000}}, duration: 800ms, amounts: {uniform: {min: 2, max: 100}}}]
load: {deadline: 20s}
`;

async function loadThrough(text: string, lie: Lie) {
  const scenario = scenarioFrom(`question: Does a lie show under load?\nseed: 5\n${text}`);
  return await loadLiedTo(scenario, lie, { lockstep: undefined });
}

const LIED_ABOUT = 120;

/** Lies about one payment amid the others. */
const onOne = (lie: Lie) => onNth(LIED_ABOUT, lie);

// Amid others in the history of one node.
const ENTRY = 30;

/** Changes one entry of a history, the same one wherever it is read once it stands there. */
function onEntry(change: (entry: Json, entries: readonly Json[]) => readonly Json[]): AimedLie {
  let identifier: string | undefined;
  const lie = inHistory('hub', (entries) => {
    const entry =
      identifier === undefined
        ? entries[ENTRY]
        : entries.find((one) => String(one['identifier']) === identifier);
    if (entry === undefined) return entries;
    identifier = String(entry['identifier']);
    return change(entry, entries);
  });
  return { identifier: () => identifier, lie };
}

const replaced = (fields: (entry: Json) => Json) =>
  onEntry((entry, entries) => entries.map((one) => (one === entry ? { ...one, ...fields(one) } : one)));
const amountOf = ({ body }: Heard) => String(body['amount']);
const paying = (heard: Heard, fields: Json) => heard.forward({ body: { ...heard.body, ...fields } });

it.each<{ name: string; check: string; told: () => AimedLie }>([
  {
    name: 'pays a unit more',
    check: 'history',
    told: () =>
      onOne(async (heard) =>
        changed(await paying(heard, { amount: more(amountOf(heard), 1n) }), { amount: amountOf(heard) }),
      ),
  },
  {
    name: 'pays under another identifier',
    check: 'history',
    told: () =>
      onOne(async (heard) => {
        const { identifier } = heard.body;
        return changed(await paying(heard, { identifier: '777' }), { identifier });
      }),
  },
  {
    name: 'names another identifier in the answer',
    check: 'receipts',
    told: () => onOne(async (heard) => changed(await heard.forward(), { identifier: '7' })),
  },
  {
    name: 'names another amount in the answer',
    check: 'receipts',
    told: () => onOne(async (heard) => changed(await heard.forward(), { amount: more(amountOf(heard), 1n) })),
  },
  {
    name: 'pays and says that it did not',
    check: 'foreseen',
    told: () =>
      onOne(async (heard) => {
        await heard.forward();
        return refusal("Payment couldn't be completed because: lock expired");
      }),
  },
  {
    name: 'answers without a receipt',
    check: 'answers',
    told: () =>
      onOne(async (heard) => {
        await heard.forward();
        return { status: 200, json: {} };
      }),
  },
  {
    name: 'answers with another status and pays nothing',
    check: 'answers',
    told: () => onOne(async (heard) => ({ status: 202, json: receiptOf(heard, amountOf(heard)) })),
  },
  {
    name: 'knows no such address',
    check: 'foreseen',
    told: () => onOne(async () => ({ status: 404, json: { errors: 'not found' } })),
  },
  {
    name: 'shows a unit more in a history',
    check: 'history',
    told: () => replaced(({ amount }) => ({ amount: more(amount, 1n) })),
  },
  {
    name: 'shows an entry twice',
    check: 'history',
    told: () => onEntry((entry, entries) => [...entries, entry]),
  },
  {
    name: 'moves an entry to the front',
    check: 'history',
    told: () => onEntry((entry, entries) => [entry, ...entries.filter((one) => one !== entry)]),
  },
])('names the payment about which a node lies that $name', async ({ check, told }) => {
  const liar = told();
  expectNamed(await loadThrough(STAR, liar.lie), liar, check);
});

it.each([
  { name: 'a balance one too high', by: 1n },
  { name: 'a balance one too low', by: -1n },
])('says that tokens do not add up when a node shows $name', async ({ by }) => {
  let payments = 0;
  const { load: result } = await loadThrough(STAR, async (heard) => {
    if (heard.method === 'POST') payments += 1;
    const reply = await heard.forward();
    if (payments < LIED_ABOUT || heard.node !== 'spoke1' || heard.path !== '/channels') return reply;
    const json = list(reply.json).map((one) => ({ ...one, balance: more(one['balance'], by) }));
    return { ...reply, json };
  });
  expect(result.checks.filter(({ verdict }) => verdict === 'violated').map(({ name }) => name)).toEqual(
    expect.arrayContaining(['conservation', 'consistency', 'sums']),
  );
});

const TRUTHS = {
  'a star': STAR,
  'a line': STAR.replace('{star: {spokes: 6}}', '{line: {nodes: 4}}'),
  'a mesh': STAR.replace('{star: {spokes: 6}}', '{complete: {nodes: 6}}'),
  fees: STAR.replace('{flat: 0}', '{flat: 1, proportionalPpm: 4000}').replace('min: 2', 'min: 20'),
  'a network that runs dry': STAR.replace('1_000_000', '2_000').replace('1ms', '1ms, blockTime: 50ms'),
  'nodes with few locks': STAR.replace(
    'hopLatency: 1ms',
    'hopLatency: 30ms, maxPendingLocks: 8, blockTime: 100ms',
  ),
  'forty users one after another': STAR.replace(
    '{deadline: 20s}',
    '{deadline: 20s, executors: {users: {executor: constant-vus, vus: 40, duration: 2s}}}',
  ),
  'a node that is stopped and started': STAR.replace(
    '\nnetwork',
    '\nsteps: [{wait: 300ms}, {stop: spoke3}, {wait: 200ms}, {start: spoke3}]\nnetwork',
  ).replace('20s', '3s'),
};

it.each(Object.entries(TRUTHS))('blames nobody for %s', async (_name, text) => {
  const { load: result, records } = await loadThrough(text, (heard) => heard.forward());
  // As many as a busy machine sends.
  expect(records.length).toBeGreaterThan(100);
  expect(result.findings.map(inWords)).toEqual([]);
});
