import { setMaxListeners } from 'node:events';
import { EXIT } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

/** A running command's way to be stopped: the first Ctrl-C asks, the second one insists. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Gives Ctrl-C its usual meaning back. */
  release(): void;
}

/** Listens for Ctrl-C (and SIGTERM) until released; `promise` says what stopping cleanly means here. */
export function listenForInterruption(terminal: Terminal, promise: string): Interruption {
  const controller = new AbortController();
  // Every operation in flight listens until it ends; Node would call more than ten of them a leak.
  setMaxListeners(0, controller.signal);
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    terminal.note(`\n${promise} Ctrl-C again aborts at once.\n`);
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    signal: controller.signal,
    release() {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    },
  };
}
