import { expect, it } from 'vitest';
import { folderWith, GOOD_SCENARIO, runCli } from './built-cli.ts';

it.each([
  [
    'mappings',
    `${GOOD_SCENARIO}nodes: ${'{a: '.repeat(300_000)}`,
    'nested too deeply: found more than 100 levels',
  ],
  ['list items', `a:\n ${'- '.repeat(300_000)}1`, 'nested too deeply: found more than 100 levels'],
  ['words and signs', `a: [${','.repeat(5_000_000)}]`, 'too large: found more than 5000000 words and signs'],
])(
  'a scenario of too many %s is refused before it is parsed, with little memory',
  async (_what, text, told) => {
    const folder = folderWith({ 'large.yaml': text });
    const env = { NODE_OPTIONS: '--max-old-space-size=100' };
    const { code, stderr } = await runCli(['validate', 'large.yaml'], { folder, env });
    expect(stderr).toContain(told);
    expect(stderr).toMatch(/^error: large\.yaml:\d+:\d+: /);
    expect(code).toBe(2);
  },
);
