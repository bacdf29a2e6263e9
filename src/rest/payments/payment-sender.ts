import type { Clock } from '../../ports/clock.ts';
import { parseBaseUrl } from '../connect/base-url.ts';
import { Deadlines } from '../lean/deadlines.ts';
import { sharedReadBuffer } from '../lean/lean-line.ts';
import { LeanLines } from '../lean/lean-lines.ts';
import type { PaymentToSend, SentPaymentAnswer } from '../raiden/payment-answer.ts';
import { PaymentExchange, type PaymentLane } from './payment-exchange.ts';
import { ReceiptShape } from '../raiden/receipt-shape.ts';
import { SecretWatch } from './secret-watch.ts';
import type { SecretsSeen } from '../../model/load/secrets-seen.ts';

/** Payments of one node over connections of their own: the shortest way from a payment to its answer. */
export interface PaymentSender {
  /** `ended` is called once, and not before this returns. */
  send(payment: PaymentToSend, ended: (answer: SentPaymentAnswer) => void): void;
}

/** One sender per node. */
export interface PaymentSenders {
  readonly of: (node: string) => PaymentSender | undefined;
  /** What was seen of secrets so far, over all nodes. */
  readonly secrets: () => SecretsSeen;
  readonly close: () => void;
}

/**
 * Sends payments with a quarter of the work of the client that judges single requests: no promise, timer or schema
 * for an answer that is exactly as asked, known by its bytes; every other answer is read by the same schema as there.
 */
export function createPaymentSenders({
  targets,
  clock,
  deadlineMs,
}: {
  readonly targets: Readonly<
    Record<string, { readonly baseUrl: string; readonly headers?: Readonly<Record<string, string>> }>
  >;
  readonly clock: Clock;
  readonly deadlineMs: number;
}): PaymentSenders {
  const shared = sharedReadBuffer();
  const deadlines = new Deadlines({ clock, deadlineMs });
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
    const { origin, before, after } = requestTexts(place);
    const lines = new LeanLines({ origin, shared, clock });
    const lane: PaymentLane = { deadlines, late, bytesOf, secrets, shape: new ReceiptShape() };
    opened.push(lines);
    senders.set(node, {
      send(payment, ended) {
        const exchange = new PaymentExchange(payment, ended, lane);
        const { amount, identifier } = exchange;
        const { target, token, lockTimeout } = payment;
        const body = paymentBody({ amount, identifier, lockTimeout });
        const request = `${before}${token}/${target}${after}${body.length}\r\n\r\n${body}`;
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

interface RequestTexts {
  readonly origin: { readonly host: string; readonly port: number; readonly secure: boolean };
  readonly before: string;
  readonly after: string;
}

function requestTexts({
  baseUrl,
  headers = {},
}: {
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>>;
}): RequestTexts {
  const base = parseBaseUrl(baseUrl);
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
    before: `POST ${base.prefix}/api/v1/payments/`,
    after: ` HTTP/1.1\r\n${lines.join('')}content-length: `,
  };
}

/** What is posted for a payment: integers as strings, which every implementation reads without rounding. */
export function paymentBody({
  amount,
  identifier,
  lockTimeout,
}: {
  readonly amount: bigint | string;
  readonly identifier: bigint | string;
  readonly lockTimeout?: number | undefined;
}): string {
  const blocks = lockTimeout === undefined ? '' : `,"lock_timeout":"${lockTimeout}"`;
  return `{"amount":"${amount}","identifier":"${identifier}"${blocks}}`;
}
