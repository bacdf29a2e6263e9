import { setMaxListeners } from 'node:events';
import type { Clock, Timer } from '../../ports/clock.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { EXIT } from '../command.ts';
import type { Terminal } from './terminal.ts';

/** A running command's way to be stopped: the first Ctrl-C asks, the second one insists. */
export interface Interruption {
  readonly signal: AbortSignal;
  /**
   * Aborted by the second Ctrl-C, or ten seconds after SIGTERM, for a command that can then still keep what it has; the
   * third ends it.
   */
  readonly abort: AbortSignal;
  /** Asks to stop as the first Ctrl-C does, for the reason that was told. */
  stop(): void;
  /** Gives Ctrl-C its usual meaning back. */
  release(): void;
}

// Supervisors send SIGKILL after SIGTERM: Docker in 10 s, Kubernetes in 30 s, systemd in 90 s.
const TERM_PATIENCE_MS = 10_000;

/** Listens for Ctrl-C and SIGTERM until released; `promise` says what stopping cleanly means at that moment. */
export function listenForInterruption(
  terminal: Terminal,
  promise: () => string,
  {
    second = () => 'exit',
    clock = new RealClock(),
  }: { readonly second?: () => 'exit' | 'abort'; readonly clock?: Clock } = {},
): Interruption {
  const controller = new AbortController();
  const insisted = new AbortController();
  // Every operation in flight listens until it ends; Node would call more than ten of them a leak.
  setMaxListeners(0, controller.signal, insisted.signal);
  let givingUp: Timer | undefined;
  const interrupt = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      if (second() === 'exit' || insisted.signal.aborted) process.exit(EXIT.interrupted);
      insisted.abort();
      return;
    }
    const isTimed = name === 'SIGTERM' && second() === 'abort';
    if (isTimed) givingUp = clock.schedule(TERM_PATIENCE_MS, () => insisted.abort());
    const end = isTimed ? 'What has not ended in 10 s is given up.' : 'Ctrl-C again aborts at once.';
    terminal.note(`\n${promise()} ${end}\n`);
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    signal: controller.signal,
    abort: insisted.signal,
    stop: () => controller.abort(),
    release() {
      givingUp?.cancel();
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
