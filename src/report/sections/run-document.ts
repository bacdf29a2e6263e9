import type { RunHeader, StoredRun } from '../../model/run/run.ts';
import { type Document, pageOnly, type Parts, prose } from '../blocks/block.ts';
import { pageOf } from '../blocks/page.ts';
import { screenOf, type TextLook } from '../blocks/terminal.ts';
import { packedRun, runData } from '../explorer/pack-run.ts';
import type { PackedRun } from '../explorer/packed-run.ts';
import { Figures } from '../figures/figures.ts';
import { clockText, standingTexts } from '../figures/standing.ts';
import { verdictOf } from '../figures/verdict.ts';
import { runJudgement } from '../page/badge.ts';
import { html, withCode } from '../page/markup.ts';
import { answerParts, answerText, headlineFigures, keyFigures } from './answer.ts';
import { comparisonSection, notReadSection } from './comparison.ts';
import { distributionsSection, loadLatency } from './distributions.ts';
import { disturbancesSection } from './disturbances.ts';
import { depletedSection } from './depleted.ts';
import { expectationsSection } from './expectations.ts';
import { factsSection } from './facts.ts';
import { repeatCommand } from '../words/shell-word.ts';
import { failureSections } from './failures.ts';
import { loadHeld, loadJudgement } from './load.ts';
import { loadOverTime } from './load-over-time.ts';
import { networkSection } from './network.ts';
import { operationsSection } from './operations.ts';
import { capitalized, minuteText } from '../words/number-format.ts';
import { runSuites } from '../ci/junit.ts';
import { markdownSummary } from '../ci/markdown-summary.ts';

// In the order in which they are read; each says nothing of runs that it does not concern.
const SECTIONS: readonly ((figures: Figures) => Parts)[] = [
  keyFigures,
  notReadSection,
  comparisonSection,
  loadJudgement,
  loadLatency,
  loadOverTime,
  loadHeld,
  expectationsSection,
  disturbancesSection,
  failureSections,
  distributionsSection,
  networkSection,
  depletedSection,
];

const JOB_TEXTS = {
  simulate: 'Simulation',
  replay: 'Replay against',
  load: 'Load test of',
} as const;

function jobText({ job, sandbox = false }: RunHeader): string {
  return job === 'simulate' ? JOB_TEXTS[job] : `${JOB_TEXTS[job]} ${sandbox ? 'simulated nodes' : 'nodes'}`;
}

/** A run as one self-contained page. */
export function htmlReport(run: StoredRun, figures = new Figures(run)): string {
  return pageOf(runDocument(figures));
}

/** How a run's summary is written. */
export interface TextOptions extends TextLook {
  /** Where the page with all details is, if one was written. */
  readonly reportPath?: string;
}

const PLAIN: TextOptions = { color: false, width: 80 };

/** A run on one screen. */
export function textSummary(run: StoredRun, look: TextOptions = PLAIN, figures = new Figures(run)): string {
  const { reportPath } = look;
  const foot = reportPath === undefined ? [] : [`Report  ${reportPath}`];
  return screenOf(runDocument(figures), look, foot);
}

/** Everything that is told of a run. */
export function runDocument(figures: Figures): Document {
  const { run } = figures;
  const { scenario, seed, pace, startedAt } = run.header;
  const { description } = scenario;
  const verdict = verdictOf(run, figures);
  const clock = clockText(run.header);
  let packedOnce: PackedRun | undefined;
  const packed = (): PackedRun => (packedOnce ??= packedRun(figures));
  return {
    name: scenario.question,
    title: scenario.question,
    head: [
      {
        kind: 'verdict',
        judgement: runJudgement(verdict),
        sentence: verdict.sentence,
        notes: [...standingTexts(run), ...(clock === undefined ? [] : [`${capitalized(clock)}.`])],
      },
      answerParts(figures),
      description ? pageOnly(() => prose(withCode(description), 'muted')) : null,
      prose(
        html`${jobText(run.header)} of scenario <strong>${scenario.name}</strong>, seed ${seed}, pace ${pace}${run.partial ? ', broken off' : ''}<span class="sub"><time datetime="${startedAt}">${minuteText(startedAt)} UTC</time></span>`,
        'muted',
      ),
    ],
    body: [
      SECTIONS.map((sectionOf) => sectionOf(figures)),
      operationsSection(figures, packed),
      factsSection(figures),
    ],
    data: { script: 'run', of: () => runData(packed()) },
    footer: 'Made by Millrace from the run’s own records; the same scenario and seed give the same numbers.',
  };
}

/** A run in Markdown, as a CI system shows it beside a job or a merge request. */
export function runMarkdown(run: StoredRun, figures = new Figures(run)): string {
  const { header } = run;
  const verdict = verdictOf(run, figures);
  return markdownSummary({
    title: header.scenario.question,
    judgement: runJudgement(verdict),
    sentence: [verdict.sentence, answerText(figures)].filter((text) => text !== '').join(' '),
    figures: headlineFigures(figures),
    suites: runSuites(run, figures),
    command: repeatCommand(header),
  });
}
