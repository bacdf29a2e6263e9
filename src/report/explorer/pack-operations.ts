import { BODY_CHARACTERS } from './carried-exchanges.ts';
import {
  type AmountWriter,
  describeFailure,
  describeOperation,
  describeOutcome,
} from '../../model/run/describe-operation.ts';
import type { JudgedOperation } from '../../model/run/finding.ts';
import type { OperationRecord, Outcome } from '../../model/run/operation.ts';
import type { Exchange } from '../../model/run/run.ts';
import type { FailureTrace, Trace } from '../../model/run/trace.ts';
import type { PackedHops, PackedOperations, PackedResult } from '../../web/run/packed-run.ts';
import { REASON_TEXTS } from '../sections/failures.ts';
import { capitalized, durationText, grouped } from '../words/number-format.ts';
import type { ChannelList } from './channel-list.ts';
import { amountCell, momentCell, type PlaceOf } from './pack-columns.ts';

/** The lists by whose places everything is named. */
export interface PackingLists {
  readonly nodes: PlaceOf<string>;
  readonly tokens: PlaceOf<string>;
  readonly texts: PlaceOf<string>;
  readonly channels: ChannelList;
}

/** One operation with what is told of it. */
export interface ToldOperation {
  readonly record: OperationRecord;
  /** Of the record, or of its prediction. */
  readonly trace: Trace | undefined;
  /** The record that the trace is of, whose clock its moments are on. */
  readonly traced: Pick<OperationRecord, 'startedAtMs' | 'endedAtMs'> | undefined;
  readonly judged: JudgedOperation | undefined;
  readonly verdict: string;
  /** As it went over the wire; absent: it did not, or was not kept. */
  readonly exchange: Exchange | 'elsewhere' | undefined;
}

type Row = { -readonly [Column in keyof PackedOperations]: PackedOperations[Column][number] };
type Columns<Packed> = { -readonly [Column in keyof Packed]: unknown[] };

/** Operations and the hops of their payments, a column a fact. */
export function packOperations(
  operations: readonly ToldOperation[],
  lists: PackingLists,
  write: AmountWriter,
): { readonly operations: PackedOperations; readonly hops: PackedHops } {
  const hops: Columns<PackedHops> = { channel: [], payer: [], amount: [], lockedMs: [], unlockedMs: [] };
  const names = Object.keys(rowOf(NOTHING, lists, { write, firstHop: 0 })) as (keyof Row)[];
  const columns = names.map((): unknown[] => []);
  for (const told of operations) {
    const row = rowOf(told, lists, { write, firstHop: hops.channel.length });
    for (let column = 0; column < names.length; column += 1)
      columns[column]?.push(row[names[column] as keyof Row]);
    packHops(told, lists, hops);
  }
  const packed = Object.fromEntries(names.map((name, column) => [name, columns[column]]));
  return { operations: packed as unknown as PackedOperations, hops: hops as unknown as PackedHops };
}

const NOTHING: ToldOperation = {
  record: {
    operation: { id: 0, atMs: 0, origin: '', kind: 'wait', ms: 0 },
    startedAtMs: 0,
    endedAtMs: 0,
    outcome: { kind: 'succeeded', status: 0 },
  },
  trace: undefined,
  traced: undefined,
  judged: undefined,
  verdict: '',
  exchange: undefined,
};

