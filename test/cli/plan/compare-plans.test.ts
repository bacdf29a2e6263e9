import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { planText } from '../../jobs/plan/answers.ts';
import { folderWith, runCli } from '../../e2e/built-cli.ts';

// Hub's end towards a needs 100 for five payments, that towards b 300 for one.
const SCENARIO = planText({
  channels: 'p 1000 - 0 hub, hub 0 - 0 a, hub 0 - 0 b',
  payments: 'p a 20 x5, p b 300',
  plan: ['mine: hub', 'fund: {budget: 100, step: 10}'],
});

let folder: string;
const planned = (out: string): string => {
  const scenario = join(folder, out, 'shop');
  return join(scenario, readdirSync(scenario)[0] as string);
};

beforeAll(async () => {
  folder = folderWith({ 'shop.yaml': SCENARIO });
  for (const [out, budget] of [
    ['small', '100'],
    ['large', '400'],
  ] as const)
    await runCli(['plan', 'shop.yaml', '--find', 'fund', '--budget', budget, '--out', out], { folder });
});

describe('compare of two plans', () => {
  it('tells both answers and the figures of both', async () => {
    const page = join(folder, 'plans.html');
    const { stdout: out, code } = await runCli(['compare', planned('small'), planned('large'), '-o', page], {
      folder,
    });
    expect(out).toMatch(
      /A: The goal, success of at least 100 %, is missed: it is 0 %\. With 100 more .* 83\.3 %/,
    );
    expect(out).toMatch(/B: Add 400 TOK at 2 ends for success of at least 100 %: it is then 100 %\./);
    expect(out).toMatch(/ success +0 % +0 %\n/);
    expect(code).toBe(0);
    expect(readFileSync(page, 'utf8')).toContain('In one run');
  });

  it('refuses a plan beside a run, and a plan alone', async () => {
    await runCli(['simulate', 'shop.yaml', '--out', 'runs'], { folder });
    const run = join(folder, 'runs', 'shop', 'seed-1');
    expect(existsSync(join(run, 'run.json'))).toBe(true);
    for (const folders of [[planned('small'), run], [run, planned('small')], [planned('small')]]) {
      const { stderr, code } = await runCli(['compare', ...folders], { folder });
      expect(stderr).toContain('is a plan, and a plan is compared with a second plan');
      expect(code).toBe(2);
    }
  });

  it('refuses folders in which a file was changed', async () => {
    const [small, large] = [planned('small'), planned('large')];
    const data = join(small, 'plan.json');
    const plan = readFileSync(data, 'utf8');
    const refused = async (expected: RegExp): Promise<void> => {
      const { stderr, code } = await runCli(['compare', small, large], { folder });
      expect(stderr).toMatch(expected);
      expect(code).toBe(2);
    };
    writeFileSync(data, plan.replace(/"mean": [\d.]+/, '"mean": null'));
    await refused(
      /plan\.json: points\.0\.metrics\.\w+\.mean: is not a plan as Millrace writes it: .*received null/,
    );
    writeFileSync(data, plan.replace(/"figures": \[[^\]]*\]/, '"figures": ["constructor"]'));
    await refused(/plan\.json: figures\.0: is not a plan as Millrace writes it: .*expected a metric/);
  });
});
