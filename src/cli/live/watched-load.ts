import type { LoadPlan } from '../../jobs/load/load.ts';
import type { LiveState } from '../../report/live/live-document.ts';
import type { LoadReading } from '../../report/load/load-gauge.ts';
import { html } from '../../report/page/markup.ts';
import { answeredWords } from '../../report/sections/key-figures.ts';
import { durationText, grouped, readable } from '../../report/words/number-format.ts';

/** A load as its live page shows it. */
export function loadState({
  plan,
  reading,
  waitsFor,
  durationMs,
}: {
  readonly plan: LoadPlan | undefined;
  readonly reading: LoadReading | undefined;
  readonly waitsFor: string | undefined;
  readonly durationMs: number | undefined;
}): LiveState {
  const elapsedMs = reading?.elapsedMs ?? 0;
  const isKnown = durationMs !== undefined && durationMs > 0;
  return {
    title: plan?.header.scenario.question ?? 'Load test',
    what: 'Load test of nodes',
    waitsFor: waitsFor ?? (reading === undefined ? 'preparing' : undefined),
    share: isKnown ? Math.min(1, elapsedMs / durationMs) : undefined,
    elapsedMs,
    leftMs: isKnown ? Math.max(0, durationMs - elapsedMs) : undefined,
    figures: reading === undefined ? [] : figuresOf(reading),
    aggregate: plan?.aggregate,
  };
}

function figuresOf(reading: LoadReading): LiveState['figures'] {
  const { sentPerSecond, inFlight, p50Ms, p95Ms, p99Ms, unexpected } = reading;
  const name = `99 % ${answeredWords(reading)} within`;
  return [
    {
      name: 'Rate now',
      figure: html`${readable(sentPerSecond, 1)} <small>payments/s</small>`,
      beside: `${grouped(inFlight)} in flight${unexpected === 0 ? '' : `, ${grouped(unexpected)} ended otherwise than was certain`}`,
    },
    Number.isNaN(p99Ms)
      ? { name, figure: '–', beside: 'no answer lately' }
      : {
          name,
          figure: durationText(p99Ms),
          beside: `half within ${durationText(p50Ms)}, 95 % within ${durationText(p95Ms)}`,
        },
  ];
}
