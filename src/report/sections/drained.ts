import type { LoadCounts } from '../../model/load/load-aggregate.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import type { LoadWatch } from '../../model/load/load-watch.ts';
import { type Block, emptySection, pageOnly, prose, section, table } from '../blocks/block.ts';
import type { DrainedBalance } from '../figures/channel-balances.ts';
import { html, withDetail, barStyle } from '../page/markup.ts';
import type { Figures } from '../figures/figures.ts';
import { counted, durationText, grouped, percentText } from '../words/number-format.ts';

const MAX_ROWS = 15;

/** The channels that can hardly carry anything one way any more. */
export function drainedSection(figures: Figures): Block {
  return pageOnly(() => drainedAtEnd(figures));
}

function drainedAtEnd({ startBalances, endBalances, inTokens, depletedEnds = [] }: Figures): Block {
  const frame = { id: 'drained', title: 'Most drained channels' };
  if (!endBalances) return emptySection(frame, 'The run broke off before its end state was known.');
  const { drainedCount, count } = endBalances;
  if (drainedCount === 0)
    return emptySection(
      frame,
      count === 0
        ? 'There is no open channel.'
        : `None: both ends of all ${counted(count, 'open channel')} hold at least 5 % of the capacity.`,
    );
  const rows = endBalances.drained.slice(0, MAX_ROWS);
  const before = startBalances.withKeys(new Set(rows.map(({ channel }) => channel)));
  const drySince = new Map(depletedEnds.map(({ channel, owner, atMs }) => [`${channel} ${owner}`, atMs]));
  const shareOf = ({ drainedEnd }: DrainedBalance, first: number): number =>
    drainedEnd === 0 ? first : 1 - first;
  return section(
    {
      ...frame,
      hint: 'A channel is drained when one end holds less than 5 % of its capacity. That end can still receive, but hardly send: payments in that direction must find another way.',
    },
    table({
      caption: `${counted(drainedCount, 'drained channel')} of ${counted(count, 'open channel')}; the emptiest first`,
      columns: [
        {
          head: 'Channel',
          cell: ({ between, channel }) => withDetail(between.join('-'), channel),
        },
        { head: 'Drained end', cell: ({ between, drainedEnd }) => between[drainedEnd] },
        {
          head: 'First dry',
          number: true,
          cell: ({ channel, between, drainedEnd }) => {
            const atMs = drySince.get(`${channel} ${between[drainedEnd]}`);
            return atMs === undefined ? '–' : `after ${durationText(atMs)}`;
          },
        },
        {
          head: 'Balance of each end',
          label: 'Balances',
          className: 'wide',
          // The drained end always stands on the left, so that the eye compares lengths, not sides.
          cell: (channel) => {
            const { between, balance, token, share, drainedEnd } = channel;
            const [text, otherText] = between.map(
              (name, end) => `${name} ${inTokens(balance[end as 0 | 1], token)}`,
            );
            const ends = drainedEnd === 0 ? `${text} · ${otherText}` : `${otherText} · ${text}`;
            return html`<div><div class="share drained" aria-hidden="true"><span style="${barStyle(shareOf(channel, share))}"></span><span style="flex:1"></span></div><span class="sub">${ends}</span></div>`;
          },
        },
        {
          head: 'Its share at the start',
          label: 'Share at the start',
          number: true,
          cell: (channel) => {
            const started = before.get(channel.channel);
            return started ? percentText(shareOf(channel, started.share)) : '–';
          },
        },
        {
          head: 'at the end',
          label: 'Share at the end',
          number: true,
          cell: (channel) => percentText(shareOf(channel, channel.share)),
        },
        { head: 'Capacity', number: true, cell: ({ capacity, token }) => inTokens(capacity, token) },
      ],
      rows,
      inAll: drainedCount,
      elsewhere: 'summary.json',
    }),
  );
}

/** Which channel ends ran dry while the load ran, when, and what failed payments lacked. */
export function loadDrained({ run: { load } }: Figures): Block | null {
  return load === undefined ? null : pageOnly(() => drainedMeanwhile(load));
}

function drainedMeanwhile({ watch, aggregate }: LoadResult): Block {
  const frame = { id: 'load-drained-list', title: 'What ran dry, and when' };
  if (watch === undefined) return emptySection(frame, 'No channel was read while the load ran.');
  const { drained, drainedInAll, nodes, ends, endsInAll } = watch;
  const part = ends === endsInAll ? 'every end' : `${grouped(ends)} of ${grouped(endsInAll)} ends`;
  return section(
    {
      ...frame,
      hint: `${counted(nodes.length, 'node')}, read every few seconds, ${nodes.length === 1 ? 'tells' : 'tell'} of ${part} of the open channels. An end is drained when it holds less than 5 % of its channel.`,
    },
    lackTable(watch, aggregate.counts),
    drained.length === 0
      ? prose('No end ran dry while the load ran.', 'empty')
      : table({
          caption: `${counted(drainedInAll, 'end')} ran dry, the first ones first`,
          columns: [
            { head: 'Drained end', cell: ({ owner, channel }) => withDetail(owner, channel) },
            { head: 'Channel with', cell: ({ partner }) => partner },
            { head: 'Since the start', number: true, cell: ({ atMs }) => durationText(atMs) },
            {
              head: 'Filled again',
              cell: ({ refilledAtMs }) =>
                refilledAtMs === undefined ? 'no' : `after ${durationText(refilledAtMs)}`,
            },
          ],
          rows: drained,
          most: MAX_ROWS,
          inAll: drainedInAll,
          elsewhere: 'summary.json',
        }),
  );
}

const LACKS = [
  ['shortOfMoney', 'Money', 'an end on the only way held less than the amount'],
  ['shortOfLocks', 'Free locks', 'the ends on the only way held enough, but it was locked'],
  ['shortOfWay', 'A way', 'there were several, and nobody can tell what they lacked'],
  ['tooDear', 'Lower fees', 'mediators asked for more than payers accept'],
  ['notServed', 'Service', 'refused for another reason, too late, or without an answer'],
  ['whileStopped', 'A node', 'the scenario had stopped one that they needed'],
] as const;

function lackTable(
  { steps }: LoadWatch,
  { failed, indeterminate }: Pick<LoadCounts, 'failed' | 'indeterminate'>,
): Block | null {
  const unsuccessful = failed + indeterminate;
  if (unsuccessful === 0) return null;
  const rows = LACKS.map(([lack, name, meaning]) => {
    const count = steps.reduce((sum, step) => sum + (step[lack] ?? 0), 0);
    return { lack, name, meaning, count };
  }).filter(({ lack, count }) => (lack !== 'whileStopped' && lack !== 'tooDear') || count > 0);
  return table({
    caption: `What ${counted(unsuccessful, 'payment')} lacked, ${grouped(failed)} refused and ${grouped(indeterminate)} without an answer when it was due, by the balances last read`,
    columns: [
      { head: 'Lacked', cell: ({ name, meaning }) => withDetail(name, meaning) },
      { head: 'Payments', number: true, cell: ({ count }) => grouped(count) },
      { head: 'Share', number: true, cell: ({ count }) => percentText(count / unsuccessful) },
    ],
    rows,
  });
}
