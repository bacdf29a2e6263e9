import { withoutCredentials } from '../../model/without-credentials.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import type { TokenName } from '../../model/network/network.ts';
import { directoryOf } from '../../model/network/directory.ts';
import {
  type AmountWriter,
  describeFailure,
  describeOperation,
  tokenWriter,
} from '../../model/run/describe-operation.ts';
import type { Finding } from '../../model/run/finding.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import type { Moment, View } from '../../model/run/reading.ts';
import { PYTHON_NODE_ROOT, type Run } from '../../model/run/run.ts';
import { pathInWords } from '../../model/run/trace.ts';
import type { Check, Clue } from '../check.ts';

/** An operation, or the name of a finding that no operation explains. */
export type Cause = number | string;

/** A clue with the check that found it. */
export interface FoundClue extends Clue {
  readonly check: Check;
  readonly operation: number | null;
  readonly noticed: Moment;
  /** Its cause; absent: it stands for itself. */
  readonly root?: Cause;
}

/** A clue as its check found it. */
export function foundClue(clue: Clue, check: Check): FoundClue {
  return { operation: null, noticed: 'end', ...clue, check };
}

/** The name under which the consequences of a clue know it. */
export function causeOf({ operation, check, node, title, subject }: FoundClue): Cause {
  return operation ?? JSON.stringify([check.name, node, subject, title]);
}

/** A clue as people read it: why the model expects otherwise, and how to see for oneself. */
export function findingOf(clue: FoundClue, run: Run): Finding {
  const { check, operation, node, title, predicted, observed, follows, harm } = clue;
  const curl = curlOf(clue, run);
  const token = amountsOf(clue);
  return {
    check: check.name,
    severity: clue.severity ?? 'difference',
    operation,
    ...(node === undefined ? {} : { node }),
    title,
    predicted,
    observed,
    ...(token === undefined ? {} : { amountsOf: token }),
    decidedBy: clue.decidedBy ?? decidedBy(clue, run),
    ...withoutUndefined({ curl, follows, harm }),
  };
}

const AMOUNTS: readonly string[] = ['balance', 'totalDeposit', 'totalWithdraw', 'sumDeposits'];

function amountsOf({ subject }: Clue): TokenName | undefined {
  if (subject === undefined || !('token' in subject)) return undefined;
  const isAmount =
    'field' in subject
      ? AMOUNTS.includes(subject.field)
      : subject.kind === 'sum' || subject.event !== 'failed';
  return isAmount ? subject.token : undefined;
}

/** A shell line that shows a view of a node; `undefined` when the run has no targets. Never holds credentials. */
function curlOf({ node, listedIn, view = listedIn }: Clue, run: Run): string | undefined {
  if (node === undefined || view === undefined) return undefined;
  const { targets, dialects } = run.header;
  const target = targets?.[node];
  if (target === undefined) return undefined;
  const root = dialects?.[node]?.root ?? PYTHON_NODE_ROOT;
  return `curl -s '${withoutCredentials(target).replace(/\/+$/, '')}${root}/${pathOf(view, run)}'`;
}

function pathOf(view: View, run: Run): string {
  const directory = directoryOf(run.start);
  const token = 'token' in view && view.token !== undefined ? [directory.tokenAddressOf(view.token)] : [];
  const partner = 'partner' in view && view.partner !== undefined ? [directory.addressOf(view.partner)] : [];
  return [RESOURCES[view.kind], ...token, ...partner].join('/');
}

const RESOURCES: Readonly<Record<View['kind'], string>> = {
  channels: 'channels',
  channel: 'channels',
  history: 'payments',
  connections: 'connections',
  pending: 'pending_transfers',
};

/** Why the model expects what it expects of an operation: the check that decided, with its numbers. */
export function decidedBy(
  { operation = null, noticed = 'end' }: Pick<Clue, 'operation' | 'noticed'>,
  run: Pick<Run, 'prediction' | 'header'>,
): string {
  if (operation === null && run.prediction === undefined) return 'the run itself';
  if (operation === null)
    return `the state at the ${noticed === 'start' ? 'start' : 'end of the simulation'}`;
  const record = run.prediction?.records.find((candidate) => candidate.operation.id === operation);
  if (record === undefined) return 'the run itself: no prediction was made for this operation';
  return describeTrace(record, tokenWriter(run)) ?? describeEnding(record, run);
}

function describeTrace({ operation, trace }: OperationRecord, write: AmountWriter): string | undefined {
  if (trace === undefined || !('token' in operation)) return undefined;
  const { path, fee, sent, received, failure } = trace;
  const { token } = operation;
  const way = path.length === 0 ? 'no path' : `the path ${pathInWords(trace)}`;
  if (failure !== undefined) return `${way}, refused ${describeFailure(failure, { token, write })}`;
  const [arriving, kept] = [write(received, token), write(fee, token)];
  if (fee === 0n) return `${way}, which carries ${arriving} without a fee`;
  return `${way}: ${path[0]} sends ${write(sent, token)}, mediators keep ${kept}, ${path.at(-1)} receives ${arriving}`;
}

function describeEnding({ operation, outcome }: OperationRecord, run: Pick<Run, 'header'>): string {
  const asked = describeOperation(operation, tokenWriter(run));
  return outcome.kind === 'failed'
    ? `${asked} is refused: ${outcome.reason} (${outcome.message})`
    : `${asked} takes effect`;
}
