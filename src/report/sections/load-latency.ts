import type { LatencyHistogram } from '../../statistics/latency-histogram.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import type { LoadRun } from '../../model/run/run.ts';
import { clockHint } from '../words/clock-text.ts';
import { counted, durationText, grouped, percentText } from '../words/number-format.ts';
import { html, type Markup } from '../page/markup.ts';
import { card, emptyCard } from './card.ts';

const PERCENTS = [50, 75, 90, 95, 99, 99.9];

/** Percentiles of service and response time side by side, and whether the target or the driver was the limit. */
export function loadLatency({ load, header }: Pick<LoadRun, 'load' | 'header'>): Markup {
  const { aggregate } = load;
  const frame = { id: 'load-latency-table', title: 'How long payments took' };
  const { service, response, lag, counts } = aggregate;
  if (service.count === 0) return emptyCard(frame, 'No payment ended.');
  const rows: readonly (readonly [string, LatencyHistogram, string])[] = [
    ['Response time', response, 'from the intended start to the answer: what a payer waits'],
    ['Service time', service, 'from sending to the answer: what the target took'],
    ['Lag', lag, 'from the intended start to sending'],
  ];
  return card(
    { ...frame, hint: `${limitOf(load)}${clockHint(header)}` },
    html`<table class="stacking"><caption>${counted(service.count, 'payment')}, whatever came of them, those without an answer until they were given up; exact to three digits</caption>
<thead><tr><th scope="col">Time</th><th scope="col" class="number">mean</th>${PERCENTS.map((percent) => html`<th scope="col" class="number">p${percent}</th>`)}<th scope="col" class="number">longest</th></tr></thead>
<tbody>${rows.map(
      ([name, histogram, meaning]) =>
        html`<tr><th scope="row">${name}<span class="sub">${meaning}</span></th><td class="number" data-label="mean">${durationText(histogram.meanMs)}</td>${PERCENTS.map(
          (percent) =>
            html`<td class="number" data-label="p${percent}">${durationText(histogram.percentileMs(percent))}</td>`,
        )}<td class="number" data-label="longest">${durationText(histogram.maxMs)}</td></tr>`,
    )}</tbody></table>`,
    counts.dropped === 0
      ? null
      : html`<p>${counted(counts.dropped, 'intended start')} found no free place among the payments in flight and ${counts.dropped === 1 ? 'was' : 'were'} dropped.</p>`,
  );
}

// Above this the driver's one core was full for much of the time.
const BUSY_SHARE = 0.85;
// A payer notices no less; below it lag is the clock's grain.
const LATE_MS = 10;

function limitOf({ aggregate, driver }: Pick<LoadResult, 'aggregate' | 'driver'>): string {
  const lateMs = aggregate.lag.percentileMs(99);
  const lag = `99 % of the payments were sent within ${durationText(lateMs)} of their intended start.`;
  if (driver === undefined) return lag;
  const share = driver.wallMs === 0 ? 0 : driver.cpuMs / driver.wallMs;
  const cost = `The driver used ${percentText(share)} of a core, ${grouped(driver.peakMemoryBytes / 1e6)} MB and had at most ${grouped(driver.peakInFlight)} in flight.`;
  const blame =
    lateMs < LATE_MS
      ? ''
      : share >= BUSY_SHARE
        ? ' The driver, not the target, was the limit: use shards.'
        : ' Starts were late although the driver was not busy: others used this machine.';
  return `${lag} ${cost}${blame}`;
}
