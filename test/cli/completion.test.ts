import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { allCommands } from '../../src/cli/program.ts';
import { runProgram } from './run-program.ts';

const scriptFor = async (shell: string): Promise<string> => (await runProgram(['completion', shell])).out;

// The words that bash offers for the last one.
function offered(script: string, ...words: readonly string[]): readonly string[] {
  const asked = `${script}\nCOMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _millrace; echo "\${COMPREPLY[*]}"`;
  const text = execFileSync('bash', ['-c', asked, 'bash', ...words], { encoding: 'utf8' });
  return text.split(' ').map((word) => word.trim());
}

it.each(['bash', 'zsh'])(
  '%s completes commands, options and their values, and leaves files to the shell',
  async (shell) => {
    // Bash knows nothing of the line that lets zsh read the others.
    const script = (await scriptFor(shell)).replace(/^autoload.*/, '');
    expect(offered(script, 'millrace', 're')).toEqual(['replay', 'report']);
    expect(offered(script, 'millrace', 'replay', 'demo.yaml', '--sa')).toEqual(['--sandbox']);
    expect(offered(script, 'millrace', 'plan', '--no-')).toEqual(['--no-progress', '--no-open']);
    expect(offered(script, 'millrace', 'serve', '--dialect', 'raiden-')).toEqual([
      'raiden-2',
      'raiden-light',
    ]);
    expect(offered(script, 'millrace', 'replay', 'de')).toEqual(['']);
  },
);

it('fish completes every option of every command', async () => {
  const lines = (await scriptFor('fish')).split('\n');
  for (const { name, options } of await allCommands()) {
    expect(lines.filter((line) => line.includes(`-a ${name} -d`))).toHaveLength(1);
    const own = lines.filter((line) => line.includes(`__fish_seen_subcommand_from ${name}'`));
    expect(own).toHaveLength(Object.keys(options).length);
  }
  expect(lines).toContainEqual(expect.stringMatching(/from serve' -l dialect -x -a 'as-documented raiden /));
});

it('another shell is refused', async () => {
  await expect(runProgram(['completion', 'tcsh'])).rejects.toThrow('expected bash, zsh or fish');
});
