import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { allCommands } from '../../src/cli/program.ts';
import { runProgram } from './run-program.ts';

const scriptFor = async (shell: string): Promise<string> => (await runProgram(['completion', shell])).out;

it('bash completes commands, options and their values, and leaves files to the shell', async () => {
  const script = await scriptFor('bash');
  expect(await scriptFor('zsh')).toMatch(/^autoload .* bashcompinit\n_millrace/);
  const offered = (...words: readonly string[]): string => {
    const asked = `${script}\nCOMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _millrace; echo "\${COMPREPLY[*]}"`;
    return execFileSync('bash', ['-c', asked, 'bash', 'millrace', ...words], { encoding: 'utf8' }).trim();
  };
  expect(offered('re')).toBe('replay report');
  expect(offered('replay', 'demo.yaml', '--sa')).toBe('--sandbox');
  expect(offered('plan', '--no-')).toBe('--no-progress --no-open');
  expect(offered('serve', '--dialect', 'raiden-')).toBe('raiden-2 raiden-light');
  expect(offered('replay', 'de')).toBe('');
});

it('fish completes every option of every command, and other shells are refused', async () => {
  await expect(runProgram(['completion', 'tcsh'])).rejects.toThrow('expected bash, zsh or fish');
  const lines = (await scriptFor('fish')).split('\n');
  for (const { name, options } of await allCommands()) {
    expect(lines.filter((line) => line.includes(`-a ${name} -d`))).toHaveLength(1);
    const own = lines.filter((line) => line.includes(`__fish_seen_subcommand_from ${name}'`));
    expect(own).toHaveLength(Object.keys(options).length);
  }
  expect(lines).toContainEqual(expect.stringMatching(/from serve' -l dialect -x -a 'as-documented raiden /));
});
