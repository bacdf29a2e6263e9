import type { ChannelView, Connection, PaymentEvent, PendingTransfer } from './answer.ts';
import type { NodeName, TokenName } from '../network/network.ts';
import { gather } from '../gather.ts';

/** When a reading was taken: before the first operation, after one operation came to rest, or after the last. */
export type Moment = 'start' | 'end' | number;

/** A list or entry to read from a node; the token and partner narrow it as the API's paths do. */
export type View =
  | { readonly kind: 'channels'; readonly token?: TokenName }
  | { readonly kind: 'channel'; readonly token: TokenName; readonly partner: NodeName }
  | { readonly kind: 'history'; readonly token?: TokenName; readonly partner?: NodeName }
  | { readonly kind: 'connections' }
  | { readonly kind: 'pending'; readonly token?: TokenName; readonly partner?: NodeName };

/**
 * Every kind of view, in the order in which a node at rest is asked for them. A payment that ends between two looks moves money
 * and comes into the history: what is pending is read before both, so that it is listed there.
 */
export const WHOLE_VIEWS: readonly View[] = [
  { kind: 'pending' },
  { kind: 'channels' },
  { kind: 'connections' },
  { kind: 'history' },
];

/** The result of reading a view. A channel that is not there is `null`. */
export type ViewValue =
  | { readonly kind: 'channels'; readonly channels: readonly ChannelView[] }
  | { readonly kind: 'channel'; readonly channel: ChannelView | null }
  | { readonly kind: 'history'; readonly events: readonly PaymentEvent[] }
  | { readonly kind: 'connections'; readonly connections: readonly Connection[] }
  | { readonly kind: 'pending'; readonly transfers: readonly PendingTransfer[] }
  /** No usable answer came. `isAnswered`: one came that is not as the API says; `isAbsent`: there may be no such view. */
  | ({ readonly kind: 'unread'; readonly detail: string } & {
      readonly [Why in 'isAnswered' | 'isAbsent']?: true;
    });

/** One look at one node: what was asked, what it showed, when. */
export interface Reading {
  readonly moment: Moment;
  readonly node: NodeName;
  readonly view: View;
  readonly value: ViewValue;
  /** Counts from 1 per moment, node and view, and is 0 for an answer to a request; the last one is what the node settled on. */
  readonly attempt: number;
  /** Milliseconds after the run's start, on the run's clock. */
  readonly atMs: number;
}

/** The attempt number of a reading that is the answer to a request that changed something. */
export const ANSWER_ATTEMPT = 0;

/** Names a view in a key, e.g. `channel TOK bob`. */
export function viewKey(view: View): string {
  const { kind } = view;
  const token = 'token' in view ? (view.token ?? '') : '';
  const partner = 'partner' in view ? (view.partner ?? '') : '';
  return [kind, token, partner].filter((part) => part !== '').join(' ');
}

/** Readings grouped by the moment they were taken at; both orders are kept. */
export function byMoment(readings: readonly Reading[]): ReadonlyMap<Moment, readonly Reading[]> {
  const moments = new Map<Moment, Reading[]>();
  for (const reading of readings) gather(moments, reading.moment, reading);
  return moments;
}

/** Orders moments: the start, each operation by its number, the end. */
export function positionOf(moment: Moment): number {
  if (moment === 'start') return -1;
  return moment === 'end' ? Number.POSITIVE_INFINITY : moment;
}
