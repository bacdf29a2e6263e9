import {
  type AmountWriter,
  describeFailure,
  describeOperation,
  describeOutcome,
} from '../../model/run/describe-operation.ts';
import type { JudgedOperation } from '../../model/run/finding.ts';
import type { OperationRecord, Outcome } from '../../model/run/operation.ts';
import { type Exchange, predictedRecords } from '../../model/run/run.ts';
import { inMicroseconds } from '../../model/run/run-json.ts';
import type { FailureTrace, Trace } from '../../model/run/trace.ts';
import type { Figures } from '../figures/figures.ts';
import { REASON_TEXTS } from '../words/failure-texts.ts';
import { VERDICT_TEXTS } from '../words/check-texts.ts';
import { capitalized, durationText, grouped } from '../words/number-format.ts';
import type { ChannelList } from './channel-list.ts';
import type { PackedHop, PackedOperation } from './packed-run.ts';

/** One operation with its trace, its judgement and its exchange. */
export interface ShownOperation {
  readonly record: OperationRecord;
  /** Of the record, or of its prediction. */
  readonly trace: Trace | undefined;
  /** The record that the trace is of, whose clock its moments are on. */
  readonly traced: Pick<OperationRecord, 'startedAtMs' | 'endedAtMs'> | undefined;
  readonly judged: JudgedOperation | undefined;
  readonly exchange: Exchange | 'elsewhere' | undefined;
}

/** The operations that a page holds, with all that it shows of each. */
export function shownOperations({ run, rows: records }: Figures): readonly ShownOperation[] {
  const judgements = new Map(run.comparison?.operations.map((each) => [each.operation, each]));
  const predicted = predictedRecords(run);
  const exchanges = carriedExchanges(run.exchanges ?? [], records, judgements);
  return records.map((record) => {
    const { id } = record.operation;
    const traced = record.trace ? record : predicted.get(id);
    return { record, trace: traced?.trace, traced, judged: judgements.get(id), exchange: exchanges.get(id) };
  });
}

// A payment is answered in 300 characters; longer bodies are pages of errors, and long lists.
const BODY_CHARACTERS = 2_000;
// Identifiers and secrets hardly pack: these are some two megabytes in the page.
const MOST_CHARACTERS = 8_000_000;

// The exchanges that the page has room for: those of failures and differences come first.
function carriedExchanges(
  exchanges: readonly Exchange[],
  records: readonly OperationRecord[],
  judged: ReadonlyMap<number, JudgedOperation>,
): ReadonlyMap<number, Exchange | 'elsewhere'> {
  const byOperation = new Map(exchanges.map((each) => [each.operation, each]));
  const isNotable = ({ operation: { id }, outcome }: OperationRecord): boolean =>
    outcome.kind !== 'succeeded' || (judged.get(id)?.verdict ?? 'agrees') !== 'agrees';
  const length = (body = ''): number => Math.min(body.length, BODY_CHARACTERS);
  const carried = new Map<number, Exchange | 'elsewhere'>();
  let left = MOST_CHARACTERS;
  for (const { operation } of [...records].sort((one, other) => +isNotable(other) - +isNotable(one))) {
    const exchange = byOperation.get(operation.id);
    if (exchange === undefined) continue;
    left -= exchange.url.length + length(exchange.requestBody) + length(exchange.responseBody);
    carried.set(operation.id, left < 0 ? 'elsewhere' : exchange);
  }
  return carried;
}

