import { expect, it } from 'vitest';
import { checkRecord } from '../../../../src/jobs/plan/trust/record-check.ts';
import { parseScenario } from '../../../../src/jobs/parse-scenario.ts';
import { recordText } from '../../../../src/report/plan/plan-answer.ts';

const scenarioOf = (payments: string, deposits: string) =>
  parseScenario({
    file: 'week.yaml',
    text: `
question: Is the model right about the week?
seed: 1
protocol: {kind: instant}
network: {topology: {channels: [{between: [ann, hub], deposits: [0, 100]}, {between: [hub, ben], deposits: ${deposits}}]}}
recorded: [{file: week.csv, of: hub}]
`,
    readFile: () => `at,from,to,amount,outcome\n${payments}`,
  });
const spec = { network: 'fixed', replications: 5 } as const;

it('begins with the balances of before the record, in which all that succeeded went through', async () => {
  const week = '0,ann,ben,60,succeeded\n1,ann,ben,50,failed\n2,ann,ben,40,succeeded\n';
  const check = await checkRecord(scenarioOf(week, '[0, 100]'), spec);
  expect(check).toMatchObject({ payments: 3, succeeded: 2, simulated: { mean: 2 / 3 }, alike: { mean: 1 } });
  expect(recordText(check as NonNullable<typeof check>)).toBe(
    'Check of the model with 3 recorded payments: 100 % end as recorded when simulated from the balances before them. Success is 66.7 %, in the record 66.7 %. The plan begins with the present balances.',
  );
});

it('says that the model is far off where recorded failures succeed in it', async () => {
  const week = '0,ann,ben,60,succeeded\n1,ben,ann,10,failed\n2,ben,ann,10,failed\n';
  const check = await checkRecord(scenarioOf(week, '[500, 100]'), spec);
  expect(check?.simulated.mean).toBe(1);
  expect(recordText(check as NonNullable<typeof check>)).toMatch(/far off/);
});

it('is silent where nothing was recorded of how payments ended', async () => {
  const text = scenarioOf('0,ann,ben,60,succeeded\n', '[0, 100]');
  const [recorded] = text.recorded ?? [];
  const payments = (recorded?.payments ?? []).map(({ outcome: _o, ...payment }) => payment);
  const silent = { ...text, recorded: recorded && [{ ...recorded, payments }] };
  expect(await checkRecord(silent as typeof text, spec)).toBeUndefined();
});
