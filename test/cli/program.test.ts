import { CommanderError } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../src/cli/command.ts';
import { createProgram } from '../../src/cli/program.ts';
import { memoryTerminal } from './memory-terminal.ts';

async function run(
  ...args: readonly string[]
): Promise<{ readonly out: string; readonly note: string; readonly code: number }> {
  const terminal = memoryTerminal();
  let code = 0;
  const context: CommandContext = {
    terminal,
    env: {},
    conclude: (concluded) => {
      code = concluded;
    },
  };
  const program = await createProgram(context, args);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    code = error.exitCode;
  }
  return { ...terminal.written, code };
}

describe('the program', async () => {
  const program = await createProgram({ terminal: memoryTerminal(), env: {}, conclude() {} });
  const commands = program.commands.map((command) => command.name());

  it('has the commands of the documentation', () => {
    expect(commands).toEqual([
      'validate',
      'generate',
      'simulate',
      'plan',
      'worker',
      'serve',
      'replay',
      'check',
      'load',
      'compare',
      'report',
      'demo',
    ]);
  });

  it.each(commands)('%s shows examples in its help, on stdout', async (command) => {
    const { out, note, code } = await run(command, '--help');
    expect({ note, code }).toEqual({ note: '', code: 0 });
    expect(out).toContain(`Usage: millrace ${command}`);
    expect(out).toMatch(new RegExp(`Examples:\n  \\$ millrace ${command}`));
  });

  it('says its version', async () => {
    expect((await run('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('suggests the command that was meant', async () => {
    const { note, code } = await run('simulat', 'a.yaml');
    expect(note).toContain("unknown command 'simulat'\n(Did you mean simulate?)");
    expect(code).toBe(1);
  });

  it('refuses an output folder without a name', async () => {
    const { note, code } = await run('simulate', 'a.yaml', '--out', '');
    expect(note).toContain("'--out <dir>' argument '' is invalid. Expected a folder.");
    expect(code).toBe(1);
  });
});
