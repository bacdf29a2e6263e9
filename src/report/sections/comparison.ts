import { describeOperation } from '../../model/run/describe-operation.ts';
import type { Finding, Verdict } from '../../model/run/finding.ts';
import { CHECK_TEXTS, findingTitle } from '../words/check-texts.ts';
import { capitalized, counted, grouped } from '../words/number-format.ts';
import { type Block, type Parts, prose, section } from '../blocks/block.ts';
import { markupOf } from '../blocks/page.ts';
import { html, type Markup } from '../page/markup.ts';
import type { Figures } from '../figures/figures.ts';
import { differencesOf } from '../summary.ts';
import { VERDICT_TEXTS } from './operations.ts';

// More would push everything else out of sight; the rest opens with one click.
const OPEN_DIFFERENCES = 6;
// Enough to mend the target by; the rest is in comparison.json.
const MAX_DIFFERENCES = 50;
const MAX_NOTES = 100;

/** Replays: what the target did otherwise than predicted, then how many operations got which verdict. */
export function comparisonSection({ run, inTokens }: Figures): Block | null {
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
  return section(
    { id: 'comparison', title: 'Simulation beside the nodes', listed: 'Comparison', hint },
    verdictCounts(comparison.counts),
    differences.length === 0
      ? prose(
          html`<strong class="good">No difference.</strong> The nodes did what the simulation predicts, operation by operation and in the end state.`,
        )
      : differenceList(differences.slice(0, MAX_DIFFERENCES), { all: differences.length, operations }),
    rest > 0
      ? prose(html`And ${counted(rest, 'further difference')} in <code>comparison.json</code>.`)
      : null,
    notes.length === 0 ? null : noteList(notes),
  );
}

function verdictCounts(counts: Readonly<Record<Verdict, number>>): Block {
  const verdicts: readonly Verdict[] = ['agrees', 'differs', 'indeterminate', 'allowed-by-concurrency'];
  return {
    kind: 'figures',
    name: 'Verdicts',
    figures: verdicts.map((verdict) => ({
      name: VERDICT_TEXTS[verdict].name,
      figure: grouped(counts[verdict]),
      hint: VERDICT_TEXTS[verdict].meaning,
      isBad: verdict === 'differs' && counts[verdict] > 0,
    })),
  };
}

function differenceList(
  differences: readonly Finding[],
  { all, operations }: { readonly all: number; readonly operations: ReadonlyMap<number, string> },
): Parts {
  const articles = differences.map((finding) => difference(finding, operations));
  const rest = articles.length - OPEN_DIFFERENCES;
  return [
    prose(counted(all, 'difference'), 'heading'),
    articles.slice(0, OPEN_DIFFERENCES),
    rest > 0
      ? {
          kind: 'folded',
          summary: `Show ${grouped(rest)} more`,
          blocks: articles.slice(OPEN_DIFFERENCES),
        }
      : null,
  ];
}

function difference(finding: Finding, operations: ReadonlyMap<number, string>): Block {
  const { operation: id, check, node, predicted, observed, decidedBy, curl } = finding;
  const title = findingTitle(finding);
  const what = id === null ? 'No single operation' : `#${id} ${operations.get(id) ?? ''}`;
  return {
    kind: 'page-only',
    markup: html`<article class="difference"><h3>${capitalized(title)}</h3>
<p class="hint">${what} · check <abbr title="${CHECK_TEXTS[check] ?? check}">${check}</abbr>${node ? ` · seen at ${node}` : ''}</p>
<dl class="sides"><div><dt>Simulation predicts</dt><dd>${predicted}</dd></div><div><dt>Nodes show</dt><dd>${observed}</dd></div><div><dt>Decided by</dt><dd>${decidedBy}</dd></div></dl>
${curl ? markupOf({ kind: 'command', command: curl }) : null}</article>`,
  };
}

function noteList(notes: readonly Finding[]): Block {
  const rest = notes.length - MAX_NOTES;
  const items = notes
    .slice(0, MAX_NOTES)
    .map(
      ({ operation, title, predicted, observed, decidedBy }): Markup =>
        html`<li>${operation === null ? '' : `#${operation}: `}${title}. <span class="muted">Predicted ${predicted}; seen ${observed}; ${decidedBy}.</span></li>`,
    );
  return {
    kind: 'folded',
    summary: `${counted(notes.length, 'note')}: worth knowing, and explained`,
    blocks: [
      { kind: 'page-only', markup: html`<ul>${items}</ul>` },
      rest > 0 ? prose(html`And ${counted(rest, 'further note')} in <code>comparison.json</code>.`) : null,
    ],
  };
}