function rowOf(
  { record, trace, judged, verdict, exchange }: ToldOperation,
  lists: PackingLists,
  { write, firstHop }: { readonly write: AmountWriter; readonly firstHop: number },
): Row {
  const { operation, outcome, startedAtMs, endedAtMs } = record;
  const { nodes, tokens, texts, channels } = lists;
  const text = (said: string): number => (said === '' ? -1 : texts.add(said));
  const payment = operation.kind === 'pay' ? operation : undefined;
  const failure = trace?.failure;
  const why =
    failure !== undefined && payment !== undefined
      ? describeFailure(named(failure, lists), { token: payment.token, write })
      : '';
  return {
    id: operation.id,
    startMs: momentCell(startedAtMs),
    endMs: momentCell(endedAtMs),
    node: 'node' in operation ? nodes.of(operation.node) : -1,
    target: nodes.of(payment?.target),
    token: 'token' in operation ? tokens.of(operation.token) : -1,
    amount: payment === undefined ? 0 : amountCell(payment.amount),
    told: payment === undefined ? text(describeOperation(operation, write)) : -1,
    result: resultOf(outcome),
    outcome: text(describeOutcome(outcome)),
    meaning: text(outcome.kind === 'failed' ? `${capitalized(REASON_TEXTS[outcome.reason])}.` : ''),
    message: text(
      outcome.kind === 'failed' ? outcome.message : outcome.kind === 'indeterminate' ? outcome.detail : '',
    ),
    path: trace?.path.map((name) => nodes.of(name)) ?? [],
    hop: firstHop,
    hops: trace?.hops.length ?? 0,
    why: text(why),
    failedHop: failure?.hop ?? -1,
    failedAt: nodes.of(failure?.at),
    failedIn: channels.placeOf(failure?.channel),
    predicted: text(judged?.predicted ?? ''),
    observed: text(judged?.observed ?? ''),
    verdict: text(verdict),
    request: text(exchange === undefined ? '' : exchange === 'elsewhere' ? ELSEWHERE : requestText(exchange)),
    response: text(exchange === undefined || exchange === 'elsewhere' ? '' : responseText(exchange)),
    findings: (judged?.findings ?? []).map(({ title, decidedBy, curl = '' }) => ({
      title: text(title),
      decidedBy: text(decidedBy),
      curl: text(curl),
    })),
  };
}

const ELSEWHERE =
  'The page has room for some exchanges, those of failures and differences first: this one stands in exchanges.ndjson, beside the page.';

function requestText({ method, url, requestBody }: Exchange): string {
  return withBody(`${method} ${url}`, requestBody);
}

function responseText({ status, responseBody, error, durationMs }: Exchange): string {
  const took = durationText(durationMs);
  return status === 0
    ? `no answer within ${took}: ${error ?? 'the connection ended'}`
    : withBody(`${status} after ${took}`, responseBody);
}

function withBody(line: string, body = ''): string {
  if (body === '') return line;
  const rest = body.length - BODY_CHARACTERS;
  const shown = rest > 0 ? `${body.slice(0, BODY_CHARACTERS)}… and ${grouped(rest)} characters more` : body;
  return `${line}\n\n${shown}`;
}

// Channels are called by their ends. Field by field: to copy some of an object's takes longer than all else of a row.
function named(failure: FailureTrace, { channels, nodes }: PackingLists): FailureTrace {
  const ends = channels.channels[channels.placeOf(failure.channel)]?.ends;
  if (ends === undefined) return failure;
  const { hop, at, check, required, found } = failure;
  return { hop, at, channel: `${nodes.listed[ends[0]]}-${nodes.listed[ends[1]]}`, check, required, found };
}

function packHops(
  { trace, record, traced = record }: ToldOperation,
  lists: PackingLists,
  hops: Columns<PackedHops>,
): void {
  // Nodes take their own time: moments of a prediction are told in proportion.
  const [tookMs, predictedMs] = [record, traced].map((each) => each.endedAtMs - each.startedAtMs);
  const scale = predictedMs ? (tookMs ?? 0) / predictedMs : 0;
  const moment = (ms: number): number =>
    momentCell(traced === record ? ms : record.startedAtMs + scale * (ms - traced.startedAtMs));
  for (const { channel, payer, amount, settled, lockedAtMs, unlockedAtMs } of trace?.hops ?? []) {
    const place = lists.channels.placeOf(channel);
    hops.channel.push(place);
    hops.payer.push(lists.channels.channels[place]?.ends[0] === lists.nodes.of(payer) ? 0 : 1);
    hops.amount.push(amountCell(amount));
    // Runs that were kept before hops had times tell when the payment began and ended.
    hops.lockedMs.push(moment(lockedAtMs ?? traced.startedAtMs));
    hops.unlockedMs.push(settled ? moment(unlockedAtMs ?? traced.endedAtMs) : -1);
  }
}

function resultOf(outcome: Outcome): PackedResult {
  if (outcome.kind === 'succeeded') return 0;
  if (outcome.kind === 'failed') return 1;
  return { happened: 0, 'did-not-happen': 1, pending: 2, unknown: 2 }[
    outcome.resolved ?? 'unknown'
  ] as PackedResult;
}
