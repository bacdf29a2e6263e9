import type { Address } from '../model/address.ts';
import type { Answer, PaymentReceipt } from '../model/answer.ts';
import type { Clock } from '../ports.ts';
import { parseBaseUrl } from './base-url.ts';
import { type Awaited, Deadlines } from './lean/deadlines.ts';
import { type LeanEnd, type LeanLine, sharedReadBuffer } from './lean/lean-line.ts';
import { LeanLines } from './lean/lean-lines.ts';
import type { LeanResponse } from './lean/response-reader.ts';
import { nodeEndpoints } from './node-endpoints.ts';
import { readAnswer } from './read-answer.ts';

/** A payment with the addresses it has at the target. */
export interface PaymentToSend {
  readonly initiator: Address;
  readonly target: Address;
  readonly token: Address;
  readonly amount: bigint;
  readonly identifier: bigint;
  readonly lockTimeout?: number | undefined;
}

/** As `pay` of a connected node; a receipt that says exactly what was asked for is not repeated. */
export type SentPaymentAnswer = Answer<PaymentReceipt | undefined>;

/** Payments of one node over connections of their own: the shortest way from a payment to its answer. */
export interface PaymentSender {
  /** `ended` is called once, and not before this returns. */
  send(payment: PaymentToSend, ended: (answer: SentPaymentAnswer) => void): void;
}

/**
 * Sends payments with a quarter of the work of the client that judges single requests: no promise, timer or schema
 * for an answer that is exactly as asked; every other answer is read by the same schema as there.
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
}): { readonly of: (node: string) => PaymentSender | undefined; readonly close: () => void } {
  const shared = sharedReadBuffer();
  const deadlines = new Deadlines({ clock, deadlineMs });
  const late: SentPaymentAnswer = {
    kind: 'indeterminate',
    cause: 'deadline',
    detail: `no answer within ${deadlineMs} ms`,
  };
  const opened: LeanLines[] = [];
  const senders = new Map<string, PaymentSender>();
  for (const [node, target] of Object.entries(targets)) {
    const { origin, before, after } = requestTexts(target);
    const lines = new LeanLines({ origin, shared, clock });
    opened.push(lines);
    senders.set(node, {
      send(payment, ended) {
        const exchange = new Exchange(payment, ended, deadlines, late);
        exchange.line = lines.request(before + requestText(payment, after), exchange.end);
        deadlines.add(exchange);
      },
    });
  }
  return {
    of: (node) => senders.get(node),
    close() {
      deadlines.close();
      for (const lines of opened) lines.close();
    },
  };
}

class Exchange implements Awaited {
  dueMs = 0;
  before: Awaited | undefined;
  after: Awaited | undefined;
  line: LeanLine | undefined;
  readonly #payment: PaymentToSend;
  readonly #ended: (answer: SentPaymentAnswer) => void;
  readonly #deadlines: Deadlines;
  readonly #late: SentPaymentAnswer;

  constructor(
    payment: PaymentToSend,
    ended: (answer: SentPaymentAnswer) => void,
    deadlines: Deadlines,
    late: SentPaymentAnswer,
  ) {
    this.#payment = payment;
    this.#ended = ended;
    this.#deadlines = deadlines;
    this.#late = late;
  }

  readonly end = (end: LeanEnd): void => {
    this.#deadlines.remove(this);
    this.line = undefined;
    this.#ended(answerOf(end, this.#payment));
  };

  expire(): void {
    const isSent = this.line?.isConnected === true;
    this.line?.destroy();
    this.#ended(isSent ? this.#late : { kind: 'unreachable', detail: 'no connection came about in time' });
  }
}

function answerOf(end: LeanEnd, payment: PaymentToSend): SentPaymentAnswer {
  switch (end.kind) {
    case 'response':
      return readPaymentAnswer(end.response, payment);
    case 'not-connected':
      return { kind: 'unreachable', detail: end.detail };
    case 'broken':
      return { kind: 'indeterminate', cause: 'connection-broken', detail: end.detail };
    case 'unreadable':
      return { kind: 'indeterminate', cause: 'unreadable-answer', detail: end.detail };
  }
}

/** Reads the answer to a payment, whoever received it. */
export function readPaymentAnswer(
  response: Pick<LeanResponse, 'status' | 'body'>,
  payment: PaymentToSend,
): SentPaymentAnswer {
  if (isAsRequested(response, payment)) return AS_REQUESTED;
  return readAnswer({ status: response.status, text: response.body }, nodeEndpoints.pay);
}

const AS_REQUESTED: SentPaymentAnswer = { kind: 'ok', status: 200, value: undefined };
const HASH = /^0x[0-9a-f]{64}$/;

// Digits travel as strings, which JSON.parse does not round; what is written otherwise takes the long way.
function isAsRequested(
  { status, body }: Pick<LeanResponse, 'status' | 'body'>,
  payment: PaymentToSend,
): boolean {
  if (status !== 200) return false;
  let fields: Partial<Record<keyof typeof RECEIPT_FIELDS, unknown>>;
  try {
    fields = JSON.parse(body) as typeof fields;
  } catch {
    return false;
  }
  return (
    fields !== null &&
    fields.amount === payment.amount.toString() &&
    fields.identifier === payment.identifier.toString() &&
    fields.initiator_address === payment.initiator &&
    fields.target_address === payment.target &&
    fields.token_address === payment.token &&
    typeof fields.secret === 'string' &&
    HASH.test(fields.secret) &&
    typeof fields.secret_hash === 'string' &&
    HASH.test(fields.secret_hash)
  );
}

const RECEIPT_FIELDS = {
  initiator_address: true,
  target_address: true,
  token_address: true,
  amount: true,
  identifier: true,
  secret: true,
  secret_hash: true,
};

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

function requestText(payment: PaymentToSend, after: string): string {
  const body = paymentBody(payment);
  return `${payment.token}/${payment.target}${after}${body.length}\r\n\r\n${body}`;
}

/** What is posted for a payment: integers as strings, which every implementation reads without rounding. */
export function paymentBody({
  amount,
  identifier,
  lockTimeout,
}: Pick<PaymentToSend, 'amount' | 'identifier' | 'lockTimeout'>): string {
  const blocks = lockTimeout === undefined ? '' : `,"lock_timeout":"${lockTimeout}"`;
  return `{"amount":"${amount}","identifier":"${identifier}"${blocks}}`;
}
