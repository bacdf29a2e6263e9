import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from './run-program.ts';
import type { WhatIf } from '../../src/report/what-if/what-if.ts';
import { newFolder } from '../new-folder.ts';

const scenario = ({ topology = '{star: {spokes: 8}}', capacity = 100 } = {}): string => `
question: Does a hub drain when every spoke pays one target?
seed: 7
network: {topology: ${topology}, capacity: ${capacity}}
traffic:
  - arrivals: {poisson: {perSecond: 2}}
    duration: 60s
    amounts: {lognormal: {median: 20, sigma: 0.8}}
    pairs: {hot-spots: {exponent: 1}}
expect: [success_rate > 90%]
`;

let folder: string;
const at = (name: string): string => join(folder, 'reports', name);

beforeAll(async () => {
  folder = newFolder('millrace-compare');
  const files = {
    small: scenario(),
    big: scenario({ capacity: 800 }),
    ring: scenario({ topology: '{ring: {nodes: 9}}' }),
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}.yaml`), text);
    await millrace('simulate', join(folder, `${name}.yaml`), '--out', join(folder, 'reports'));
  }
  await millrace('simulate', join(folder, 'small.yaml'), '--seed', '8', '--out', join(folder, 'reports'));
});

const millrace = (...args: readonly string[]) => runProgram(args);

async function compared(
  a: string,
  b: string,
): Promise<{ readonly code: number | undefined; readonly whatIf: WhatIf }> {
  const { out, code } = await millrace('compare', at(a), at(b), '--json');
  return { code, whatIf: JSON.parse(out) as WhatIf };
}

describe('compare of two simulations', () => {
  it('tells what a larger capacity does, payment by payment, and ends with 1 where an expectation is not met', async () => {
    const { out, code } = await millrace('compare', at('small/seed-7'), at('big/seed-7'));
    expect(out).not.toMatch(/allowed|The nodes did/);
    expect(out).toMatch(/Success \d[\d.]* % in A, \d[\d.]* % in B: \+[\d.]+ points/);
    expect(out).toMatch(/network\.capacity +100 +800/);
    expect(out.replace(/\s+/g, ' ')).toMatch(
      /the same \d+ in both: \d+ succeeded in both, \d+ only in A, \d+ only in B, \d+ in neither/,
    );
    expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(23);
    for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(code).toBe(1);
  });

  it('counts the same payments in pairs that add up to the success of each run', async () => {
    const { whatIf } = await compared('small/seed-7', 'big/seed-7');
    const { pairs, plan, metrics } = whatIf;
    expect(plan.kind).toBe('same');
    const { both = 0, onlyA = 0, onlyB = 0, neither = 0, changed = [] } = pairs ?? {};
    const values = (name: string) => metrics.find(({ metric }) => metric === name);
    expect(values('succeeded')).toMatchObject({ a: both + onlyA, b: both + onlyB });
    expect(values('payments')).toMatchObject({ a: both + onlyA + onlyB + neither, difference: 0 });
    expect(changed.filter(({ a, b }) => (a === 'succeeded') !== (b === 'succeeded'))).toHaveLength(
      onlyA + onlyB,
    );
    expect(values('success_rate')?.interval).toBeUndefined();
  });

  it('judges two seeds by statistics, because their payments are not the same', async () => {
    const { whatIf } = await compared('small/seed-7', 'small/seed-8');
    expect(whatIf.plan.kind).toBe('another');
    expect(whatIf.pairs).toBeNull();
    expect(whatIf.metrics.find(({ metric }) => metric === 'success_rate')?.interval).toHaveLength(2);
    const { out } = await millrace('compare', at('small/seed-7'), at('small/seed-8'));
    expect(out).toMatch(/^! Success .* points, which chance may explain\.$/m);
    expect(out).toContain('not the same payments');
    expect(out).not.toContain('operation is not the same');
  });

  it('names the settings of another topology', async () => {
    const { whatIf } = await compared('small/seed-7', 'ring/seed-7');
    expect(whatIf.changes.map(({ path }) => path)).toContain('network.topology.ring.nodes');
  });

  it('finds nothing between a run and itself, and ends with 0 where it meets what it expects', async () => {
    const { code, whatIf } = await compared('big/seed-7', 'big/seed-7');
    expect(code).toBe(0);
    expect(whatIf.metrics.every(({ difference }) => difference === 0)).toBe(true);
    expect(whatIf).toMatchObject({
      changes: [],
      plan: { kind: 'same', onlyA: 0, onlyB: 0 },
      pairs: { onlyA: 0, onlyB: 0, changed: [] },
    });
    const { out } = await millrace('compare', at('big/seed-7'), at('big/seed-7'));
    expect(out).toContain('Nothing changed');
  });

  it('writes the comparison as JSON, and on one page that loads nothing', async () => {
    const page = join(folder, 'what-if.html');
    await millrace('compare', at('small/seed-7'), at('big/seed-7'), '-o', page);
    const text = readFileSync(page, 'utf8');
    for (const part of ['Changed settings', 'success_rate', 'Payments with a different outcome'])
      expect(text).toContain(part);
    expect(text).not.toMatch(/ src="/);
    const links = [...text.matchAll(/ href="([^"#]+)(#[^"]*)?"/g)];
    expect(new Set(links.map(([, target]) => target))).toEqual(
      new Set(['small/seed-7', 'big/seed-7'].map((run) => relative(folder, join(at(run), 'report.html')))),
    );
    for (const [, target = ''] of links) expect(existsSync(join(folder, target)), target).toBe(true);
    const hashes = new Set(links.map(([, , hash]) => hash));
    expect([...hashes].join(' ')).toMatch(/#payment=\d+/);
    const json = join(folder, 'what-if.json');
    await millrace('compare', at('small/seed-7'), at('big/seed-7'), '-o', json);
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ format: 'millrace-what-if/1' });
  });
});

describe('compare of two replays', () => {
  it('sets them beside each other, and accuses neither of what the other did', async () => {
    for (const deposit of [100, 60]) {
      const file = join(folder, 'paid.yaml');
      writeFileSync(file, paid(deposit));
      const out = join(folder, `deposit-${deposit}`);
      expect(await millrace('replay', file, '--sandbox', '--speed', '100', '--out', out)).toMatchObject({
        code: 0,
      });
    }
    const folders = [100, 60].map((deposit) => {
      const runs = join(folder, `deposit-${deposit}`, 'paid');
      return join(runs, readdirSync(runs).find((name) => name.endsWith('Z')) ?? '');
    });
    const { out, code } = await millrace('compare', ...folders);
    expect(out).not.toMatch(/never paid|target and simulation|✗/);
    expect(out).toContain('Success 100 % in A, 50 % in B');
    expect(out.replace(/\s+/g, ' ')).toContain('1 succeeded in both, 1 only in A');
    expect(code).toBe(0);
  });
});

const paid = (deposit: number): string => `
question: Does it pay?
seed: 1
network: {topology: {channels: [{between: [a, b], deposits: [${deposit}, 0]}]}}
steps:
  - pay: {from: a, to: b, amount: 50}
  - pay: {from: a, to: b, amount: 40}
`;
