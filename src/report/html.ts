import type { Run } from '../model/run/run.ts';
import { prose } from './blocks/block.ts';
import { pageOf } from './blocks/page.ts';
import { Figures } from './figures/figures.ts';
import { standingTexts } from './figures/standing.ts';
import { verdictOf } from './figures/verdict.ts';
import { RUN_JUDGEMENTS } from './page/badge.ts';
import { minuteText } from './page/frame.ts';
import { html } from './page/markup.ts';
import { comparisonSection } from './sections/comparison.ts';
import { feeSection, latencySection, pathLengthSection } from './sections/distributions.ts';
import { disturbancesSection } from './sections/disturbances.ts';
import { drainedSection, loadDrained } from './sections/drained.ts';
import { expectationsSection } from './sections/expectations.ts';
import { factsSection } from './sections/facts.ts';
import { failurePlaces, failureReasons } from './sections/failures.ts';
import { keyFigures } from './sections/key-figures.ts';
import { loadHeld, loadJudgement, loadLatency } from './sections/load.ts';
import { loadOverTime } from './sections/load-over-time.ts';
import { networkSection } from './sections/network.ts';
import { operationsSection } from './sections/operations.ts';
import { successOverTime } from './sections/success-over-time.ts';

const JOB_TEXTS = {
  simulate: 'Simulation',
  replay: 'Replay against nodes',
  load: 'Load test of nodes',
} as const;

/** A run as one self-contained page. */
export function htmlReport(run: Run, figures = new Figures(run)): string {
  const { header, load, comparison } = run;
  const { scenario, seed, job, pace, startedAt } = header;
  const { word, sentence } = verdictOf(run, figures);
  const operations = operationsSection(figures);
  return pageOf({
    name: scenario.question,
    title: scenario.question,
    head: [
      { kind: 'verdict', judgement: RUN_JUDGEMENTS[word], sentence, notes: standingTexts(run) },
      scenario.description ? prose(scenario.description) : null,
      prose(
        html`${JOB_TEXTS[job]} of scenario <strong>${scenario.name}</strong>, seed ${seed}, pace ${pace}, <time datetime="${startedAt}">${minuteText(startedAt)} UTC</time>`,
        'muted',
      ),
    ],
    body: [
      keyFigures(figures),
      comparisonSection(figures),
      comparison ? operations : null,
      load
        ? [
            loadJudgement(load),
            loadLatency({ load, header }),
            loadOverTime(load),
            loadDrained(load),
            drainedSection(figures),
            loadHeld(load, figures),
          ]
        : null,
      expectationsSection(figures),
      load ? null : successOverTime(figures),
      disturbancesSection(figures),
      { kind: 'beside', look: 'two', blocks: [failureReasons(figures), failurePlaces(figures)] },
      load
        ? null
        : {
            kind: 'beside',
            look: 'three',
            blocks: [pathLengthSection(figures), latencySection(figures), feeSection(figures)],
          },
      networkSection(figures),
      load ? null : drainedSection(figures),
      comparison ? null : operations,
      factsSection(figures),
    ],
    footer: 'Made by Millrace from the run’s own records; the same scenario and seed give the same numbers.',
  });
}
