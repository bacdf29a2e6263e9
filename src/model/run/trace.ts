import type { Amount } from '../network/amount.ts';
import type { NodeName } from '../network/network.ts';

/**
 * Why the model decided as it did. Only simulated nodes can tell; never sent over HTTP.
 */
export interface Trace {
  /** Nodes of the path tried last, initiator first; empty when none was tried. */
  readonly path: readonly NodeName[];
  /** One per hop that was locked, in path order. */
  readonly hops: readonly HopTrace[];
  /** The fees that mediators kept, smallest units. */
  readonly fee: Amount;
  /** The amount of the initiator's first transfer: amount + estimated fee + margin. */
  readonly sent: Amount;
  /** The amount that the target got. */
  readonly received: Amount;
  readonly failure?: FailureTrace;
}

/** Which traces of payments a simulation keeps. `failures`: of those that failed. */
export type KeptTraces = 'all' | 'failures' | 'none';

/** The part of a trace that figures need; in a record in place of a trace that was not kept. */
export interface TraceOutline {
  /** Hops that were locked. */
  readonly hops: number;
  /** The fees that mediators kept, smallest units. */
  readonly fee: Amount;
  readonly failedAt?: Pick<FailureTrace, 'at' | 'channel' | 'check'>;
}

/** The outline of a trace. */
export function outlineOf({ path, fee, failure }: Trace): TraceOutline {
  const hops = Math.max(0, path.length - 1);
  if (failure === undefined) return { hops, fee };
  const { at, channel, check } = failure;
  return { hops, fee, failedAt: { at, ...(channel === undefined ? {} : { channel }), check } };
}

/** True for two ways of one payment that cost the same over as many hops, whichever nodes they go through. */
export function weighsTheSame(one: Trace, other: Trace): boolean {
  return one.hops.length === other.hops.length && one.sent === other.sent && one.received === other.received;
}

/** One hop of a payment inside one channel. */
export interface HopTrace {
  /** Edge key of the channel: `TOKEN:identifier`. */
  readonly channel: string;
  readonly payer: NodeName;
  readonly payee: NodeName;
  readonly amount: Amount;
  /** True when the transfer was unlocked: the payer's balance moved to the payee. */
  readonly settled: boolean;
  /** Milliseconds on the run's clock: when the payer locked the amount. Absent: the run was kept before these were. */
  readonly lockedAtMs?: number;
  /** When the payer unlocked it, and so its balance moved. */
  readonly unlockedAtMs?: number;
}

/** Where and why a payment failed: which hop, which check, the numbers compared. */
export interface FailureTrace {
  /** Counts from 0 at the initiator's channel; -1 when no hop was tried. */
  readonly hop: number;
  readonly at: NodeName;
  readonly channel?: string;
  readonly check: ModelCheck;
  /** The condition of the check, e.g. `available balance >= 120`. */
  readonly required: string;
  /** The state that it found, e.g. `available balance 80 (balance 100, locked 20)`. */
  readonly found: string;
}

/** Every rule of the model that can decide against an operation. */
export type ModelCheck =
  | 'channel-open'
  | 'available-balance'
  | 'pending-locks'
  | 'lock-timeout'
  | 'mediation-fee'
  | 'max-fee'
  | 'route-exists'
  | 'source-online'
  | 'target-online'
  | 'mediator-online'
  | 'lock-expiration'
  | 'not-held'
  | 'received-amount'
  | 'identifier-in-flight'
  | 'identifier-stuck'
  | 'request-valid'
  | 'token-known'
  | 'on-chain-balance'
  | 'deposit-increases'
  | 'withdraw-increases'
  | 'partner-online';

/**
 * The answer of a path-finding service that the nodes name, when it was asked which of several paths of equal weight
 * comes first for a payment. `named`: one of them, which the prediction takes. `another`: none of them. `fee`, `none`:
 * it named no path.
 */
export interface AskedPath {
  /** Its URL, without credentials. */
  readonly service: string;
  readonly answer: 'named' | 'another' | 'fee' | 'none';
  /** The path, or why there is none, in words. */
  readonly said: string;
}

/** A path as services and reports say it. */
export function pathInWords({ path }: Pick<Trace, 'path'>): string {
  return path.join(' -> ');
}
