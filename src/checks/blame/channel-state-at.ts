import type { ChannelView } from '../../model/run/answer.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { Moment, Reading } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { namesOf } from '../facts/names.ts';

/** One channel as both its ends showed it; `null`: not there, `undefined`: never looked. */
export interface ShownChannel {
  readonly own: ChannelView | null | undefined;
  readonly partners: ChannelView | null | undefined;
}

/** The channel as its ends last showed it before an operation. */
export function channelBefore({
  run,
  operation,
  token,
  between: [node, partner],
}: {
  readonly run: Run;
  readonly operation: number;
  readonly token: TokenName;
  readonly between: readonly [NodeName, NodeName];
}): ShownChannel {
  const names = namesOf(run.start);
  const before = run.readings.filter(({ moment }) => isBefore(moment, operation));
  const shown = (end: NodeName, other: NodeName): ChannelView | null | undefined => {
    const last = before.findLast((reading) => reading.node === end && covers(reading, token, other));
    if (last === undefined) return undefined;
    if (last.value.kind === 'channel') return last.value.channel;
    if (last.value.kind !== 'channels') return undefined;
    return (
      last.value.channels.find(
        (one) => names.token(one.tokenAddress) === token && names.node(one.partnerAddress) === other,
      ) ?? null
    );
  };
  return { own: shown(node, partner), partners: shown(partner, node) };
}

/** True when both ends tell the same story, so that what they show is what is there. */
export function isTold({ own, partners }: ShownChannel): boolean {
  if (own === undefined || partners === undefined) return false;
  if (own === null || partners === null) return own === partners;
  const capacity = own.totalDeposit + partners.totalDeposit - own.totalWithdraw - partners.totalWithdraw;
  return own.balance + partners.balance === capacity;
}

function isBefore(moment: Moment, operation: number): boolean {
  return moment === 'start' || (typeof moment === 'number' && moment < operation);
}

function covers({ view }: Reading, token: TokenName, partner: NodeName): boolean {
  if (view.kind === 'channel') return view.token === token && view.partner === partner;
  return view.kind === 'channels' && (view.token === undefined || view.token === token);
}
