import { describe, expect, it } from 'vitest';
import type { LoadOptions } from '../../src/jobs/load/load.ts';
import type { LoadRun } from '../../src/model/run/run.ts';
import { verdictOf } from '../../src/report/figures/verdict.ts';
import { textSummary } from '../../src/report/sections/run-document.ts';
import { ignoring, type Json, on, openingNothing, refusal } from '../fixtures/liars.ts';
import { loadLiedTo } from '../fixtures/in-sandbox.ts';
import type { Lie } from '../fixtures/lying-proxy.ts';
import { closedGate } from './gate.ts';
import { scenarioFrom } from './scenario-text.ts';

const STEPS = scenarioFrom(`
question: Is what steps are answered with true?
seed: 5
network:
  topology: {star: {spokes: 4}}
  capacity: 10_000
protocol: {view: exact, hopLatency: 1ms, blockTime: 10ms, confirmations: 1}
steps:
  - deposit: {from: spoke1, to: hub, totalDeposit: 6_000}
  - withdraw: {from: spoke2, to: hub, totalWithdraw: 50}
  - close: {from: spoke3, to: hub}
  - open: {from: spoke3, to: spoke4, deposit: 500}
traffic:
  - arrivals: {constant: {perSecond: 100}}
    duration: 300ms
    amounts: 1
    pairs: {list: [[spoke1, spoke2], [spoke2, spoke1]]}
`);

/** A channel end is changed, and the channel closed at once. */
const changedThenClosed = (step: string) =>
  scenarioFrom(`
question: What becomes of a channel before it is closed?
seed: 5
network: {topology: {star: {spokes: 4}}, capacity: 10_000}
protocol: {view: exact, hopLatency: 1ms, blockTime: 10ms, confirmations: 1}
steps:
  - ${step}
  - close: {from: spoke1, to: hub}
traffic:
  - {arrivals: {constant: {perSecond: 100}}, duration: 300ms, amounts: 1, pairs: {list: [[spoke3, spoke4]]}}
`);

/** A channel is opened, and then its partner does something. */
const openedThen = (step: string) =>
  scenarioFrom(`
question: What becomes of a new channel?
seed: 5
network: {topology: {star: {spokes: 4}}, capacity: 10_000}
protocol: {view: exact, hopLatency: 1ms, blockTime: 10ms, confirmations: 1}
steps:
  - open: {from: spoke3, to: spoke4, deposit: 500}
  - ${step}
traffic:
  - {arrivals: {constant: {perSecond: 100}}, duration: 300ms, amounts: 1, pairs: {list: [[spoke1, spoke2]]}}
`);

const LEFT = openedThen('leave: spoke4');
const JOINED = openedThen('deposit: {from: spoke4, to: spoke3, totalDeposit: 200}');

async function loadThrough(lie: Lie, scenario = STEPS, options: Partial<LoadOptions> = {}): Promise<LoadRun> {
  return await loadLiedTo(scenario, lie, { useExisting: true, ...options });
}

const patched = (node: string, fields: Json): Lie => ignoring(node, (channel) => ({ ...channel, ...fields }));

const isStep: Parameters<typeof on>[0] = ({ method, path }) =>
  method !== 'GET' && path.startsWith('/channels');

const isPatch: Parameters<typeof on>[0] = ({ method }) => method === 'PATCH';

// A look that is held back makes the clock of a sandbox stand still.
const HELD_BACK = { lockstep: undefined };

/** A look at the node's channels after they were changed is read before they are closed, and answered afterwards. */
function seenUntilClosed(node: string, change: Lie): Lie {
  const [read, closing] = [closedGate(), closedGate()];
  let isChanged = false;
  return async (heard) => {
    if (heard.node !== node || !heard.path.startsWith('/channels')) return await heard.forward();
    if (heard.body['state'] === 'closed') {
      await read.opened;
      closing.open();
      return await heard.forward();
    }
    if (isPatch(heard)) {
      isChanged = true;
      return await change(heard);
    }
    const reply = await heard.forward();
    if (!isChanged) return reply;
    read.open();
    await closing.opened;
    return reply;
  };
}

