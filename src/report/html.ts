import type { Run } from '../model/run/run.ts';
import { framedPage } from './page/frame.ts';
import { html } from './page/markup.ts';
import { reportData } from './report-data.ts';
import { comparisonSection } from './sections/comparison.ts';
import { feeSection, latencySection, pathLengthSection } from './sections/distributions.ts';
import { drainedSection } from './sections/drained.ts';
import { expectationsSection } from './sections/expectations.ts';
import { factsSection } from './sections/facts.ts';
import { failurePlaces, failureReasons } from './sections/failures.ts';
import { headSection } from './sections/head.ts';
import { keyFigures } from './sections/key-figures.ts';
import { loadDrained } from './sections/load-drained.ts';
import { loadHeld } from './sections/load-held.ts';
import { loadJudgement } from './sections/load-judgement.ts';
import { loadLatency } from './sections/load-latency.ts';
import { loadOverTime } from './sections/load-over-time.ts';
import { networkSection } from './sections/network.ts';
import { operationsSection } from './sections/operations.ts';
import { successOverTime } from './sections/success-over-time.ts';

const LOAD_PARTS = [
  { id: 'load', title: 'Thresholds and checks' },
  { id: 'load-latency-table', title: 'Latency' },
];

/** A run as one self-contained page: opens offline, in light and dark, wide and narrow, and prints. */
export function htmlReport(run: Run): string {
  const data = reportData(run);
  const { load } = run;
  const comparison = comparisonSection(data);
  const operations = operationsSection(data);
  const head = headSection(data, [
    ...(comparison ? [{ id: 'comparison', title: 'Comparison' }] : []),
    ...(load ? LOAD_PARTS : []),
    { id: 'expectations', title: 'Expected and found' },
    { id: load ? 'load-time' : 'time', title: 'Over time' },
    { id: 'failures', title: 'Failures' },
    ...(load ? [] : [{ id: 'paths', title: 'Distributions' }]),
    { id: 'network', title: 'Network' },
    ...(operations ? [{ id: 'operations', title: 'All operations' }] : []),
    { id: 'facts', title: 'The run' },
  ]);
  return framedPage(
    `${run.header.scenario.question} · Millrace`,
    html`<main id="content">${head}${keyFigures(data)}
${comparison}
${comparison ? operations : null}
${load ? html`${loadJudgement(load)}${loadLatency(load)}${loadOverTime(load)}${loadDrained(load)}${drainedSection(data)}${loadHeld(load, data)}` : null}
${expectationsSection(data)}
${load ? null : successOverTime(data)}
<div class="grid">${failureReasons(data)}${failurePlaces(data)}</div>
${load ? null : html`<div class="grid three">${pathLengthSection(data)}${latencySection(data)}${feeSection(data)}</div>`}
${networkSection(data)}
${load ? null : drainedSection(data)}
${comparison ? null : operations}
${factsSection(data)}
</main><footer><p>Made by Millrace from the run’s own records; the same scenario and seed give the same numbers.</p></footer>`,
  );
}
