import { expect, it } from 'vitest';
import { folderWith, runCli } from '../../e2e/built-cli.ts';
import { runProgram } from '../run-program.ts';

const SCENARIO = `question: What is wrong?
seed: 1
network: {topology: {line: {nodes: 3}}, capacity: 1000}
traffic: [{arrivals: {poisson: {perSecond: 5}}, count: 6, amounts: 10}]
plan:
  goal: success_rate >= 50%
  replications: 2
  mine: [n1, nope]
  charge: {node: zip, schedules: [{flat: 0}, {flat: 1}]}
`;

const refused = (command: string, ...flags: readonly string[]) =>
  runProgram([command, 'plan.yaml', ...flags], {
    folder: folderWith({ 'plan.yaml': SCENARIO }),
    tellsFailure: true,
  });

it.each(['validate', 'plan'])('%s names the lines of nodes in plan: that there are not', async (command) => {
  const { code, note } = await refused(command);
  expect(code).toBe(2);
  expect(note).toMatch(/plan\.yaml:8:14: plan\.mine\[1\]: found "nope", expected a node of this scenario/);
  expect(note).toMatch(/plan\.yaml:9:18: plan\.charge\.node: found "zip", expected a node/);
});

it.each([
  [
    'refuses a single replication, which gives no interval',
    '--replications',
    '1',
    'Expected a whole number from 2 to 100000',
  ],
  ['refuses whole tokens without decimals', '--budget', '500.5', 'the token has no decimals'],
])('plan %s', async (_what, flag, value, message) => {
  const { code, note } = await refused('plan', flag, value);
  expect([code, note]).toEqual([2, expect.stringContaining(message)]);
});

it('plan works out relative amounts of steps beside recorded payments', async () => {
  const folder = folderWith({
    'plan.yaml': `question: What does it take?
seed: 1
network: {topology: {line: {nodes: 3}}, capacity: 1000}
recorded: [{file: week.csv}]
steps: [{pay: {from: n1, to: n3, amount: {of: route}}}]
plan: {goal: success_rate >= 50%, replications: 2}
`,
    'week.csv': 'at,from,to,amount\n1,n1,n3,10\n2,n1,n2,20\n',
  });
  const { code } = await runCli(['plan', 'plan.yaml', '--find', 'rebalance'], { folder });
  expect(code).toBe(0);
});
