import { carriedExchanges } from './carried-exchanges.ts';
import { gzipSync } from 'node:zlib';
import { describeChange } from '../../model/run/describe-operation.ts';
import { predictedRecords, type StoredRun } from '../../model/run/run.ts';
import type { BalanceSource, PackedEvent, PackedRun } from '../../web/run/packed-run.ts';
import type { Figures } from '../figures/figures.ts';
import { html, type Markup } from '../page/markup.ts';
import { repeatCommand } from '../sections/facts.ts';
import { VERDICT_TEXTS } from '../sections/operations.ts';
import { channelChanges } from './channel-changes.ts';
import { ChannelList } from './channel-list.ts';
import { momentCell, PlaceOf } from './pack-columns.ts';
import { type PackingLists, packOperations, type ToldOperation } from './pack-operations.ts';

// The fastest: the strongest takes five times as long for a sixth less.
const LEVEL = 1;

/** All that a page's script needs of a run, as it stands in the page. */
export function runData(figures: Figures): Markup {
  const packed = gzipSync(JSON.stringify(packedRun(figures)), { level: LEVEL }).toString('base64');
  return html`<script type="application/gzip" id="run-data">${packed}</script>`;
}

/** A run in columns: nodes, channels, what was asked, and every movement of money. */
export function packedRun(figures: Figures): PackedRun {
  const { run, tally, inTokens } = figures;
  const { start, end } = run;
  const isWhole = start.size <= MOST_CHANNELS;
  const names = new PlaceOf<string>([...start.nodes(), ...(end?.nodes() ?? [])]);
  const tokens = new PlaceOf<string>(run.header.scenario.tokens.map(({ name }) => name));
  const held = toldOperations(figures);
  const channels = new ChannelList(
    { start, end: end ?? run.prediction?.end },
    { nodes: names, tokens },
    isWhole ? undefined : shownChannels(figures, held),
  );
  const lists: PackingLists = { nodes: names, tokens, channels, texts: new PlaceOf<string>() };
  const { operations, hops } = packOperations(held, lists, inTokens);
  const { changes, packed } = channelChanges(tally.steps, channels, lists);
  return {
    job: run.header.job,
    command: repeatCommand(run.header),
    endMs: momentCell(tally.lastEndedAtMs),
    tokens: run.header.scenario.tokens.map(({ name, decimals }) => ({ name, decimals })),
    nodes: names.listed,
    channels: channels.packed(),
    isWhole,
    operations,
    operationCount: tally.operations,
    hops,
    changes: packed,
    events: eventsOf(figures, lists),
    balances: balanceSource(run, { held, channels, changes, nodes: names }),
    texts: lists.texts.listed,
  };
}

// A channel takes some 50 bytes in the page. A larger network is packed as the channels that payments tried or tables name.
const MOST_CHANNELS = 10_000;

function shownChannels(
  { endBalances, depletedEnds = [] }: Figures,
  operations: readonly ToldOperation[],
): ReadonlySet<string> {
  const shown = new Set<string>();
  for (const { channel } of endBalances?.drained ?? []) shown.add(channel);
  for (const { channel } of depletedEnds.slice(0, MOST_EVENTS)) shown.add(channel);
  for (const { trace } of operations) {
    for (const { channel } of trace?.hops ?? []) shown.add(channel);
    if (trace?.failure?.channel !== undefined) shown.add(trace.failure.channel);
  }
  return shown;
}

function toldOperations({ run, rows: records }: Figures): readonly ToldOperation[] {
  const judged = new Map(run.comparison?.operations.map((each) => [each.operation, each]));
  const predicted = predictedRecords(run);
  const exchanges = carriedExchanges(run, records, judged);
  return records.map((record) => {
    const { id } = record.operation;
    const own = judged.get(id);
    const verdict = own === undefined ? '' : VERDICT_TEXTS[own.verdict].name;
    const traced = record.trace ? record : predicted.get(id);
    return { record, trace: traced?.trace, traced, judged: own, verdict, exchange: exchanges.get(id) };
  });
}

const EVENTS = ['stop', 'start', 'slow', 'open', 'deposit', 'withdraw', 'close', 'leave'];

function eventsOf({ tally, inTokens }: Figures, { nodes }: PackingLists): readonly PackedEvent[] {
  return tally.steps
    .filter(({ operation: { kind } }) => EVENTS.includes(kind))
    .slice(0, MOST_EVENTS)
    .map((record) => ({
      atMs: momentCell(record.endedAtMs),
      told: describeChange(record, inTokens),
      node: 'node' in record.operation ? nodes.of(record.operation.node) : -1,
      operation: record.operation.id,
    }));
}

// More marks than these hide each other.
const MOST_EVENTS = 200;

function balanceSource(
  run: StoredRun,
  {
    held,
    channels,
    changes,
    nodes,
  }: {
    readonly held: readonly ToldOperation[];
    readonly channels: ChannelList;
    readonly changes: ReturnType<typeof channelChanges>['changes'];
    readonly nodes: PlaceOf<string>;
  },
): BalanceSource {
  const unknown = (why: string): BalanceSource => ({ kind: 'unknown', why });
  if (run.header.job === 'load')
    return unknown(
      'Nodes under load do not tell when each channel changed; the page shows its start and its end.',
    );
  if (run.records.length > held.length)
    return unknown('The page holds a part of the payments; outcomes.ndjson has all of them.');
  if ((run.header.traces ?? 'all') !== 'all')
    return unknown('The paths of payments were not kept; simulate with --traces all to see every balance.');
  const balances = channels.channels.map(({ start }) => [...start] as [bigint, bigint]);
  for (const { trace } of held)
    for (const { channel, payer, amount, settled } of trace?.hops ?? []) {
      const place = channels.placeOf(channel);
      const balance = balances[place];
      if (balance === undefined || !settled) continue;
      const end = channels.channels[place]?.ends[0] === nodes.of(payer) ? 0 : 1;
      balance[end] -= amount;
      balance[end === 0 ? 1 : 0] += amount;
    }
  for (const { channel, by } of changes) {
    const balance = balances[channel] as [bigint, bigint];
    balance[0] += by[0];
    balance[1] += by[1];
  }
  const amiss =
    run.end === undefined
      ? 0
      : channels.channels.filter(
          ({ end }, at) => end[0] !== balances[at]?.[0] || end[1] !== balances[at]?.[1],
        ).length;
  return { kind: run.prediction === undefined ? 'run' : 'prediction', amiss };
}
