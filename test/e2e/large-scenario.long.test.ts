import { expect, it } from 'vitest';
import { folderWith, runCli } from './built-cli.ts';

// What such files took before they were measured first: 4.3 GB and a minute and a half, until V8 gave up.
const ENV = { NODE_OPTIONS: '--max-old-space-size=200' };

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

it.each([
  [
    '550,000 channels',
    `question: q\nseed: 1\nnetwork:\n topology:\n  channels:\n${lines(550_000, (index) => `   - {between: [n${index}, n${index + 1}], deposits: [1, x]}`)}`,
  ],
  [
    '700,000 steps',
    `question: q\nseed: 1\nnetwork: {topology: {line: {nodes: 2}}}\nsteps:\n${lines(700_000, (index) => `  - pay: {from: n1, to: n2, amount: ${index}}`)}`,
  ],
])('a scenario of %s is refused with the advice what to do instead', async (_what, text) => {
  const folder = folderWith({ 'large.yaml': text });
  const { code, stderr } = await runCli(['validate', 'large.yaml'], { folder, env: ENV });
  expect(stderr).toMatch(
    /too large: .*\n {2}put a large network into a snapshot .*many payments into `traffic`/,
  );
  expect(code).toBe(2);
});

it('a mapping of 100,000 nodes is read in seconds, not in ten minutes', async () => {
  const nodes = lines(100_000, (index) => `  n${index}: {}`);
  const folder = folderWith({ 'nodes.yaml': `question: q\nseed: 1\nnodes:\n${nodes}\n` });
  const { code, stdout } = await runCli(['validate', 'nodes.yaml'], { folder });
  expect(stdout).toContain('100,000 nodes');
  expect(code).toBe(0);
});
