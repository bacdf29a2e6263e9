import type { Clock } from '../../ports/clock.ts';
import { figure, type Item } from '../../report/blocks/block.ts';
import { type LiveState, paceOf } from '../../report/live/live-document.ts';
import { grouped } from '../../report/words/number-format.ts';

/** Cases that are asked one after the other, as they are shown meanwhile. */
export function watchedCases(about: { readonly title: string; readonly what: string }, clock: Clock) {
  const startedMs = clock.nowMs();
  const differing: Item[] = [];
  let [done, total] = [0, 0];
  return {
    /** So many have been asked; one that is not as it should be is listed. */
    asked(counts: { readonly done: number; readonly total: number }, wrong?: string): void {
      ({ done, total } = counts);
      if (wrong !== undefined) differing.push({ text: wrong, mark: 'bad' });
    },
    read: (): LiveState => ({
      ...about,
      waitsFor: total === 0 ? 'Asking the nodes whether they are ready' : undefined,
      ...paceOf({ done, total }, clock.nowMs() - startedMs),
      figures: [
        figure('Cases', `${grouped(done)} of ${grouped(total)}`),
        { name: 'Not as they should be', figure: grouped(differing.length), isBad: differing.length > 0 },
      ],
      found: differing,
    }),
  };
}
