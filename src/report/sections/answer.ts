import type { PlaceCount } from '../../model/failure-place.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import type { DrainedEnd } from '../../model/load/load-watch.ts';
import { type Figure, figure, list, pageOnly, type Parts, prose } from '../blocks/block.ts';
import type { Figures } from '../figures/figures.ts';
import { differencesOf } from '../summary.ts';
import { counted, durationText, grouped } from '../words/number-format.ts';
import { findingItems } from './comparison.ts';
import { answeredWords, headlineFigures } from './key-figures.ts';
import { loadChart } from './load-over-time.ts';
import { paymentsChart } from './success-over-time.ts';

/** The first screen of a run: what it says to its question, the figures that matter for its job, and one chart. */
export function answerParts(figures: Figures): Parts {
  const sentence = answerText(figures);
  return [
    sentence === '' ? null : prose(sentence, 'lead'),
    pageOnly(() => [
      { kind: 'figures', name: 'The answer in figures', look: 'headline', figures: headline(figures) },
      firstChart(figures),
    ]),
  ];
}

function firstChart(figures: Figures): Parts {
  const { comparison, load } = figures.run;
  if (load !== undefined) return loadChart(load, figures.run.records);
  const [first] = comparison === undefined ? [] : differencesOf(comparison);
  if (first !== undefined) return list(findingItems([first], figures));
  return paymentsChart(figures);
}

/** The answer to a run's question in a few sentences; empty where the run says nothing of it. */
export function answerText(figures: Figures): string {
  const { comparison, load } = figures.run;
  if (load !== undefined)
    return [loadText(load), driedText(load.watch?.drained ?? [], figures)].filter(Boolean).join(' ');
  if ((comparison?.differences ?? 0) > 0) return '';
  return [driedText(figures.depletedEnds ?? [], figures), lackText(figures)].filter(Boolean).join(' ');
}

const MOST_NAMED = 3;

// `hub-shop first, after 3.2 s (hub can no longer send there); then a-b after 4 s.`
function driedText(dried: readonly DrainedEnd[], figures: Figures): string {
  const [first, ...rest] = dried;
  if (first === undefined) return '';
  const others = rest
    .slice(0, MOST_NAMED - 1)
    .map((end) => `${channelName(end, figures)} after ${durationText(end.atMs)}`);
  const more = rest.length - others.length;
  const then = [...others, ...(more > 0 ? [`${grouped(more)} more`] : [])].join(', ');
  return `${channelName(first, figures)} ran dry first, after ${durationText(first.atMs)}: ${first.owner} could hardly send to ${first.partner} any more${then === '' ? '' : `; then ${then}`}.`;
}

// A channel has one name on a page, whichever end is told of.
function channelName({ channel, owner, partner }: DrainedEnd, figures: Figures): string {
  return (figures.endsOf(channel) ?? [owner, partner]).join('-');
}

/** Where most payments failed for want of money; failures that the scenario itself states want none. */
function lackText(figures: Figures): string {
  const { failed, places } = figures.tally.surprises;
  const [place] = places.most(1);
  if (place === undefined || place.channel === null || !isShort(place)) return '';
  const [one, other] = figures.endsOf(place.channel) ?? [];
  if (one === undefined || other === undefined) return '';
  const partner = place.at === one ? other : one;
  const of = place.count === failed ? counted(failed, 'failure') : `${grouped(failed)} failures`;
  return `Most common cause: ${place.at} had too little to send to ${partner} (${grouped(place.count)} of ${of}).`;
}

function isShort({ check }: PlaceCount): boolean {
  return check === 'available-balance' || check === 'route-exists';
}

function loadText({ aggregate }: LoadResult): string {
  const { response, counts } = aggregate;
  if (response.count === 0) return 'No payment ended.';
  const slow = `Half of the payments were ${answeredWords(counts)} within ${durationText(response.percentileMs(50))}, 99 of 100 within ${durationText(response.percentileMs(99))}`;
  return `${slow}${counts.dropped === 0 ? '' : `; ${counted(counts.dropped, 'start')} found no free place and ${counts.dropped === 1 ? 'was' : 'were'} dropped`}.`;
}

function headline(figures: Figures): readonly Figure[] {
  const { load } = figures.run;
  const response = load?.aggregate.response;
  if (load === undefined || response === undefined || response.count === 0) return headlineFigures(figures);
  const [p50, p95, p99] = [50, 95, 99].map((percent) => durationText(response.percentileMs(percent)));
  const name = `99 % ${answeredWords(load.aggregate.counts)} within`;
  return [...headlineFigures(figures), figure(name, p99, `p50 ${p50}, p95 ${p95}, from when they were due`)];
}
