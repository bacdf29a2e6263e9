import { CommanderError } from '@commander-js/extra-typings';
import { InputError, InterruptedError, UnreachableError, describeFault } from '../../errors.ts';
import { bugMessage, saveBugReport } from './bug-report.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** How a command that threw ends: the text for stderr and the exit code. */
export interface Failure {
  readonly code: ExitCode;
  readonly message: string;
}

/** Turns whatever was thrown into one clear message and its exit code; a stack is never shown bare. */
export function describeFailure(
  thrown: unknown,
  command: readonly string[],
  save: (report: string) => string | undefined = saveBugReport,
): Failure {
  if (thrown instanceof CommanderError) {
    // Commander has already written its message; only help and --version end well.
    return { code: thrown.exitCode === 0 ? EXIT.asExpected : EXIT.badInput, message: '' };
  }
  if (thrown instanceof InputError) {
    return {
      code: EXIT.badInput,
      message: thrown.faults.map((fault) => `error: ${describeFault(fault)}\n`).join(''),
    };
  }
  if (thrown instanceof UnreachableError) {
    return { code: EXIT.unreachable, message: `error: ${thrown.message}\n` };
  }
  if (thrown instanceof InterruptedError) return { code: EXIT.interrupted, message: `${thrown.message}\n` };
  return { code: EXIT.ourBug, message: bugMessage(thrown, command, save) };
}
