import { EXIT } from '../failure/exit-codes.ts';
import type { Terminal } from './terminal.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** What Ctrl-C means until a command listens for it itself: there is no run yet, and the process ends with a word. */
export function announceEarlyInterruption(terminal: Terminal): void {
  const interrupt = (): void => {
    terminal.note('\nInterrupted before a run began; no run was written.\n');
    process.exit(EXIT.interrupted);
  };
  const release = (added: string | symbol): void => {
    if (!SIGNALS.some((signal) => signal === added)) return;
    process.off('newListener', release);
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  process.on('newListener', release);
}
