import type { Network } from '../../model/network/network.ts';
import type { DeadEnd, EndOnWay } from './dead-ends.ts';

/** Why a channel end carried nothing, as far as it is known. */
export function deadEndText({ earlier, ...end }: DeadEnd, start: Network): string {
  if (earlier === 0) return nothingCrossedText(end, start);
  const payments =
    earlier === 1 ? '1 payment of before the start holds' : `${earlier} payments of before the start hold`;
  return `from earlier: ${payments} locks in ${channelText(end, start)}`;
}

/** What did not cross a channel end, or which of several it was, of which no node tells why. */
export function nothingCrossedText(
  { payments, or, ...end }: Omit<DeadEnd, 'earlier'>,
  start: Network,
): string {
  const ends = [end, ...or].map((one) => `${channelText(one, start)} from ${one.from}`).join(', or ');
  const all = payments.length === 1 ? 'the 1 payment' : `all ${payments.length} payments`;
  return `nothing crossed ${ends}: ${all} over it expired or got no answer, though the money was there`;
}

function channelText({ channel }: EndOnWay, start: Network): string {
  return start.extremities(channel).join('\u2013');
}
