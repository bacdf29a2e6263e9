import { describe, expect, it } from 'vitest';
import type { LoadRun } from '../../src/model/run/run.ts';
import { payingLate } from '../fixtures/late-payer.ts';
import {
  type AimedLie,
  changed,
  inHistory,
  type Json,
  more,
  onNth,
  receiptOf,
  refusal,
} from '../fixtures/liars.ts';
import { expectNamed, inWords } from '../fixtures/lied-to-replay.ts';
import { loadLiedTo } from '../fixtures/in-sandbox.ts';
import type { Heard, Lie } from '../fixtures/lying-proxy.ts';
import { scenarioFrom } from './scenario-text.ts';

// Enough for one to hide among, and twenty at a time: then no channel end ever has all the locks it can,
// which would leave hardly anything certain.
const PAYMENTS = 200;
const AT_ONCE = 20;
const crowd = (hopLatency: string, executors = '') =>
  scenarioFrom(`
question: Does a lie show under load?
seed: 5
network:
  topology: {star: {spokes: 6}}
  capacity: 1_000_000
  fees: {flat: 0}
protocol: {view: exact, hopLatency: ${hopLatency}}
traffic:
  - arrivals: {constant: {perSecond: 1000}}
    count: ${PAYMENTS}
    amounts: {uniform: {min: 2, max: 100}}
load: {deadline: 20s, thresholds: {outcome_as_expected: rate==1}${executors}}
`);
const crowded = crowd(
  '20ms',
  `, executors: {crowd: {executor: shared-iterations, vus: ${AT_ONCE}, iterations: ${PAYMENTS}}}`,
);
const rushed = crowd('1ms');

// Amid others, and before any channel end may have all the locks it can: from then on hardly anything is certain.
const LIED_ABOUT = 60;

/** Lies about one payment among the many. */
const onOne = (lie: Lie) => () => onNth(LIED_ABOUT, lie);

async function loadThrough(lie: Lie): Promise<LoadRun> {
  return await loadLiedTo(crowded, lie);
}

