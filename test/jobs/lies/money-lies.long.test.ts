import { describe, expect, it } from 'vitest';
import { isPaymentRecord } from '../../../src/model/run/operation.ts';
import { loadLiedTo } from '../../fixtures/in-sandbox.ts';
import { inWords } from '../../fixtures/lied-to-replay.ts';
import {
  nthPayment,
  shifted,
  type AimedLie,
  changed,
  type Json,
  list,
  receiptOf,
} from '../../fixtures/liars.ts';
import type { Lie, Heard, Reply } from '../../fixtures/lying-proxy.ts';
import { scenarioFrom } from '../scenario-text.ts';

/** What becomes of the money of one payment that its node answers as made. */
const MONEY_LIES = ['paid twice', 'not paid', 'paid to somebody else'] as const;

type MoneyLie = (typeof MONEY_LIES)[number];

interface Aim {
  /** It is told of the first payment after so many that is within a tenth of this amount. */
  readonly after: number;
  readonly amount: bigint;
  readonly nodes: readonly string[];
  /** Histories list what was asked for, so that money alone tells. */
  readonly isHidden: boolean;
}

interface Told extends Readonly<Record<'identifier' | 'from' | 'to' | 'other' | 'amount', string>> {}

/** One payment that went otherwise. */
function moneyLie(kind: MoneyLie, { after, amount: about, nodes, isHidden }: Aim): AimedLie {
  let payments = 0;
  let told: Told | undefined;
  let elsewhere: Json | undefined;
  const isMeant = ({ body }: Heard): boolean => {
    const amount = BigInt(String(body['amount']));
    return told === undefined && payments > after && amount * 10n > about * 9n && amount * 10n < about * 11n;
  };
  const shown = (heard: Heard, entries: readonly Json[], { identifier, amount, ...who }: Told) => {
    const isIts = (one: Json): boolean => one['identifier'] === identifier;
    const first = entries.findIndex(isIts);
    if (kind === 'paid twice') return entries.filter((one, at) => !isIts(one) || at === first);
    if (kind === 'not paid') return entries.map((one) => (isIts(one) ? { ...one, amount } : one));
    if (heard.node === who.other) {
      elsewhere = entries.find(isIts) ?? elsewhere;
      return entries.filter((one) => !isIts(one));
    }
    if (heard.node === who.from)
      return entries.map((one) => (isIts(one) ? { ...one, target: heard.addressOf(who.to) } : one));
    return heard.node === who.to && elsewhere !== undefined ? inOrder([...entries, elsewhere]) : entries;
  };
  const lie: Lie = async (heard) => {
    const isOfPayments = heard.path.startsWith('/payments');
    if (heard.method === 'POST' && isOfPayments) {
      payments += 1;
      if (!isMeant(heard)) return await heard.forward();
      told = toldOf(heard, nodes);
      return await departed(kind, heard, { ...told, isHidden });
    }
    const reply = await heard.forward();
    const isSeen = isHidden && isOfPayments && heard.method === 'GET' && reply.status === 200;
    return isSeen && told !== undefined ? { ...reply, json: shown(heard, list(reply.json), told) } : reply;
  };
  return { lie, identifier: () => told?.identifier };
}

async function departed(
  kind: MoneyLie,
  heard: Heard,
  { amount, to, other, isHidden }: Told & { readonly isHidden: boolean },
): Promise<Reply> {
  switch (kind) {
    case 'paid twice': {
      const reply = await heard.forward();
      await heard.forward();
      return reply;
    }
    case 'not paid': {
      if (!isHidden) return { status: 200, json: receiptOf(heard, amount) };
      // A history can only show what has a time: a tenth is paid.
      const tenth = { ...heard.body, amount: String(BigInt(amount) / 10n) };
      return changed(await heard.forward({ body: tenth }), { amount });
    }
    case 'paid to somebody else': {
      const path = `/api/v1${heard.path.replace(/[^/]+$/, heard.addressOf(other))}`;
      return changed(await heard.forward({ path }), { target_address: heard.addressOf(to) });
    }
  }
}

function toldOf({ node, body, path, addressOf }: Heard, nodes: readonly string[]): Told {
  const target = path.split('/').at(-1)?.toLowerCase();
  const to = nodes.find((one) => addressOf(one).toLowerCase() === target) ?? '';
  const other = nodes.find((one) => one !== node && one !== to) ?? '';
  return { identifier: String(body['identifier']), from: node, to, other, amount: String(body['amount']) };
}

