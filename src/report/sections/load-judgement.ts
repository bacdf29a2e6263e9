import type { BaselineComparison } from '../../model/load/baseline.ts';
import type { JudgedThreshold, LoadResult, PerformedCheck } from '../../model/load/load-result.ts';
import { CHECK_TEXTS } from '../words/check-texts.ts';
import { foundText } from '../words/found-text.ts';
import { counted, grouped, readable } from '../words/number-format.ts';
import { badge, yesBadge } from '../page/badge.ts';
import { html, type Markup } from '../page/markup.ts';
import { card, nothingToShow } from './card.ts';

const MOST_FINDINGS = 50;

const VERDICT_TEXTS: Readonly<Record<PerformedCheck['verdict'], string>> = {
  holds: 'holds',
  violated: 'violated',
  unknown: 'unknown',
  'not-checked': 'not checked',
};

/** Thresholds with what the load showed, the checks after it with what they covered, and what they found. */
export function loadJudgement(load: LoadResult): Markup {
  const { thresholds, abortedBy, brokenOff, checks, findings, baseline } = load;
  return card(
    { id: 'load', title: 'Thresholds and checks' },
    abortedBy === undefined
      ? null
      : html`<p><strong>Ended early</strong> by the threshold <code>${abortedBy}</code>.</p>`,
    brokenOff === undefined ? null : html`<p><strong>Ended early</strong>: ${brokenOff}.</p>`,
    thresholds.length === 0 ? nothingToShow('No threshold was set.') : thresholdTable(thresholds),
    baseline === undefined ? null : baselineTable(baseline),
    checks.length === 0
      ? nothingToShow('Nothing was checked: the run ended before its targets were read.')
      : html`<table class="stacking"><caption>Checked after the load</caption><thead><tr><th scope="col">Rule</th><th scope="col">On</th><th scope="col">Verdict</th></tr></thead>
<tbody>${checks.map(
          ({ name, verdict, detail }) =>
            html`<tr><th scope="row">${CHECK_TEXTS[name] ?? name}<span class="sub">${name}</span></th><td data-label="On">${detail}</td><td data-label="Verdict">${badge(verdict === 'holds' ? 'good' : verdict === 'violated' ? 'bad' : 'unknown', VERDICT_TEXTS[verdict])}</td></tr>`,
        )}</tbody></table>`,
    findings.length === 0
      ? null
      : html`<table class="stacking"><caption>${counted(findings.length, 'finding')}</caption><thead><tr><th scope="col">Operation</th><th scope="col">What is wrong</th><th scope="col">Expected</th><th scope="col">Found</th></tr></thead>
<tbody>${findings
          .slice(0, MOST_FINDINGS)
          .map(
            ({ operation, check, title, predicted, observed, decidedBy }) =>
              html`<tr><th scope="row">${operation === null ? 'none alone' : `#${operation}`}<span class="sub">${check}</span></th><td data-label="What is wrong">${title}<span class="sub">${decidedBy}</span></td><td data-label="Expected">${predicted}</td><td data-label="Found">${observed}</td></tr>`,
          )}</tbody></table>`,
    findings.length > MOST_FINDINGS
      ? html`<p class="hint">And ${grouped(findings.length - MOST_FINDINGS)} more in <code>summary.json</code>.</p>`
      : null,
  );
}

function thresholdTable(thresholds: readonly JudgedThreshold[]): Markup {
  return html`<table class="stacking"><caption>What was asked of the load</caption><thead><tr><th scope="col">Metric</th><th scope="col">Threshold</th><th scope="col" class="number">Found</th><th scope="col">Met</th></tr></thead>
<tbody>${thresholds.map(
    ({ threshold, actual, met }) =>
      html`<tr><th scope="row"><code>${threshold.metric}</code></th><td data-label="Threshold"><code>${threshold.condition}</code></td><td class="number" data-label="Found">${foundText(threshold.condition, actual)}</td><td data-label="Met">${yesBadge(met)}</td></tr>`,
  )}</tbody></table>`;
}

function baselineTable({ figures, confidence }: BaselineComparison): Markup {
  return html`<table class="stacking"><caption>Against the baseline; worse is what chance does not explain at ${readable(100 * confidence)} % confidence</caption><thead><tr><th scope="col">Figure</th><th scope="col" class="number">Baseline</th><th scope="col" class="number">Now</th><th scope="col">Verdict</th></tr></thead>
<tbody>${figures.map(
    ({ metric, baseline, current, worse }) =>
      html`<tr><th scope="row"><code>${metric}</code></th><td class="number" data-label="Baseline">${readable(baseline, 4)}</td><td class="number" data-label="Now">${current === undefined ? 'no sample' : readable(current, 4)}</td><td data-label="Verdict">${badge(worse ? 'bad' : 'good', worse ? 'worse' : 'not worse')}</td></tr>`,
  )}</tbody></table>`;
}
