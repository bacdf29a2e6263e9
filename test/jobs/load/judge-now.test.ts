import { describe, expect, it } from 'vitest';
import { judgeNow } from '../../../src/jobs/load/judge-load.ts';
import { load } from '../../../src/jobs/load/load.ts';
import { readTargets } from '../../../src/jobs/load/load-readings.ts';
import type { LoadRun } from '../../../src/model/run/run.ts';
import { changed } from '../../fixtures/liars.ts';
import type { Lie } from '../../fixtures/lying-proxy.ts';
import { scenarioFrom } from '../scenario-text.ts';
import { inSandbox } from '../../fixtures/in-sandbox.ts';

const SCENARIO = scenarioFrom(`
question: What do the nodes of a load show later?
seed: 9
network:
  topology: {star: {spokes: 6}}
  capacity: 100_000
  fees: {flat: 0}
protocol: {view: exact, hopLatency: 5ms}
traffic:
  - arrivals: {constant: {perSecond: 200}}
    duration: 1s
    amounts: {uniform: {min: 2, max: 40}}
load: {deadline: 20s}
`);

// Nobody looks at the nodes while a k6 runs that was started elsewhere.
const UNWATCHED = [{ name: 'watched', verdict: 'not-checked' }];

describe.concurrent('a load that is judged by what its nodes show now', () => {
  it('holds for honest nodes', async () => {
    const { load: judged } = await judgedLater((run) => run);
    expect(judged.findings.map(({ title }) => title)).toEqual([]);
    expect(judged.checks.filter(({ verdict }) => verdict !== 'holds')).toMatchObject(UNWATCHED);
    expect(judged.checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['history', 'conservation', 'overdrawn']),
    );
  });

  it('names the payment that a node lied about', async () => {
    let identifier = '';
    const lie: Lie = async (heard) => {
      if (heard.method !== 'POST' || identifier !== '') return heard.forward();
      identifier = String(heard.body['identifier']);
      const amount = String(heard.body['amount']);
      const less = (BigInt(amount) - 1n).toString();
      return changed(await heard.forward({ body: { ...heard.body, amount: less } }), { amount });
    };
    const { records, load: judged } = await judgedLater((run) => run, lie);
    const lied = records.find(
      ({ operation }) => operation.kind === 'pay' && operation.identifier.toString() === identifier,
    );
    const named = judged.findings.filter(({ check }) => check === 'history');
    expect(named.map(({ operation }) => operation)).toContain(lied?.operation.id);
  });

  it('resolves a payment that got no answer', async () => {
    let isTold = false;
    const breaking: Lie = async (heard) => {
      const reply = await heard.forward();
      if (heard.method !== 'POST' || isTold) return reply;
      isTold = true;
      return 'break';
    };
    const { records, load: judged } = await judgedLater((run) => run, breaking);
    expect(records.filter(({ outcome }) => outcome.kind === 'indeterminate')).toMatchObject([
      { outcome: { cause: 'connection-broken', resolved: 'happened' } },
    ]);
    expect(judged.findings.filter(({ check }) => check !== 'answers')).toEqual([]);
  });

  it('holds although the clocks of two senders are 400 ms apart', async () => {
    const { load: judged } = await judgedLater((run) => ({
      ...run,
      records: run.records.map((record, index) => ({
        ...record,
        startedAtMs: record.startedAtMs + (index % 2) * 400,
        endedAtMs: record.endedAtMs + (index % 2) * 400,
      })),
      load: { ...run.load, clocks: 2 },
    }));
    expect(judged.checks.filter(({ verdict }) => verdict !== 'holds')).toMatchObject(UNWATCHED);
  });

  it('is unknown where the load was cut off, or nobody looked before it', async () => {
    const cut = await judgedLater((run) => ({ ...run, partial: true }));
    const unread = await judgedLater((run) => ({ ...run, readings: [] }));
    expect([cut, unread].flatMap((run) => run.load.checks)).toMatchObject([
      { verdict: 'unknown', detail: expect.stringContaining('cut off') },
      { verdict: 'unknown', detail: expect.stringContaining('nobody looked') },
    ]);
  });
});

/** Runs a load after which nobody reads the nodes, and judges it by what they show then. */
function judgedLater(change: (run: LoadRun) => LoadRun, lie?: Lie): Promise<LoadRun> {
  return inSandbox(
    SCENARIO,
    async ({ targets }) => {
      const ended = new AbortController();
      const run = await load({
        scenario: SCENARIO,
        targets,
        abort: ended.signal,
        onPhase: (phase) => {
          if (phase === 'resting') ended.abort();
        },
      });
      const { watch: _watch, watched: _watched, looks: _looks, ...unread } = run.load;
      const whole = { ...run, partial: false, load: { ...unread, findings: [], checks: [] } };
      return judgeNow(change(whole), await readTargets(run, targets));
    },
    lie && { lie },
  );
}
