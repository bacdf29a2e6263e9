import type { CheckProgress } from '../../jobs/check/check-tally.ts';
import type { CheckReport } from '../../model/check/check-report.ts';
import type { Clock } from '../../ports/clock.ts';
import { type LiveState, paceOf } from '../../report/live/live-document.ts';
import { counted, grouped } from '../../report/words/number-format.ts';
import { figure, type Item } from '../../report/blocks/block.ts';

/** The state of a check of `subject` that may take `timeMs`. */
export function checkState(
  subject: string,
  { clock, timeMs }: { readonly clock: Clock; readonly timeMs: number },
) {
  const startedMs = clock.nowMs();
  let progress: CheckProgress | undefined;
  let cases: CheckReport['counterexamples'] = [];
  return {
    update: (next: CheckProgress): void => void (progress = next),
    found: (report: Pick<CheckReport, 'counterexamples'>): void => void (cases = report.counterexamples),
    read: (): LiveState => {
      const elapsedMs = clock.nowMs() - startedMs;
      return {
        title: 'Do the nodes behave as the model predicts?',
        what: `Check of ${subject}`,
        waitsFor: progress === undefined ? 'Asking the nodes whether they are ready' : undefined,
        share: Math.min(1, elapsedMs / timeMs),
        elapsedMs,
        leftMs: Math.max(0, timeMs - elapsedMs),
        figures: progress === undefined ? [] : figuresOf(progress),
        found: cases.map(({ found }) => ({
          text: found.title,
          mark: 'bad',
          details: [
            ['Predicted', found.predicted],
            ['Observed', found.observed],
          ],
        })),
      };
    },
  };
}

function figuresOf({ sequences, calls, pairs, found, isShrinking }: CheckProgress): LiveState['figures'] {
  return [
    { name: 'Sequences', figure: grouped(sequences), beside: counted(calls, 'call') },
    { name: 'Kinds of answers', figure: grouped(pairs) },
    {
      name: 'Mismatches',
      figure: grouped(found),
      isBad: found > 0,
      ...(isShrinking && { beside: 'making a case smaller' }),
    },
  ];
}

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
