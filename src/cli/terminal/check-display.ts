import type { CheckProgress } from '../../jobs/check/check-tally.ts';
import type { CheckReport } from '../../model/check/check-report.ts';
import type { LiveState } from '../../report/live/live-document.ts';
import { counted, durationText, grouped } from '../../report/words/number-format.ts';
import { type DisplayOptions, LiveDisplay } from './terminal.ts';

// In a log: a sign of life, and few lines.
const PACE = { redrawMs: 200, lineMs: 10_000 };

/** How far a check is that may take `timeMs`: a line on stderr, and what its live page shows. */
export function showCheck(options: DisplayOptions, timeMs: number) {
  const { clock } = options;
  const startedMs = clock.nowMs();
  let progress: CheckProgress | undefined;
  let cases: CheckReport['counterexamples'] = [];
  const elapsedMs = (): number => clock.nowMs() - startedMs;
  const leftMs = (): number => Math.max(0, timeMs - elapsedMs());
  const display = new LiveDisplay(options, PACE, () => {
    if (progress === undefined) return [];
    const { sequences, calls, pairs, found, isShrinking } = progress;
    const left = isShrinking ? 'making a case smaller' : `${durationText(leftMs())} left`;
    return [
      `checking  ${counted(sequences, 'sequence')}, ${grouped(calls)} calls, ${grouped(pairs)} pairs covered, ${grouped(found)} found, ${left}`,
    ];
  });
  return {
    update: (next: CheckProgress): void => {
      progress = next;
      display.update();
    },
    found(report: Pick<CheckReport, 'counterexamples'>): void {
      cases = report.counterexamples;
    },
    state: (subject: string): LiveState => ({
      title: 'Do the nodes do what the model says?',
      what: `Check of ${subject}`,
      waitsFor: waitText(progress),
      share: Math.min(1, elapsedMs() / timeMs),
      elapsedMs: elapsedMs(),
      leftMs: leftMs(),
      figures: figuresOf(progress),
      found: cases.map(({ found }) => ({
        text: found.title,
        mark: 'bad',
        details: [
          ['Predicted', found.predicted],
          ['Observed', found.observed],
        ],
      })),
    }),
    close: (): void => display.close(),
  };
}

function waitText(progress: CheckProgress | undefined): string | undefined {
  if (progress === undefined) return 'Asking the nodes whether they are ready';
  return progress.isShrinking ? 'Making a case smaller' : undefined;
}

function figuresOf(progress: CheckProgress | undefined): LiveState['figures'] {
  if (progress === undefined) return [];
  const { sequences, calls, pairs, found } = progress;
  return [
    { name: 'Sequences', figure: grouped(sequences), beside: counted(calls, 'call') },
    { name: 'Kinds of answers seen', figure: grouped(pairs) },
    { name: 'Faults found', figure: grouped(found), isBad: found > 0 },
  ];
}
