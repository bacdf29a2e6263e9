import type { LoadResult } from '../../model/load/load-result.ts';
import { type Block, pageOnly, section, table } from '../blocks/block.ts';
import { linkTo } from '../explorer/story.ts';
import { html, type Markup, withDetail } from '../page/markup.ts';
import type { Figures } from '../figures/figures.ts';
import { counted, durationText, grouped, percentText } from '../words/number-format.ts';

// As many as `summary.json` holds.
const MAX_ROWS = 20;

/** The channel ends that can hardly send at the end of a run, and those that were seen during a load. */
export function depletedSection(figures: Figures): Block | null {
  const { run, endBalances } = figures;
  const ofLoad = run.load === undefined ? [] : [lackTable(run.load), seenTable(run.load)];
  if ((endBalances?.depletedCount ?? 0) === 0 && ofLoad.every((part) => part === null)) return null;
  return pageOnly(() =>
    section(
      {
        id: 'drained',
        title: 'Depleted channels',
        listed: 'Depleted channels',
        hint: 'An end is depleted when it holds less than 5 % of its channel. It can still receive, but hardly send.',
      },
      ofLoad,
      endTable(figures),
    ),
  );
}

function endTable({ startBalances, endBalances, inTokens, depletedEnds = [] }: Figures): Block | null {
  if (endBalances === undefined || endBalances.depletedCount === 0) return null;
  const { depletedCount, count, depleted } = endBalances;
  const rows = depleted.slice(0, MAX_ROWS);
  const before = startBalances.withKeys(new Set(rows.map(({ channel }) => channel)));
  const since = new Map(depletedEnds.map(({ channel, owner, atMs }) => [`${channel} ${owner}`, atMs]));
  return table({
    caption: `${counted(depletedCount, 'depleted channel')} of ${counted(count, 'open channel')} at the end; the emptiest first`,
    columns: [
      ['Channel', ({ between, channel }) => channelLink(between.join('-'), channel)],
      ['Depleted end', ({ between, depletedEnd }) => between[depletedEnd]],
      [
        'First depleted',
        ({ channel, between, depletedEnd }) => {
          const atMs = since.get(`${channel} ${between[depletedEnd]}`);
          return atMs === undefined ? '–' : `after ${durationText(atMs)}`;
        },
        'number',
      ],
      [
        'At the start',
        ({ channel, depletedEnd, token }) => {
          const balance = before.get(channel)?.balance[depletedEnd];
          return balance === undefined ? '–' : inTokens(balance, token);
        },
        'number',
      ],
      ['At the end', ({ balance, depletedEnd, token }) => inTokens(balance[depletedEnd], token), 'number'],
      ['Capacity', ({ capacity, token }) => inTokens(capacity, token), 'number'],
    ],
    rows,
    inAll: depletedCount,
  });
}

function seenTable({ watch }: LoadResult): Block | null {
  if (watch === undefined || watch.drained.length === 0) return null;
  const { drained, drainedInAll, nodes, ends, endsInAll } = watch;
  return table({
    caption: `${counted(drainedInAll, 'end')} depleted while the load ran, the first ones first; ${counted(nodes.length, 'node')} read every few seconds showed ${grouped(ends)} of ${grouped(endsInAll)} ends`,
    columns: [
      ['Depleted end', ({ owner, channel }) => withDetail(owner, channel)],
      ['Channel with', ({ partner }) => partner],
      ['Since the start', ({ atMs }) => durationText(atMs), 'number'],
      [
        'Filled again',
        ({ refilledAtMs }) => (refilledAtMs === undefined ? 'no' : `after ${durationText(refilledAtMs)}`),
      ],
    ],
    rows: drained,
    most: MAX_ROWS,
    inAll: drainedInAll,
  });
}

const LACKS = [
  ['shortOfMoney', 'Money', 'an end on the only way held less than the amount'],
  ['shortOfLocks', 'Free locks', 'the ends on the only way held enough, but it was locked'],
  ['shortOfWay', 'A way', 'several routes, cause unknown'],
  ['tooDear', 'Lower fees', 'mediators charged more than payers accept'],
  ['notServed', 'Service', 'refused for another reason, too late, or without an answer'],
  ['whileStopped', 'A node', 'the scenario had stopped one that they needed'],
] as const;

function lackTable({ watch, aggregate: { counts } }: LoadResult): Block | null {
  const { failed, indeterminate } = counts;
  const unsuccessful = failed + indeterminate;
  if (watch === undefined || unsuccessful === 0) return null;
  const rows = LACKS.map(([lack, name, meaning]) => ({
    name,
    meaning,
    count: watch.steps.reduce((sum, step) => sum + (step[lack] ?? 0), 0),
  })).filter(({ count }) => count > 0);
  return table({
    caption: `What ${counted(unsuccessful, 'payment')} lacked, ${grouped(failed)} refused and ${grouped(indeterminate)} without an answer when it was due, by the balances last read`,
    columns: [
      ['Lacked', ({ name, meaning }) => withDetail(name, meaning)],
      ['Payments', ({ count }) => grouped(count), 'number'],
      ['Share', ({ count }) => percentText(count / unsuccessful), 'number'],
    ],
    rows,
  });
}

/** A channel by its ends, with its key below it, leading to its story. */
export function channelLink(name: string, key: string): Markup {
  return withDetail(html`<a href="${linkTo({ kind: 'channel', name: key })}">${name}</a>`, key);
}
