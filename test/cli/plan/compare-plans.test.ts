import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { planText } from '../../jobs/plan/answers.ts';
import { folderWith, runCli } from '../../e2e/built-cli.ts';
import { runProgram } from '../run-program.ts';

// Hub's end towards a needs 100 for five payments, that towards b 300 for one.
const SCENARIO = `${planText({
  channels: 'p 1000 - 0 hub, hub 0 - 0 a, hub 0 - 0 b',
  payments: 'p a 20 x5, p b 300',
  plan: ['mine: hub', 'fund: {budget: 100, step: 10}'],
})}
tokens: [{name: TOK, decimals: 2}]
`;

let folder: string;
const planned = (out: string): string => {
  const scenario = join(folder, out, 'shop');
  return join(scenario, readdirSync(scenario)[0] as string);
};
const compared = (...args: readonly string[]) =>
  runProgram(['compare', ...args], { folder, tellsFailure: true, width: 200 });

beforeAll(async () => {
  folder = folderWith({ 'shop.yaml': SCENARIO });
  const plan = (budget: string) =>
    runCli(['plan', 'shop.yaml', '--find', 'fund', '--budget', budget, '--out', budget], { folder });
  await Promise.all(['100', '4.00'].map(plan));
});

it('compare shows the answers and the figures of two plans', async () => {
  const { out, code } = await compared(planned('100'), planned('4.00'), '-o', 'plans.html');
  expect(out).toMatch(
    /A: The goal, success of at least 100 %, is missed: it is 0 %\. With 1 TOK more .* 83\.3 %/,
  );
  expect(out).toMatch(/B: Add 4 TOK at 2 ends for success of at least 100 %: then 100 %\./);
  expect(out).toMatch(/ success +0 % +0 %\n/);
  expect(code).toBe(0);
  expect(readFileSync(join(folder, 'plans.html'), 'utf8')).toContain('As it stands, in one run');
});

it('compare refuses a plan alone, and one whose file was changed', async () => {
  const [small, large] = [planned('100'), planned('4.00')];
  const alone = await compared(small);
  expect(alone).toMatchObject({ code: 2, note: expect.stringContaining('is compared with a second plan') });
  const data = join(small, 'plan.json');
  writeFileSync(data, readFileSync(data, 'utf8').replace(/"mean": [\d.]+/, '"mean": null'));
  const expected = /points\.0\.metrics\.\w+\.mean: is not a plan as Millrace writes it: .*received null/;
  expect(await compared(small, large)).toMatchObject({
    code: 2,
    note: expect.stringMatching(expected),
  });
});
