import { RealClock } from '../../runtime/real-clock.ts';
import { createProgress } from './progress.ts';
import type { Terminal } from './terminal.ts';

/** Says on stderr that channels are being opened, and how many are ready: on real nodes that takes minutes. */
export function setupProgress(
  terminal: Terminal,
  { enabled }: { readonly enabled: boolean },
): (state: { readonly done: number; readonly total: number }) => void {
  const progress = createProgress({ terminal, clock: new RealClock(), enabled }, 'opening channels');
  return ({ done, total }) => {
    if (done === 0) terminal.note(`opening ${total} ${total === 1 ? 'channel' : 'channels'}\n`);
    progress.update({ done, total });
    if (done === total) progress.clear();
  };
}