describe(`a load of ${PAYMENTS} payments`, () => {
  it.each([
    ['twenty at a time', crowded],
    ['a thousand a second', rushed],
  ])('finds nothing wrong with honest nodes: %s', async (_pace, scenario) => {
    const { load: result } = await loadLiedTo(scenario, (heard) => heard.forward());
    expect(result.findings.map(inWords)).toEqual([]);
    expect(result.aggregate.counts).toMatchObject({ payments: PAYMENTS, indeterminate: 0, unexpected: 0 });
    expect(result.aggregate.counts.foreseen).toBeGreaterThan(100);
    // Nodes are looked at for the first time after a second, by which a fast machine is done.
    const others = result.checks.filter(({ name }) => name !== 'watched');
    expect(others.filter(({ verdict }) => verdict !== 'holds')).toEqual([]);
    expect(result.thresholds).toMatchObject([{ met: true, actual: 1 }]);
  });

  it.each([
    { name: 'drops a payment and says it happened', check: 'history', lie: onOne(dropping) },
    { name: 'pays twice', check: 'history', lie: onOne(payingTwice) },
    { name: 'loses a unit', check: 'history', lie: onOne(losingAUnit) },
    { name: 'answers before it has paid', check: 'history', lie: onOne(answeringEarly) },
    { name: 'answers at once and pays soon after', check: 'history-times', lie: payingOneLate },
    { name: 'loses a history entry', check: 'history', lie: losingAnEntry },
    { name: 'dates an entry tomorrow', check: 'history', lie: dating('2027-01-01T00:00:00.000000', -1) },
    {
      name: 'dates an entry a moment too early',
      check: 'history',
      lie: dating('2026-01-01T00:00:00.000000', 20),
    },
    { name: 'shows a secret that does not fit', check: 'receipts', lie: onOne(showingAnotherSecret) },
    { name: 'refuses what is certainly possible', check: 'foreseen', lie: onOne(refusing) },
  ])('catches who $name, and names the payment', async ({ check, lie }) => {
    const told = lie();
    expectNamed(await loadThrough(told.lie), told, check);
  });

  it('catches who answers every tenth payment at once and pays soon after, and names only those', async () => {
    // The last ones are honest, so that something comes after each lie.
    const { lie, identifiers } = payingLate((payment) => payment % 10 === 0 && payment <= 100);
    const { load: result, records } = await loadThrough(lie);
    const told = records
      .filter(({ operation }) => operation.kind === 'pay' && identifiers.has(operation.identifier.toString()))
      .map(({ operation }) => operation.id);
    const named = result.findings.map(({ check, operation }) =>
      check === 'history-times' ? operation : check,
    );
    expect(new Set(named)).toEqual(new Set(told));
  });

  it('names who breaks its connections after paying, and finds by reading what became of it', async () => {
    const told = onOne(async (heard) => {
      await heard.forward();
      return 'break';
    })();
    const { load: result, records } = await loadThrough(told.lie);
    const broken = records.filter(({ outcome }) => outcome.kind === 'indeterminate');
    expect(broken).toMatchObject([{ outcome: { cause: 'connection-broken', resolved: 'happened' } }]);
    expect(result.findings).toMatchObject([{ check: 'answers', operation: broken[0]?.operation.id }]);
  });

  it('catches who skips an entry on the pages that are read while it runs', async () => {
    const { load: result } = await loadThrough(async (heard) => {
      const reply = await heard.forward();
      if (heard.query?.includes('offset=') !== true) return reply;
      const entries = reply.json as readonly Json[];
      return { ...reply, json: entries.length < 3 ? entries : entries.toSpliced(1, 1) };
    });
    const named = result.findings.map(({ check, title }) => `${check}: ${title}`);
    expect(named).toContainEqual(expect.stringMatching(/^history-times: .* showed other entries \d+ to \d+/));
  });

  it.each(['yesterday', '2026-01-01T00:00:00.000000+01:00'])('catches who dates entries %s', async (text) => {
    const { load: result } = await loadThrough(
      inHistory('hub', (entries) => entries.map((one) => ({ ...one, log_time: text }))),
    );
    expect(result.findings.map(inWords)).toMatchObject([expect.stringContaining('an unreadable time')]);
  });

  it('catches spokes that list another amount by partner than in the whole history', async () => {
    const { load: result } = await loadThrough(async (heard) => {
      const reply = await heard.forward();
      if (heard.method !== 'GET' || heard.node === 'hub' || !/^\/payments\/0x\w+\/0x/.test(heard.path))
        return reply;
      return { ...reply, json: (reply.json as readonly Json[]).map((one) => ({ ...one, amount: '7' })) };
    });
    expect(result.findings.map(({ check }) => check)).toContain('consistency');
  });
});

async function dropping(heard: Heard) {
  return { status: 200, json: receiptOf(heard, String(heard.body['amount'])) };
}

async function payingTwice(heard: Heard) {
  await heard.forward();
  return await heard.forward();
}

async function losingAUnit(heard: Heard) {
  const amount = String(heard.body['amount']);
  return changed(await heard.forward({ body: { ...heard.body, amount: more(amount, -1n) } }), { amount });
}

async function answeringEarly(heard: Heard) {
  // It never comes to pay: what it was asked for is more than anybody has.
  void heard.forward({ body: { ...heard.body, amount: '100000000' } });
  return { status: 200, json: receiptOf(heard, String(heard.body['amount'])) };
}

function payingOneLate(): AimedLie {
  const { lie, identifiers } = payingLate((payment) => payment === LIED_ABOUT);
  return { lie, identifier: () => [...identifiers][0] };
}

async function showingAnotherSecret(heard: Heard) {
  return changed(await heard.forward(), { secret: `0x${'11'.repeat(32)}` });
}

async function refusing() {
  return refusal("Payment couldn't be completed because: lock expired");
}

/** By the clock of the sandbox, which stood at the beginning of 2026 when it was started. */
function dating(logTime: string, at: number): () => AimedLie {
  return () => {
    let identifier: string | undefined;
    const lie = inHistory('hub', (entries) => {
      identifier ??= entries.at(at)?.['identifier'] as string | undefined;
      return entries.map((one) => (one['identifier'] === identifier ? { ...one, log_time: logTime } : one));
    });
    return { identifier: () => identifier, lie };
  };
}

function losingAnEntry(): AimedLie {
  let identifier: unknown;
  const lie = inHistory('hub', (entries) => {
    identifier ??= entries[0]?.['identifier'];
    return entries.filter((one) => one['identifier'] !== identifier);
  });
  return { identifier: () => identifier as string | undefined, lie };
}
