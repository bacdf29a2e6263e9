import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  it('tells both answers, the figures of both, and what each adds to which end', async () => {
    const page = join(folder, 'plans.html');
    const { stdout: out, code } = await runCli(['compare', planned('small'), planned('large'), '-o', page], {
      folder,
    });
    expect(out).toMatch(/A: The goal is missed: success is 0 %\. With 100 more .* 83\.3 %/);
    expect(out).toMatch(/B: The goal is missed: success is 0 %\. With 400 more .* 100 %/);
    expect(out).toMatch(/ success +0 % +0 %\n/);
    expect(out).toMatch(
      / In all +2 ends +\+100 +\+400 +\+300\n +hub +b +0 +\+300 +\+300\n +hub +a +\+100 +\+100 +0\n/,
    );
    expect(code).toBe(0);
    expect(readFileSync(page, 'utf8')).toContain('What to do with the budget');
  });

  it('refuses a plan beside a run, and a table of moves that was changed', async () => {
    const { stderr, code } = await runCli(['compare', planned('small'), folder], { folder });
    expect(stderr).toContain('is no run folder');
    expect(code).toBe(2);
    const moves = join(planned('small'), 'what-to-do.csv');
    writeFileSync(moves, readFileSync(moves, 'utf8').replace(',100,', ',many,'));
    const changed = await runCli(['compare', planned('small'), planned('large')], { folder });
    expect(changed.stderr).toMatch(/what-to-do\.csv:2:1: found no amounts in the columns has and then/);
    expect(changed.code).toBe(2);
  });
});
