import type { Clock } from '../../ports/clock.ts';
import type { NodePlace } from '../../ports/node-api.ts';
import type { PaymentToSend, SentPaymentAnswer, ReceiptFields } from '../../ports/node-dialect.ts';
import { ownHeaders, parseBaseUrl } from '../connect/http-client.ts';
import { strikingOut } from '../connect/strike-out.ts';
import { dialectNamed } from '../dialect-named.ts';
import type { RestDialect } from '../rest-dialect.ts';
import { Deadlines, type Awaited } from '../lean/deadlines.ts';
import {
  sharedReadBuffer,
  LeanLines,
  type LeanEnd,
  type LeanExchange,
  type LeanLine,
} from '../lean/lean-lines.ts';
import { ReceiptShape } from './receipt-shape.ts';
import { SecretWatch, type SecretFault, type SecretPlace } from './secret-watch.ts';
import type { SecretsSeen } from '../../model/load/load-result.ts';
import type { LeanResponse } from '../lean/response-reader.ts';
import { readJson } from '../../runtime/read-json.ts';
import { AS_REQUESTED, readPaymentAnswer, readWithReceipt } from './payment-answer.ts';

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
  const secrets = new SecretWatch();
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
    const { origin, before, after, own } = requestTexts(place, dialect);
    const { body: bodyOf, paths, receipt } = dialect.payment;
    const pathOf = paths(before);
    const lines = new LeanLines(origin, shared, clock);
    const shape = new ReceiptShape(receipt);
    const withoutCredentials = strikingOut(own);
    const lane: PaymentLane = { dialect, deadlines, late, bytesOf, secrets, shape, withoutCredentials };
    opened.push(lines);
    senders.set(node, {
      send(payment, ended) {
        const exchange = new PaymentExchange(payment, ended, lane);
        const { amount, identifier } = exchange;
        const body = bodyOf({ amount, identifier, lockTimeout: payment.lockTimeout });
        const request = `${pathOf(payment)}${after}${body.length}\r\n\r\n${body}`;
        const nowMs = clock.nowMs();
        exchange.line = lines.request(request, exchange, nowMs);
        deadlines.add(exchange, nowMs);
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
function requestTexts({ baseUrl, headers }: NodePlace, dialect: RestDialect) {
  const base = parseBaseUrl(baseUrl, dialect);
  const { hostname, port, protocol, host } = new URL(base.origin);
  const secure = protocol === 'https:';
  const own = ownHeaders(base, headers);
  const all = { host, 'content-type': 'application/json', ...own };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    origin: {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (secure ? 443 : 80) : Number(port),
      secure,
    },
    before: `POST ${base.prefix}`,
    after: ` HTTP/1.1\r\n${lines.join('')}content-length: `,
    own,
  };
}

/** Settings and helpers that all payments of one node share. */
interface PaymentLane {
  readonly dialect: RestDialect;
  readonly deadlines: Deadlines;
  readonly shape: ReceiptShape;
  readonly secrets: SecretWatch;
  readonly bytesOf: (address: string) => Buffer;
  /** The answer of a payment whose deadline has passed. */
  readonly late: SentPaymentAnswer;
  readonly withoutCredentials: (text: string) => string;
}

/** One payment from its request to its answer or deadline. */
class PaymentExchange implements Awaited, LeanExchange {
  dueMs = 0;
  before: Awaited | undefined = undefined;
  after: Awaited | undefined = undefined;
  /** That carries it, while it is under way. */
  line: LeanLine | undefined = undefined;
  #fault: SecretFault | undefined = undefined;
  /** As the request has them. */
  readonly amount: string;
  readonly identifier: string;
  readonly #payment: PaymentToSend;
  readonly #ended: (answer: SentPaymentAnswer) => void;
  readonly #lane: PaymentLane;

  constructor(payment: PaymentToSend, ended: (answer: SentPaymentAnswer) => void, lane: PaymentLane) {
    this.#payment = payment;
    this.#ended = ended;
    this.#lane = lane;
    this.amount = payment.amount.toString();
    this.identifier = payment.identifier.toString();
  }

  recognizes(status: number, bytes: Buffer, from: number, to: number): boolean {
    if (status !== 200) return false;
    const { shape, secrets, bytesOf } = this.#lane;
    const { initiator, target, token } = this.#payment;
    const { amount, identifier } = this;
    const isAsRequested = shape.matches(bytes, from, to, {
      initiator: bytesOf(initiator),
      target: bytesOf(target),
      token: bytesOf(token),
      amount,
      identifier,
    });
    if (!isAsRequested) return false;
    const { secretAt, hashAt } = shape;
    this.#fault = secrets.look({ bytes, secretAt, hashAt, identifier }, this.dueMs);
    return this.#fault === undefined;
  }

  ended(end: LeanEnd): void {
    this.#lane.deadlines.remove(this);
    this.line = undefined;
    this.#ended(end.kind === 'response' ? this.#read(end.response) : end);
  }

  expire(): void {
    const isSent = this.line?.isConnected === true;
    this.line?.destroy();
    this.#ended(
      isSent ? this.#lane.late : { kind: 'unreachable', detail: 'no connection came about in time' },
    );
  }

  #read({ status, body: text }: LeanResponse): SentPaymentAnswer {
    if (text === undefined) return AS_REQUESTED;
    const { dialect, withoutCredentials } = this.#lane;
    const body = withoutCredentials(text);
    if (this.#fault !== undefined) return readWithReceipt({ status, body }, { fault: this.#fault, dialect });
    const answer = readPaymentAnswer({ status, body }, this.#payment, dialect);
    if (answer !== AS_REQUESTED) return answer;
    this.#lane.shape.learn(body);
    const place = { ...placeOfSecret(body, dialect.payment.receipt), identifier: this.identifier };
    const fault = this.#lane.secrets.look(place, this.dueMs);
    return fault === undefined ? answer : readWithReceipt({ status, body }, { fault, dialect });
  }
}

function placeOfSecret(body: string, receipt: ReceiptFields): Omit<SecretPlace, 'identifier'> {
  const fields = readJson(body) as Readonly<Record<string, string>>;
  const shown = (value: string): string =>
    fields[Object.keys(receipt).find((name) => receipt[name] === value) ?? ''] ?? '';
  const secret = shown('secret');
  return { bytes: Buffer.from(secret + shown('secretHash')), secretAt: 0, hashAt: secret.length };
}