/** An operation as a page carries it. */
export function packOperation(
  { record, trace, judged, exchange }: ShownOperation,
  channels: ChannelList,
  write: AmountWriter,
): PackedOperation {
  const { operation, outcome, startedAtMs, endedAtMs } = record;
  const payment = operation.kind === 'pay' ? operation : undefined;
  const failure = trace?.failure;
  const { findings = [], predicted = '', observed = '' } = judged ?? {};
  return {
    id: operation.id,
    startMs: inMicroseconds(startedAtMs),
    endMs: inMicroseconds(endedAtMs),
    node: 'node' in operation ? operation.node : '',
    target: payment?.target ?? '',
    token: 'token' in operation ? operation.token : '',
    amount: String(payment?.amount ?? 0),
    text: describeOperation(operation, write),
    result: resultOf(outcome),
    outcome: describeOutcome(outcome),
    meaning: outcome.kind === 'failed' ? `${capitalized(REASON_TEXTS[outcome.reason])}.` : '',
    message:
      outcome.kind === 'failed' ? outcome.message : outcome.kind === 'indeterminate' ? outcome.detail : '',
    path: trace?.path ?? [],
    why:
      failure === undefined || payment === undefined
        ? ''
        : describeFailure(named(failure, channels), { token: payment.token, write }),
    failedAt: failure?.at ?? '',
    failedIn: channels.get(failure?.channel)?.key ?? '',
    predicted,
    observed,
    verdict: judged === undefined ? '' : VERDICT_TEXTS[judged.verdict].name,
    ...exchangeTexts(exchange),
    findings: findings.map(({ title, decidedBy, curl = '' }) => ({ title, decidedBy, curl })),
  };
}

function exchangeTexts(
  exchange: Exchange | 'elsewhere' | undefined,
): Pick<PackedOperation, 'request' | 'response'> {
  if (exchange === undefined) return { request: '', response: '' };
  if (exchange === 'elsewhere')
    return {
      request:
        'The page has room for some exchanges, those of failures and differences first: this one stands in exchanges.ndjson, beside the page.',
      response: '',
    };
  const { method, url, requestBody, status, responseBody, error, durationMs } = exchange;
  const took = durationText(durationMs);
  return {
    request: withBody(`${method} ${url}`, requestBody),
    response:
      status === 0
        ? `no answer within ${took}: ${error ?? 'the connection ended'}`
        : withBody(`${status} after ${took}`, responseBody),
  };
}

function withBody(line: string, body = ''): string {
  if (body === '') return line;
  const rest = body.length - BODY_CHARACTERS;
  const carried = rest > 0 ? `${body.slice(0, BODY_CHARACTERS)}… and ${grouped(rest)} characters more` : body;
  return `${line}\n\n${carried}`;
}

// Channels are called by their ends. Field by field: to copy some of an object's takes longer than all else of a row.
function named(failure: FailureTrace, channels: ChannelList): FailureTrace {
  const ends = channels.get(failure.channel)?.ends;
  if (ends === undefined) return failure;
  const { hop, at, check, required, found } = failure;
  return { hop, at, channel: ends.join('-'), check, required, found };
}

/** The hops of an operation that stands in this row. */
export function packHops(
  { trace, record, traced = record }: ShownOperation,
  channels: ChannelList,
  row: number,
): readonly PackedHop[] {
  // Nodes take their own time: moments of a prediction are stretched to it.
  const [tookMs, predictedMs] = [record, traced].map((each) => each.endedAtMs - each.startedAtMs);
  const scale = predictedMs ? (tookMs ?? 0) / predictedMs : 0;
  const moment = (ms: number): number =>
    inMicroseconds(traced === record ? ms : record.startedAtMs + scale * (ms - traced.startedAtMs));
  return (trace?.hops ?? []).flatMap(({ channel, payer, amount, settled, lockedAtMs, unlockedAtMs }) => {
    const ends = channels.get(channel)?.ends;
    if (ends === undefined) return [];
    return {
      row,
      channel,
      payer: ends[0] === payer ? 0 : 1,
      amount: String(amount),
      lockedMs: moment(lockedAtMs ?? traced.startedAtMs),
      unlockedMs: settled ? moment(unlockedAtMs ?? traced.endedAtMs) : -1,
    };
  });
}

function resultOf(outcome: Outcome): PackedOperation['result'] {
  if (outcome.kind !== 'indeterminate') return outcome.kind === 'failed' ? 'failed' : 'succeeded';
  if (outcome.resolved === 'happened') return 'succeeded';
  return outcome.resolved === 'did-not-happen' ? 'failed' : 'unknown';
}
