import type { ListedRun } from '../../web/runs/listed-run.ts';
import { runJudgement } from '../page/badge.ts';
import { html, type Markup, trusted } from '../page/markup.ts';
import type { EntryOf } from './index-entry.ts';

/** An entry as the list shows it. */
export function listedRun(entry: EntryOf<'millrace-entry/1'>): ListedRun {
  const { href, startedAt, build, nodesVersion, millrace, rate = null } = entry;
  const { scenario, question, seed, job, verdict, metrics } = entry.summary;
  const payments = metrics['payments'] ?? 0;
  const ofPayments = (name: string): number | null => (payments > 0 ? (metrics[name] ?? 0) : null);
  return {
    href,
    scenario,
    question,
    seed,
    job,
    judgement: runJudgement(verdict),
    startedAt,
    build,
    nodesVersion,
    millrace,
    figures: {
      payments,
      success: ofPayments('success_rate'),
      p95: ofPayments('latency_p95_ms'),
      rate,
      drained: metrics['drained_channels'] ?? 0,
      differences: job === 'replay' ? (metrics['differences'] ?? 0) : null,
    },
  };
}

/** All runs for the page's script, as they stand in the page; no text in them can end the element. */
export function runsData(runs: readonly ListedRun[]): Markup {
  const json = JSON.stringify(runs).replaceAll('<', '\\u003c');
  return html`<script type="application/json" id="runs-data">${trusted(json)}</script>`;
}
