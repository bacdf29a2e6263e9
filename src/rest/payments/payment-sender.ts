import type { Clock } from '../../ports/clock.ts';
import type { NodePlace } from '../../ports/node-api.ts';
import type { PaymentToSend, SentPaymentAnswer } from '../../ports/node-dialect.ts';
import { parseBaseUrl } from '../connect/http-client.ts';
import { dialectNamed } from '../dialect-named.ts';
import type { RestDialect } from '../rest-dialect.ts';
import { Deadlines } from '../lean/deadlines.ts';
import { sharedReadBuffer, LeanLines } from '../lean/lean-lines.ts';
import { PaymentExchange, type PaymentLane } from './payment-exchange.ts';
import { ReceiptShape } from './receipt-shape.ts';
import { SecretWatch } from './secret-watch.ts';
import type { SecretsSeen } from '../../model/load/load-result.ts';

/** Payments of one node over connections of their own: the shortest way from a payment to its answer. */
export interface PaymentSender {
  /** `ended` is called once, and not before this returns. */
  send(payment: PaymentToSend, ended: (answer: SentPaymentAnswer) => void): void;
}

/** One sender per node. */
export interface PaymentSenders {
  readonly of: (node: string) => PaymentSender | undefined;
  /** Observations of secrets so far, over all nodes. */
  readonly secrets: () => SecretsSeen;
  readonly close: () => void;
}

/**
 * Sends payments with a quarter of the work of the client that judges single requests: no promise, timer or schema
 * for an answer that is exactly as asked, known by its bytes; every other answer is read by the same schema as there.
 */
export function createPaymentSenders(
  targets: Readonly<Record<string, NodePlace>>,
  clock: Clock,
  deadlineMs: number,
): PaymentSenders {
  const shared = sharedReadBuffer();
  const deadlines = new Deadlines(clock, deadlineMs);
  const secrets = new SecretWatch(clock);
  const late: SentPaymentAnswer = {
    kind: 'indeterminate',
    cause: 'deadline',
    detail: `no answer within ${deadlineMs} ms`,
  };
  const bytesOf = bytesOfTexts();
  const opened: LeanLines[] = [];
  const senders = new Map<string, PaymentSender>();
  for (const [node, place] of Object.entries(targets)) {
    const dialect = dialectNamed(place.dialect);
    const { origin, before, after } = requestTexts(place, dialect);
    const { body: bodyOf, paths, receipt } = dialect.payment;
    const pathOf = paths(before);
    const lines = new LeanLines(origin, shared, clock);
    const shape = new ReceiptShape(receipt);
    const lane: PaymentLane = { dialect, deadlines, late, bytesOf, secrets, shape };
    opened.push(lines);
    senders.set(node, {
      send(payment, ended) {
        const exchange = new PaymentExchange(payment, ended, lane);
        const { amount, identifier } = exchange;
        const body = bodyOf({ amount, identifier, lockTimeout: payment.lockTimeout });
        const request = `${pathOf(payment)}${after}${body.length}\r\n\r\n${body}`;
        exchange.line = lines.request(request, exchange);
        deadlines.add(exchange);
      },
    });
  }
  return {
    of: (node) => senders.get(node),
    secrets: () => secrets.counts,
    close() {
      deadlines.close();
      for (const lines of opened) lines.close();
    },
  };
}

// As many as the load's nodes and tokens.
function bytesOfTexts(): (text: string) => Buffer {
  const known = new Map<string, Buffer>();
  return (text) => {
    let bytes = known.get(text);
    if (bytes === undefined) known.set(text, (bytes = Buffer.from(text)));
    return bytes;
  };
}

// Where payments go, and what stands before the path and behind it.
function requestTexts({ baseUrl, headers = {} }: NodePlace, dialect: RestDialect) {
  const base = parseBaseUrl(baseUrl, dialect);
  const { hostname, port, protocol, host } = new URL(base.origin);
  const secure = protocol === 'https:';
  const all = {
    host,
    'content-type': 'application/json',
    ...(base.authorization === undefined ? {} : { authorization: base.authorization }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    origin: {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (secure ? 443 : 80) : Number(port),
      secure,
    },
    before: `POST ${base.prefix}`,
    after: ` HTTP/1.1\r\n${lines.join('')}content-length: `,
  };
}
