import { gzipSync } from 'node:zlib';
import { describeChange } from '../../model/run/describe-operation.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import type { StoredRun } from '../../model/run/run.ts';
import { inMicroseconds } from '../../model/run/run-json.ts';
import type { Figures } from '../figures/figures.ts';
import { html, type Markup } from '../page/markup.ts';
import { repeatCommand } from '../words/shell-word.ts';
import { ChannelList } from './channel-list.ts';
import { packHops, packOperation, type ShownOperation, shownOperations } from './pack-operations.ts';
import {
  type BalanceSource,
  packed,
  type PackedChange,
  type PackedEvent,
  type PackedRun,
} from './packed-run.ts';

// The fastest: the strongest takes five times as long for a sixth less.
const LEVEL = 1;

/** A run as it stands in its page, for the page's script. */
export function runData(run: PackedRun): Markup {
  const text = gzipSync(packed(run), { level: LEVEL }).toString('base64');
  return html`<script type="application/gzip" id="run-data">${text}</script>`;
}

/** A run for its page: nodes, channels, operations, and every movement of money. */
export function packedRun(figures: Figures): PackedRun {
  const { run, tally, inTokens } = figures;
  const { start, end } = run;
  const isWhole = start.size <= MOST_CHANNELS;
  const operations = shownOperations(figures);
  const channels = new ChannelList(
    { start, end: end ?? run.prediction?.end },
    isWhole ? undefined : shownChannels(figures, operations),
  );
  return {
    job: run.header.job,
    command: repeatCommand(run.header),
    endMs: inMicroseconds(tally.lastEndedAtMs),
    tokens: run.header.scenario.tokens.map(({ name, decimals }) => ({ name, decimals })),
    nodes: [...new Set([...start.nodes(), ...(end?.nodes() ?? [])])],
    channels: channels.packed(),
    operations: operations.map((operation) => packOperation(operation, channels, inTokens)),
    hops: operations.flatMap((operation, row) => packHops(operation, channels, row)),
    changes: channelChanges(tally.steps, channels),
    events: eventsOf(figures),
    balances: balanceSource(run, operations.length),
  };
}

// A channel takes some 50 bytes in the page. A larger network is packed as the channels that payments tried or tables name.
const MOST_CHANNELS = 10_000;

function shownChannels(
  { endBalances, depletedEnds = [] }: Figures,
  operations: readonly ShownOperation[],
): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { channel } of endBalances?.depleted ?? []) keys.add(channel);
  for (const { channel } of depletedEnds.slice(0, MOST_EVENTS)) keys.add(channel);
  for (const { trace } of operations) {
    for (const { channel } of trace?.hops ?? []) keys.add(channel);
    if (trace?.failure?.channel !== undefined) keys.add(trace.failure.channel);
  }
  return keys;
}

function eventsOf({ changes, inTokens }: Figures): readonly PackedEvent[] {
  return changes.slice(0, MOST_EVENTS).map((record) => ({
    atMs: inMicroseconds(record.endedAtMs),
    text: describeChange(record, inTokens),
    node: 'node' in record.operation ? record.operation.node : '',
  }));
}

// More marks than these hide each other.
const MOST_EVENTS = 200;

// The changes of balances by openings, deposits and withdrawals, in the order in which they took effect.
function channelChanges(records: readonly OperationRecord[], channels: ChannelList): readonly PackedChange[] {
  return records
    .toSorted((one, other) => one.endedAtMs - other.endedAtMs)
    .flatMap(({ operation, outcome, endedAtMs }) => {
      if (operation.kind !== 'open' && operation.kind !== 'deposit' && operation.kind !== 'withdraw')
        return [];
      const happened =
        outcome.kind === 'succeeded' || (outcome.kind === 'indeterminate' && outcome.resolved === 'happened');
      const { node, partner, token } = operation;
      const channel = channels.between(token, [node, partner]);
      if (!happened || channel === undefined) return [];
      const end = channel.ends[0] === node ? 0 : 1;
      const answered = outcome.kind === 'succeeded' ? outcome.channels?.[0] : undefined;
      let by: bigint;
      if (operation.kind === 'withdraw') {
        const total = answered?.totalWithdraw ?? operation.totalWithdraw;
        by = channel.withdrawn[end] - total;
        channel.withdrawn[end] = total;
      } else {
        const total = answered?.totalDeposit ?? operation.totalDeposit;
        by = total - channel.deposited[end];
        channel.deposited[end] = total;
      }
      const [atMs, moved] = [inMicroseconds(endedAtMs), String(by)];
      return by === 0n ? [] : [{ atMs, channel: channel.key, by: end === 0 ? [moved, '0'] : ['0', moved] }];
    });
}

function balanceSource(run: StoredRun, packedOperations: number): BalanceSource {
  const unknown = (why: string): BalanceSource => ({ kind: 'unknown', why });
  if (run.header.job === 'load')
    return unknown(
      'Nodes under load do not report when a channel changed; the page shows its start and its end.',
    );
  if (run.records.length > packedOperations)
    return unknown('The page holds a part of the payments; outcomes.ndjson has all of them.');
  if ((run.header.traces ?? 'all') !== 'all')
    return unknown('The paths of payments were not kept; simulate with --traces all to see every balance.');
  return { kind: run.prediction === undefined ? 'run' : 'prediction', isEndKnown: run.end !== undefined };
}
