import type { Exchange } from '../../model/run/run.ts';
import type { Clock } from '../../ports/clock.ts';

/** One request and its answer as the client saw them; headers, and credentials in URLs, are left out. */
export type ObservedExchange = Omit<Exchange, 'operation' | 'node'>;

/** How to reach one service. */
export interface ConnectOptions {
  /** With or without the root of its paths and a trailing slash; credentials in it become an Authorization header. */
  readonly baseUrl: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long to wait for payments, opens, updates and leaves. */
  readonly deadlineMs?: number;
  /** How long to wait for anything else, if that is less; 30 s unless given. */
  readonly readDeadlineMs?: number;
  /** Counts the deadlines; the wall clock unless given. */
  readonly clock?: Clock;
  /** Called once per request, when it has ended. */
  readonly onExchange?: (exchange: ObservedExchange) => void;
}