function inOrder(entries: readonly Json[]): readonly Json[] {
  return entries.toSorted((one, other) => (String(one['log_time']) < String(other['log_time']) ? -1 : 1));
}

const MEDIAN = 1_050n;
const NODES = Array.from({ length: 12 }, (_, at) => `n${at + 1}`);
const FEES = ['{flat: 5}', '{proportionalPpm: 4_000, imbalancePpm: 3_000}'];
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
// Loads spend most of their time waiting until payments are due: so many at a time take about half a core.
const RATES = [
  { perSecond: 20, atATime: 6 },
  { perSecond: 100, atATime: 3 },
  { perSecond: 400, atATime: 2 },
];
const CASES = FEES.flatMap((fees) => RATES.map((rate) => ({ fees, ...rate })));

interface Case {
  readonly fees: string;
  readonly perSecond: number;
  readonly seed: number;
}

// Five seconds at 20 a second, and less than one at 400.
function loadIn({ fees, perSecond, seed }: Case, lie: Lie) {
  const scenario = scenarioFrom(`
question: Does a load miss one payment?
seed: ${seed}
network: {topology: {scale-free: {nodes: 12, channelsPerNode: 2}}, capacity: 200_000, fees: ${fees}}
protocol: {hopLatency: 5ms}
traffic:
  - {arrivals: {poisson: {perSecond: ${perSecond}}}, count: ${perSecond === 20 ? 100 : 300}, amounts: {uniform: {min: 100, max: 2_000}}}
`);
  return loadLiedTo(scenario, lie, { useExisting: true, lockstep: undefined });
}

/** Whether a load tells the payment, or at least that sums are off. */
async function seenBy(kind: MoneyLie, one: Case, isHidden: boolean) {
  const aimed = moneyLie(kind, { after: 20, amount: MEDIAN, nodes: NODES, isHidden });
  const { load, records } = await loadIn(one, aimed.lie);
  const its = records
    .filter(isPaymentRecord)
    .find(({ operation }) => operation.identifier.toString() === aimed.identifier())?.operation;
  return {
    isNamed: load.findings.some(({ operation }) => operation !== null && operation === its?.id),
    isAccused: load.findings.some(({ check }) => check === 'sums'),
    words: `${kind}, seed ${one.seed}: ${load.findings.map(inWords).join('; ')}`,
  };
}

/** The same work for each seed, so many at a time. */
async function forSeeds<Result>(
  seeds: readonly number[],
  atATime: number,
  work: (seed: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < seeds.length; from += atATime)
    results.push(...(await Promise.all(seeds.slice(from, from + atATime).map(work))));
  return results;
}

describe.each(CASES)('a load with fees, $fees at $perSecond a second', ({ fees, perSecond, atATime }) => {
  it.each(MONEY_LIES)('names a payment that was %s in nine of ten', async (kind) => {
    const runs = await forSeeds(SEEDS, atATime, (seed) => seenBy(kind, { fees, perSecond, seed }, false));
    const missed = runs.filter(({ isNamed }) => !isNamed).map(({ words }) => words);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(SEEDS.length / 10);
  });

  it.each(MONEY_LIES)(
    'tells of a payment that was %s in nine of ten, though histories hide it',
    async (kind) => {
      const runs = await forSeeds(SEEDS, atATime, (seed) => seenBy(kind, { fees, perSecond, seed }, true));
      // A history that hides it to the unit leaves sums only; one that leaves out what fees left over names it.
      const missed = runs.filter((one) => !one.isAccused && !one.isNamed).map(({ words }) => words);
      expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(SEEDS.length / 10);
    },
  );

  it('sees a shift of money over a channel at both ends, and nothing wrong with the truth', async () => {
    await forSeeds(SEEDS.slice(0, 3), atATime, async (seed) => {
      const moved = await loadIn({ fees, perSecond, seed }, shifted(['n1', 'n2'], 10_000n, nthPayment(1)));
      expect(moved.load.findings.map(({ check }) => check)).toContain('sums');
      const honest = await loadIn({ fees, perSecond, seed }, (heard) => heard.forward());
      expect(honest.load.findings.map(inWords)).toEqual([]);
    });
  });
});
