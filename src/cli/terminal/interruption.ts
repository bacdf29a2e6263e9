import { setMaxListeners } from 'node:events';
import { EXIT } from '../command.ts';
import type { Terminal } from './terminal.ts';

/** A running command's way to be stopped: the first Ctrl-C asks, the second one insists. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Aborted by the second Ctrl-C, for a command that can then still keep what it has; the third ends it. */
  readonly abort: AbortSignal;
  /** Gives Ctrl-C its usual meaning back. */
  release(): void;
}

/** Listens for Ctrl-C (and SIGTERM) until released; `promise` says what stopping cleanly means at that moment. */
export function listenForInterruption(
  terminal: Terminal,
  promise: () => string,
  { second = () => 'exit' }: { readonly second?: () => 'exit' | 'abort' } = {},
): Interruption {
  const controller = new AbortController();
  const insisted = new AbortController();
  // Every operation in flight listens until it ends; Node would call more than ten of them a leak.
  setMaxListeners(0, controller.signal, insisted.signal);
  const interrupt = (): void => {
    if (controller.signal.aborted) {
      if (second() === 'exit' || insisted.signal.aborted) process.exit(EXIT.interrupted);
      insisted.abort();
      return;
    }
    terminal.note(`\n${promise()} Ctrl-C again aborts at once.\n`);
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    signal: controller.signal,
    abort: insisted.signal,
    release() {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    },
  };
}

/**
 * Ends the process with a word at Ctrl-C until a command listens for it itself: there is no run yet. The listener
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
