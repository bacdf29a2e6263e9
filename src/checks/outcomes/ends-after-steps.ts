import type { Amount } from '../../model/network/amount.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import { type Bounds, exactly } from '../foresight/mediator-charge.ts';

/** What the steps of a load have made of one channel end that they were about. */
export interface EndAfterSteps extends Readonly<Record<Total, TotalAfterSteps>> {
  readonly node: NodeName;
  readonly partner: NodeName;
  readonly token: TokenName;
  /** `unknown`: a step about it got no answer, or its partner's may not have reached it. */
  readonly state: 'open' | 'closed' | 'unknown';
  /** The step that decided its state. */
  readonly by: OperationRecord;
}

type Total = 'totalDeposit' | 'totalWithdraw';

/** `by`: the last step about it; absent: none was. */
interface TotalAfterSteps extends Bounds {
  readonly by?: OperationRecord;
}

/** Every channel end that a step was about, as its own node has to show it. Steps run one after the other. */
export function endsAfterSteps({ start, records }: Pick<Run, 'start' | 'records'>): readonly EndAfterSteps[] {
  const ends = new Map<string, EndAfterSteps>();
  const at = (node: NodeName, partner: NodeName, token: TokenName, by: OperationRecord): EndAfterSteps => {
    const place = { node, partner, token };
    const state = hasChannel(start, place) ? 'open' : 'closed';
    return ends.get(keyOf(place)) ?? { ...place, state, by, ...totalsAtStart(start, place) };
  };
  const put = (end: EndAfterSteps): void => {
    ends.set(keyOf(end), end);
  };
  for (const record of records) {
    const { operation } = record;
    if (operation.kind === 'leave') {
      const { node, token } = operation;
      for (const partner of partnersOf({ node, token }, { start, ends })) {
        put(closedBy(at(node, partner, token, record), record));
        put({ ...at(partner, node, token, record), state: 'unknown', by: record });
      }
    }
    if (!('partner' in operation) || operation.kind === 'expect') continue;
    const { node, partner, token } = operation;
    put(after(at(node, partner, token, record), record));
    if (operation.kind === 'close')
      put({ ...at(partner, node, token, record), state: 'unknown', by: record });
    if (operation.kind === 'open' && record.outcome.kind !== 'failed')
      put({ ...at(partner, node, token, record), state: 'unknown', by: record, ...NOTHING });
  }
  return [...ends.values()];
}

const NOTHING = { totalDeposit: exactly(0n), totalWithdraw: exactly(0n) };

function after(end: EndAfterSteps, record: OperationRecord): EndAfterSteps {
  const { operation } = record;
  const manner = mannerOf(record);
  switch (operation.kind) {
    case 'open': {
      if (manner === 'refused') return end;
      if (manner === 'unknown') return { ...end, state: 'unknown', by: record };
      const totalDeposit = { ...exactly(operation.totalDeposit), by: record };
      return { ...end, state: 'open', by: record, totalDeposit, totalWithdraw: exactly(0n) };
    }
    case 'deposit':
      return {
        ...joined(end, record),
        totalDeposit: raised(end.totalDeposit, operation.totalDeposit, record),
      };
    case 'withdraw':
      return {
        ...joined(end, record),
        totalWithdraw: raised(end.totalWithdraw, operation.totalWithdraw, record),
      };
    case 'close':
      return closedBy(end, record);
    case 'pay':
    case 'expect':
    case 'leave':
    case 'stop':
    case 'start':
    case 'slow':
    case 'wait':
      return end;
  }
}

// A node that changed its end of a new channel knows the channel.
function joined(end: EndAfterSteps, record: OperationRecord): EndAfterSteps {
  const isNew = end.state === 'unknown' && end.by.operation.kind === 'open';
  return isNew && mannerOf(record) === 'done' ? { ...end, state: 'open', by: record } : end;
}

function closedBy(end: EndAfterSteps, record: OperationRecord): EndAfterSteps {
  switch (mannerOf(record)) {
    case 'done':
      return { ...end, state: 'closed', by: record };
    case 'unknown':
      return { ...end, state: 'unknown', by: record };
    case 'refused':
      return end;
  }
}

function raised(before: TotalAfterSteps, to: Amount, record: OperationRecord): TotalAfterSteps {
  const high = to > before.high ? to : before.high;
  switch (mannerOf(record)) {
    case 'done':
      return { ...exactly(high), by: record };
    case 'unknown':
      return { low: before.low, high, by: record };
    case 'refused':
      return { ...before, by: record };
  }
}

const SERVER_ERROR = 500;

/** Whether a step was done: what a server failed at, or gave no answer to, may have been. */
export function mannerOf({ outcome }: OperationRecord): 'done' | 'refused' | 'unknown' {
  if (outcome.kind === 'succeeded') return 'done';
  if (outcome.kind === 'indeterminate') return 'unknown';
  return outcome.status >= SERVER_ERROR ? 'unknown' : 'refused';
}

type Place = Pick<EndAfterSteps, 'node' | 'partner' | 'token'>;

/** With whom a node had a channel at the start, or may have one that steps opened: the partner too may have asked. */
function partnersOf(
  { node, token }: Pick<Place, 'node' | 'token'>,
  { start, ends }: { readonly start: Run['start']; readonly ends: ReadonlyMap<string, Place> },
): ReadonlySet<NodeName> {
  const known = [...ends.values()].filter((end) => end.token === token);
  return new Set([
    ...start.neighbors(node).filter((partner) => hasChannel(start, { node, partner, token })),
    ...known.filter((end) => end.node === node).map(({ partner }) => partner),
    ...known.filter((end) => end.partner === node).map((end) => end.node),
  ]);
}

function keyOf({ token, node, partner }: Place): string {
  return JSON.stringify([token, node, partner]);
}

function channelAtStart(start: Run['start'], { node, partner, token }: Place): string | undefined {
  if (!start.hasNode(node) || !start.hasNode(partner)) return undefined;
  return start.edges(node, partner).find((key) => start.getEdgeAttribute(key, 'token') === token);
}

function hasChannel(start: Run['start'], place: Place): boolean {
  return channelAtStart(start, place) !== undefined;
}

function totalsAtStart(start: Run['start'], place: Place): Record<Total, TotalAfterSteps> {
  const key = channelAtStart(start, place);
  if (key === undefined) return NOTHING;
  const { totalDeposit, totalWithdraw } = start.getEdgeAttributes(key);
  const end = start.source(key) === place.node ? 0 : 1;
  return { totalDeposit: exactly(totalDeposit[end]), totalWithdraw: exactly(totalWithdraw[end]) };
}
