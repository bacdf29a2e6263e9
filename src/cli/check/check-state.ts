import type { CheckProgress } from '../../jobs/check/check-tally.ts';
import type { CheckReport } from '../../model/check/check-report.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LiveState } from '../../report/live/live-document.ts';
import { counted, grouped } from '../../report/words/number-format.ts';

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
        title: 'Do the nodes do what the model says?',
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
