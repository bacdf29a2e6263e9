import { EXIT } from '../failure/exit-codes.ts';
import type { Terminal } from './terminal.ts';

/**
 * What Ctrl-C means until a command listens for it itself: there is no run yet, and the process ends with a word. It
 * stays and leaves the word to the command: taking away the first listener of a signal while the second one is being
 * added would leave the process without any.
 */
export function announceEarlyInterruption(terminal: Terminal): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (process.listenerCount(signal) > 1) return;
      terminal.note('\nInterrupted before a run began; no run was written.\n');
      process.exit(EXIT.interrupted);
    });
}
