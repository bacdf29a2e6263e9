import { describeFailure } from '../../src/cli/failure/failure.ts';
import { createProgram } from '../../src/cli/program.ts';
import { memoryTerminal } from './memory-terminal.ts';

/** How a command ended, with all that it said; no code where it has not concluded. */
export interface Ended {
  readonly out: string;
  readonly note: string;
  readonly code: number | undefined;
}

/** Runs a command line in this process, in a folder; what it throws is told, and ends it, only where that is asked for. */
export async function runProgram(
  args: readonly string[],
  {
    env = {},
    tellsFailure = false,
    folder = process.cwd(),
    width = 80,
  }: {
    readonly env?: NodeJS.ProcessEnv;
    readonly tellsFailure?: boolean;
    /** Not beside another command: the folder is the process's. */
    readonly folder?: string;
    readonly width?: number;
  } = {},
): Promise<Ended> {
  const terminal = memoryTerminal({ canRedraw: false, width });
  const usual = process.cwd();
  process.chdir(folder);
  let code: number | undefined;
  const conclude = (concluded: number): void => {
    code = concluded;
  };
  try {
    const program = await createProgram({ terminal, env, conclude }, args);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!tellsFailure) throw error;
    const failure = describeFailure(error, args, () => undefined);
    terminal.note(failure.message);
    ({ code } = failure);
  } finally {
    process.chdir(usual);
  }
  return { ...terminal.written, code };
}
