import { describe, expect, it } from 'vitest';
import { listedPlan } from '../../../src/model/run/plan.ts';
import { lostOutcomes } from '../../../src/model/run/run.ts';
import { loadRun } from '../../fixtures/load-runs.ts';

// A thousand payments, each with its record.
const RUN = loadRun();
const PLAN = listedPlan(RUN.records.map(({ operation }) => operation));
const { load: _load, ...SIMULATED } = RUN;
const some = SIMULATED.records.filter(({ operation }) => ![7, 500].includes(operation.id));

describe('outcomes that are lost', () => {
  it('are none when every planned operation has its record', () => {
    expect(lostOutcomes({ ...SIMULATED, plan: PLAN })).toEqual({ count: 0, ids: [] });
  });

  it('are told by identifier when the plan was known', () => {
    expect(lostOutcomes({ ...SIMULATED, plan: PLAN, records: some })).toEqual({ count: 2, ids: [7, 500] });
  });

  it('are not those that an interrupted run has never sent', () => {
    expect(lostOutcomes({ ...SIMULATED, plan: PLAN, records: some, partial: true }).count).toBe(0);
  });

  it('are counted in a load of which no plan is kept, also when it was interrupted', () => {
    expect(lostOutcomes({ ...RUN, plan: { given: 1000 }, partial: true }).count).toBe(0);
    expect(lostOutcomes({ ...RUN, plan: { given: 1003 }, partial: true })).toEqual({ count: 3, ids: [] });
  });

  it('are none in a folder that says nothing of its plan', () => {
    expect(lostOutcomes({ ...SIMULATED, records: some }).count).toBe(0);
  });
});
