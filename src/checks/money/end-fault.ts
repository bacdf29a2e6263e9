import type { WatchedEnd } from '../../model/load/watched-look.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { Clue } from '../check.ts';
import type { ChannelField } from '../facts/fact.ts';
import type { Bounds } from '../foresight/mediator-charge.ts';
import { NOT_THERE } from '../readings/discrepancy-clue.ts';
import type { EndWhenSeen } from './ends-in-change.ts';

interface ShownEnd extends Pick<WatchedEnd, 'state' | 'totalDeposit' | 'totalWithdraw'> {
  /** With whom; absent: the look did not keep it. */
  readonly partner?: NodeName;
}

/** An end of a channel as it has to be, and as its node showed it. */
interface SeenEnd {
  readonly node: NodeName;
  readonly channel: string;
  readonly end: EndWhenSeen;
  /** Absent: the node does not show the channel. */
  readonly shown: ShownEnd | undefined;
}

/**
 * How a node shows a channel otherwise than it can be: it is there and open until a step may have closed it, with what
 * steps have put in and taken out by then.
 */
export function endFault({
  node,
  channel,
  end,
  shown,
}: SeenEnd):
  | Pick<Clue, 'operation' | 'subject' | 'title' | 'predicted' | 'observed' | 'decidedBy'>
  | undefined {
  const { token, partner, openedBy, closedBy } = end;
  const about = (field: ChannelField, operation: number | null = null) => ({
    operation,
    subject: { kind: 'channel', token, partner, field } as const,
    decidedBy: 'what was there before the load, and its steps',
  });
  if (closedBy !== null && shown?.state === 'opened') {
    const title = `${node} shows channel ${channel} as open after it had answered that it is closed`;
    return { ...about('state', closedBy), title, predicted: 'closed, or gone', observed: shown.state };
  }
  if (end.mayBeClosed || (shown === undefined && !end.isThere)) return undefined;
  if (shown === undefined) {
    const title = `${node} does not show channel ${channel}`;
    return { ...about('presence', openedBy), title, predicted: 'the channel', observed: NOT_THERE };
  }
  const { state, totalDeposit, totalWithdraw } = shown;
  if (shown.partner !== undefined && shown.partner !== partner) {
    const title = `${node} shows channel ${channel} with another partner`;
    return { ...about('presence'), title, predicted: partner, observed: shown.partner };
  }
  const wrong: readonly (readonly [ChannelField, boolean])[] = [
    ['state', state !== 'opened'],
    ['totalDeposit', !isWithin(totalDeposit, end.totalDeposit)],
    ['totalWithdraw', !isWithin(totalWithdraw, end.totalWithdraw)],
  ];
  const [field] = wrong.find(([, isWrong]) => isWrong) ?? [];
  if (field === undefined) return undefined;
  return {
    ...about(field, shortOf(totalDeposit, end.totalDeposit) ?? shortOf(totalWithdraw, end.totalWithdraw)),
    title: `${node} shows channel ${channel} as it was not`,
    predicted: `opened, deposited ${rangeText(end.totalDeposit)}, withdrawn ${rangeText(end.totalWithdraw)}`,
    observed: `${state}, deposited ${totalDeposit}, withdrawn ${totalWithdraw}`,
  };
}

// A step was answered, and what it did is not there.
function shortOf(amount: bigint, { low, by }: EndWhenSeen['totalDeposit']): number | null {
  return amount < low ? by : null;
}

function isWithin(amount: bigint, { low, high }: Bounds): boolean {
  return amount >= low && amount <= high;
}

function rangeText({ low, high }: Bounds): string {
  return low === high ? `${low}` : `${low} to ${high}`;
}