describe("a load's own steps", () => {
  it('hold on honest nodes', async () => {
    const { load: result } = await loadThrough((heard) => heard.forward());
    expect(result.findings).toEqual([]);
    expect(result.checks.find(({ name }) => name === 'steps')).toEqual({
      name: 'steps',
      verdict: 'holds',
      detail: '4 of 4 steps done or refused as expected',
    });
  });

  it('hold where the partner of a channel that a step opened leaves', async () => {
    const { load: result, records } = await loadThrough((heard) => heard.forward(), LEFT);
    const steps = records.filter(({ operation }) => operation.origin.startsWith('steps'));
    expect(steps.map(({ outcome }) => outcome.kind)).toEqual(['succeeded', 'succeeded']);
    expect(result.findings).toEqual([]);
  });

  it.each([
    { name: 'a deposit', step: 0, lie: patched('spoke1', { total_deposit: '6000' }) },
    { name: 'a withdrawal', step: 1, lie: patched('spoke2', { total_withdraw: '50' }) },
    { name: 'a closing', step: 2, lie: patched('spoke3', { state: 'closed' }) },
    { name: 'an opening', step: 3, lie: openingNothing('spoke3', 'spoke4') },
  ])('show $name that was acknowledged and not done', async ({ step, lie }) => {
    const { load: result, records } = await loadThrough(lie);
    const asked = records.find(({ operation }) => operation.origin === `steps[${step}]`);
    expect(asked?.outcome).toMatchObject({ kind: 'succeeded' });
    const named = result.findings.filter(({ check }) => check === 'totals');
    expect(named.map(({ operation }) => operation)).toEqual([asked?.operation.id]);
  });

  it('show a deposit that was acknowledged and not done by the partner of a channel that a step opened', async () => {
    const { load: result, records } = await loadThrough(patched('spoke4', { total_deposit: '200' }), JOINED);
    const asked = records.find(({ operation }) => operation.origin === 'steps[1]');
    expect(asked?.outcome).toMatchObject({ kind: 'succeeded' });
    expect(result.findings).toMatchObject([{ check: 'totals', operation: asked?.operation.id }]);
  });

  it.each([
    {
      name: 'a deposit that was acknowledged and not done',
      step: 'deposit: {from: spoke1, to: hub, totalDeposit: 6_000}',
      change: patched('spoke1', { total_deposit: '6000' }),
    },
    {
      name: 'a withdrawal that was done twice',
      step: 'withdraw: {from: spoke1, to: hub, totalWithdraw: 50}',
      change: on(isPatch, async (heard) => {
        const { json, ...reply } = await heard.forward({ body: { total_withdraw: '100' } });
        return { ...reply, json: { ...(json as Json), total_withdraw: '50' } };
      }),
    },
  ])('show $name where the channel is closed before it is looked at again', async ({ step, change }) => {
    const { load: result, records } = await loadThrough(
      seenUntilClosed('spoke1', change),
      changedThenClosed(step),
      HELD_BACK,
    );
    const asked = records.find(({ operation }) => operation.origin === 'steps[0]');
    expect(asked?.outcome).toMatchObject({ kind: 'succeeded' });
    expect(result.findings).toMatchObject([{ check: 'watched', operation: asked?.operation.id }]);
  });

  it('are found true where a channel is closed while it is looked at', async () => {
    const { load: result } = await loadThrough(
      seenUntilClosed('spoke1', (heard) => heard.forward()),
      changedThenClosed('deposit: {from: spoke1, to: hub, totalDeposit: 6_000}'),
      HELD_BACK,
    );
    expect(result.findings).toEqual([]);
  });

  it('are named when all are refused, which is no success', async () => {
    const run = await loadThrough(on(isStep, async () => refusal('not today')));
    expect(verdictOf(run)).toMatchObject({
      word: 'not-as-expected',
      sentence: expect.stringContaining('steps'),
    });
    expect(run.load.findings).toMatchObject([
      { check: 'steps', title: 'every step of the scenario was refused, 4 of 4' },
    ]);
    expect(textSummary(run, { color: false, width: 80 })).toContain('Steps     4 of 4 refused: ');
  });

  it('are named when one is refused, and judged by what it says', async () => {
    const run = await loadThrough(
      on(
        (heard) => isStep(heard) && heard.node === 'spoke2',
        async () => refusal('not today'),
      ),
    );
    expect(run.load.findings).toEqual([]);
    expect(textSummary(run, { color: false, width: 80 })).toContain(
      'Steps     1 of 4 refused: spoke2 withdraws up to 50 TOK from hub',
    );
  });
});
