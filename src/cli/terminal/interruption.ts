import { setMaxListeners } from 'node:events';
import type { Clock, Timer } from '../../ports/clock.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import type { Terminal } from './terminal.ts';

/** A running command's way to be stopped: the first Ctrl-C asks, the second one ends the process. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Aborted ten seconds later: what has not ended by then is given up. */
  readonly abort: AbortSignal;
  /** Asks to stop as the first Ctrl-C does, for the reason that was told. */
  readonly stop: () => void;
  /** Until the first call Ctrl-C ends the process. Further calls change nothing. */
  listen(): void;
  /** Gives Ctrl-C its usual meaning back. */
  release(): void;
}

// Supervisors send SIGKILL after SIGTERM: Docker in 10 s, Kubernetes in 30 s, systemd in 90 s.
const PATIENCE_MS = 10_000;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Listens for the first Ctrl-C or SIGTERM until released; `promise` says what stopping cleanly means at that moment. */
export function listenForInterruption(
  ...[terminal, promise, clock]: Parameters<typeof createInterruption>
): Interruption {
  const interruption = createInterruption(terminal, promise, clock);
  interruption.listen();
  return interruption;
}

/**
 * The same, which does not listen yet: while there is nothing to keep, Ctrl-C ends the process, whatever it computes. The
 * second signal always does, because it meets no listener.
 */
export function createInterruption(
  terminal: Terminal,
  promise: () => string,
  clock: Clock = new RealClock(),
): Interruption {
  const controller = new AbortController();
  const patience = new AbortController();
  // Every operation in flight listens until it ends; Node would call more than ten of them a leak.
  setMaxListeners(0, controller.signal, patience.signal);
  let givingUp: Timer | undefined;
  let hasListened = false;
  const ignore = (): void => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
  const interrupt = (): void => {
    ignore();
    givingUp = clock.schedule(PATIENCE_MS, () => patience.abort());
    terminal.note(`\n${promise()} Ctrl-C again ends at once.\n`);
    controller.abort();
  };
  return {
    signal: controller.signal,
    abort: patience.signal,
    stop: () => controller.abort(),
    listen() {
      if (hasListened) return;
      hasListened = true;
      for (const signal of SIGNALS) process.on(signal, interrupt);
    },
    release() {
      givingUp?.cancel();
      ignore();
    },
  };
}
