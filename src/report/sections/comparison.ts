import { describeOperation } from '../../model/run/describe-operation.ts';
import type { Finding, Verdict } from '../../model/run/finding.ts';
import { CHECK_TEXTS } from '../words/check-texts.ts';
import { findingTitle } from '../words/finding-title.ts';
import { counted, grouped } from '../words/number-format.ts';
import { html, type Markup } from '../page/markup.ts';
import type { ReportData } from '../report-data.ts';
import { differencesOf } from '../summary.ts';
import { card } from './card.ts';
import { VERDICT_TEXTS } from './operations.ts';
import { tileList } from './tiles.ts';

// More would push everything else out of sight; the rest opens with one click.
const OPEN_DIFFERENCES = 6;
// Enough to mend the target by; the rest is in comparison.json.
const MAX_DIFFERENCES = 50;
const MAX_NOTES = 100;

/** Replays: what the target did otherwise than predicted, then how many operations got which verdict. */
export function comparisonSection({ run, inTokens }: ReportData): Markup | null {
  const { comparison } = run;
  if (!comparison) return null;
  const operations = new Map(
    run.records.map(({ operation }) => [
      operation.id,
      `${describeOperation(operation, inTokens)} · ${operation.origin}`,
    ]),
  );
  const differences = differencesOf(comparison);
  const notes = [...comparison.operations.flatMap(({ findings }) => findings), ...comparison.general].filter(
    ({ severity }) => severity === 'note',
  );
  const hint =
    'Every operation was simulated first, then asked of the nodes over HTTP. Status, reason, amounts, balances and histories must be what the simulation predicts.';
  const rest = differences.length - MAX_DIFFERENCES;
  return card(
    { id: 'comparison', title: 'Simulation beside the nodes', hint },
    verdictCounts(comparison.counts),
    differences.length === 0
      ? html`<p><strong class="good">No difference.</strong> The nodes did what the simulation predicts, operation by operation and in the end state.</p>`
      : differenceList(differences.slice(0, MAX_DIFFERENCES), { all: differences.length, operations }),
    rest > 0
      ? html`<p>And ${counted(rest, 'further difference')} in <code>comparison.json</code>.</p>`
      : null,
    notes.length === 0 ? null : noteList(notes),
  );
}

function verdictCounts(counts: Readonly<Record<Verdict, number>>): Markup {
  const verdicts: readonly Verdict[] = ['agrees', 'differs', 'indeterminate', 'allowed-by-concurrency'];
  return tileList(
    verdicts.map((verdict) => ({
      name: VERDICT_TEXTS[verdict].name,
      figure: grouped(counts[verdict]),
      hint: VERDICT_TEXTS[verdict].meaning,
      isBad: verdict === 'differs' && counts[verdict] > 0,
    })),
  );
}

function differenceList(
  differences: readonly Finding[],
  { all, operations }: { readonly all: number; readonly operations: ReadonlyMap<number, string> },
): Markup {
  const articles = differences.map((finding) => difference(finding, operations));
  const rest = articles.length - OPEN_DIFFERENCES;
  return html`<h3>${counted(all, 'difference')}</h3>${articles.slice(0, OPEN_DIFFERENCES)}${
    rest > 0
      ? html`<details><summary>Show ${grouped(rest)} more</summary>${articles.slice(OPEN_DIFFERENCES)}</details>`
      : null
  }`;
}

function difference(finding: Finding, operations: ReadonlyMap<number, string>): Markup {
  const { operation: id, check, node, predicted, observed, decidedBy, curl } = finding;
  const title = findingTitle(finding);
  const what = id === null ? 'No single operation' : `#${id} ${operations.get(id) ?? ''}`;
  return html`<article class="difference"><h3>${title.charAt(0).toUpperCase()}${title.slice(1)}</h3>
<p class="hint">${what} · check <abbr title="${CHECK_TEXTS[check] ?? check}">${check}</abbr>${node ? ` · seen at ${node}` : ''}</p>
<dl class="sides"><div><dt>Simulation predicts</dt><dd>${predicted}</dd></div><div><dt>Nodes show</dt><dd>${observed}</dd></div><div><dt>Decided by</dt><dd>${decidedBy}</dd></div></dl>
${curl ? commandLine(curl) : null}</article>`;
}

/** A shell line with a button that copies it. */
export function commandLine(command: string): Markup {
  return html`<div class="command"><pre tabindex="0"><code>${command}</code></pre><button type="button" class="quiet" data-copy hidden>Copy</button></div>`;
}

function noteList(notes: readonly Finding[]): Markup {
  const rest = notes.length - MAX_NOTES;
  return html`<details><summary>${counted(notes.length, 'note')}: worth knowing, and explained</summary><ul>${notes
    .slice(0, MAX_NOTES)
    .map(
      ({ operation, title, predicted, observed, decidedBy }) =>
        html`<li>${operation === null ? '' : `#${operation}: `}${title}. <span class="muted">Predicted ${predicted}; seen ${observed}; ${decidedBy}.</span></li>`,
    )}</ul>${rest > 0 ? html`<p>And ${counted(rest, 'further note')} in <code>comparison.json</code>.</p>` : null}</details>`;
}
