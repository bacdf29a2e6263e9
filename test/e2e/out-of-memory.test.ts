import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesUnder, folderWith, runCli } from './built-cli.ts';

const MANY_PAYMENTS = (count: number): string => `question: Does it fit?
seed: 1
network:
  topology: {scale-free: {nodes: 100, channelsPerNode: 3}}
  capacity: 100000
traffic:
  - {arrivals: {poisson: {perSecond: 100}}, count: ${count}, amounts: {fixed: 100}}
`;
const ENV = { NODE_OPTIONS: '--max-old-space-size=75' };

it('a simulation keeps figures of its payments, and fits whatever their number', async () => {
  const folder = folderWith({ 'large.yaml': MANY_PAYMENTS(30_000) });
  const { code, stdout } = await runCli(['simulate', 'large.yaml', '--json'], { folder, env: ENV });
  expect(JSON.parse(stdout)).toMatchObject({ partial: false, metrics: { payments: 30_000 } });
  expect(code).toBe(0);
});

// Steps whose outcome a scenario states stand in the report one by one.
it('a simulation that outgrows memory keeps what has run and ends with 4', async () => {
  const steps = '\nsteps: [{pay: {from: n1, to: n2, amount: 1, times: 60000}, outcome: succeeded}]\n';
  const folder = folderWith({ 'large.yaml': `${MANY_PAYMENTS(1)}${steps}` });
  const { code, stderr, stdout } = await runCli(['simulate', 'large.yaml', '--json'], { folder, env: ENV });
  expect(stderr).toContain(
    'Out of memory: the run fills the 45 MB that it may; what has run is kept and reported.',
  );
  expect(JSON.parse(stdout)).toMatchObject({ partial: true });
  expect(filesUnder(join(folder, 'reports', 'large', 'seed-1'))).toContain('report.html');
  expect(code).toBe(4);
});

it.each([
  'simulate large.yaml',
  'replay large.yaml --sandbox',
  'plan large.yaml --threads 1 --vary network.capacity=[1,2]',
])('%s is not begun where the plan of its payments cannot fit into memory', async (command) => {
  const folder = folderWith({ 'large.yaml': MANY_PAYMENTS(9_000_000) });
  const { code, stderr } = await runCli(command.split(' '), { folder, env: ENV });
  expect(stderr).toContain('The run was not begun.');
  expect(code).toBe(4);
  expect(filesUnder(folder)).toEqual(['large.yaml']);
});

it('a simulation is not begun where its network cannot fit into memory', async () => {
  const wide = MANY_PAYMENTS(10).replace(
    'nodes: 100, channelsPerNode: 3',
    'nodes: 90000, channelsPerNode: 10',
  );
  const folder = folderWith({ 'wide.yaml': wide });
  const { code, stderr } = await runCli(['simulate', 'wide.yaml'], { folder, env: ENV });
  expect(stderr).toMatch(/^899,900 channels and 10 payments need about \d+ MB; .* The run was not begun\./m);
  expect(code).toBe(4);
});
