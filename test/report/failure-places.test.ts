import { describe, expect, it } from 'vitest';
import type { OperationRecord, Outcome } from '../../src/model/run/operation.ts';
import type { Run } from '../../src/model/run/run.ts';
import { simulate } from '../../src/jobs/simulate.ts';
import { htmlReport } from '../../src/report/sections/run-document.ts';
import { summaryOf } from '../../src/report/summary.ts';
import { payment } from '../fixtures/example-runs.ts';
import { loadRun } from '../fixtures/load-runs.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';

const failed = (reason: Extract<Outcome, { kind: 'failed' }>['reason']): Outcome => ({
  kind: 'failed',
  status: 0,
  reason,
  message: '',
});

function records(...outcomes: readonly Outcome[]): readonly OperationRecord[] {
  return outcomes.map((outcome, id) => payment(id, { path: ['alice', 'bob'], amount: 10n, outcome }));
}

/** The text of the card that says where payments failed. */
function placesCard(run: Run): string {
  const card = /id="places".*?<\/section>/s.exec(htmlReport(run))?.[0];
  return card?.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ') ?? '';
}

describe('where payments failed', () => {
  it('names a payer that the scenario has stopped', async () => {
    const run = await simulate({
      scenario: scenarioFrom(`
question: Where does a stopped payer fail?
seed: 1
network: {topology: {line: {nodes: 3}}, capacity: 100}
steps:
  - stop: n1
  - {at: 1s, pay: {from: n1, to: n3, amount: 5}}
`),
    });
    expect(summaryOf(run).failures.byPlace).toEqual([
      { at: 'n1', channel: null, check: 'source-online', count: 1 },
    ]);
    expect(placesCard(run)).toMatch(/n1 – the sender is offline 1/);
  });

  it('is told by the reason alone where nodes say no more', () => {
    const run = loadRun();
    const told = { ...run, records: records(failed('unreachable'), failed('target-offline')) };
    expect(summaryOf(told).failures.byPlace).toEqual([
      { at: 'alice', channel: null, check: 'source-online', count: 1 },
      { at: 'bob', channel: null, check: 'target-online', count: 1 },
    ]);
  });

  it('is told of a load by the balances that were read, for all payments and not for those kept', () => {
    const base = loadRun();
    const places = [{ at: 'bob', channel: 'DAI:2', check: 'available-balance', count: 90 }] as const;
    const watch = { nodes: ['bob'], ends: 2, endsInAll: 2, stepMs: 1000, steps: [], drained: [] };
    const run = { ...base, load: { ...base.load, watch: { ...watch, drainedInAll: 0, places } } };
    expect(summaryOf(run).failures.byPlace).toEqual(places);
    expect(placesCard(run)).toContain('bob DAI:2 the payer’s end holds too little that is not locked 90');
    expect(placesCard(run)).toMatch(/Of 410 more failures the place is unknown\./);
  });
});
