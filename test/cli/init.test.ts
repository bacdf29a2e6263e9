import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { runProgram } from './run-program.ts';

const MAIN = new URL('../../dist/cli/main.js', import.meta.url).pathname;

it.each(['star', 'line', 'ring', 'complete', 'scale-free'])(
  'writes a scenario with a %s that is right',
  async (network) => {
    const folder = newFolder();
    const { out } = await runProgram(['init', 'new.yaml', '--network', network, '--nodes', '5'], { folder });
    expect(out).toContain('millrace simulate new.yaml\n');
    expect((await runProgram(['validate', 'new.yaml'], { folder })).out).toMatch(
      /^ok {2}new\.yaml {2}[56] nodes/,
    );
  },
);

it('names the option that is wrong', async () => {
  const made = runProgram(['init', '--nodes', 'x', '--capacity', '2.5'], { folder: newFolder() });
  await expect(made).rejects.toThrow(/^--nodes: found "x", expected an integer/);
});

it('overwrites no file', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'scenario.yaml'), 'mine');
  await expect(runProgram(['init'], { folder })).rejects.toThrow('exists already');
  expect(readFileSync(join(folder, 'scenario.yaml'), 'utf8')).toBe('mine');
});

// On a terminal, which `script` of util-linux makes.
const answered = (cwd: string, input: string, options = ''): string => {
  const words = ['-qec', `node ${MAIN} init ${options}; echo "code $?"`, '/dev/null'];
  return spawnSync('script', words, { cwd, input, encoding: 'utf8', timeout: 30_000 }).stdout;
};

it('asks five questions on a terminal, and asks again after an answer that makes no scenario', () => {
  const folder = newFolder();
  const said = answered(folder, 'hub\nring\n7\n\n\n2.5\n20\n');
  expect(said).toMatch(/Which network\?.*\[star\].*found "hub", expected one of star, line, ring.*code 0/s);
  expect(said).toMatch(/found 2\.5, expected an amount: an integer from 0 to 2\^256-1\s/);
  const text = readFileSync(join(folder, 'scenario.yaml'), 'utf8');
  expect(text).toContain('{ ring: { nodes: 7 } }');
  expect(text).toContain('capacity: 1_000');
  expect(text).toContain('amounts: 20');
});

it('asks nothing where an option is given, be it its default', () => {
  expect(answered(newFolder(), '', '--nodes 10')).toMatch(/^Wrote scenario\.yaml.*code 0/s);
});

it('asks nothing without a terminal, and waits for no end of its input', async () => {
  const folder = newFolder();
  const child = spawn('node', [MAIN, 'init'], { cwd: folder, timeout: 30_000 });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(readFileSync(join(folder, 'scenario.yaml'), 'utf8')).toContain('{ star: { spokes: 10 } }');
});

it('ends as interrupted where the questions are broken off', () => {
  const folder = newFolder();
  expect(answered(folder, 'ring\n')).toContain('code 130');
  expect(existsSync(join(folder, 'scenario.yaml'))).toBe(false);
});
