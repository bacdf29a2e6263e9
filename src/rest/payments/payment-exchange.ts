import type { Awaited, Deadlines } from '../lean/deadlines.ts';
import type { LeanEnd, LeanExchange, LeanLine } from '../lean/lean-lines.ts';
import type { LeanResponse } from '../lean/response-reader.ts';
import type { PaymentToSend, ReceiptFields, SentPaymentAnswer } from '../../ports/node-dialect.ts';
import { readJson } from '../read-json.ts';
import type { RestDialect } from '../rest-dialect.ts';
import { AS_REQUESTED, readPaymentAnswer, readWithReceipt } from './payment-answer.ts';
import type { ReceiptShape } from './receipt-shape.ts';
import type { SecretFault, SecretPlace, SecretWatch } from './secret-watch.ts';

/** Settings and helpers that all payments of one node share. */
export interface PaymentLane {
  readonly dialect: RestDialect;
  readonly deadlines: Deadlines;
  readonly shape: ReceiptShape;
  readonly secrets: SecretWatch;
  readonly bytesOf: (address: string) => Buffer;
  /** The answer of a payment whose deadline has passed. */
  readonly late: SentPaymentAnswer;
}

/** One payment from its request to its answer or deadline. */
export class PaymentExchange implements Awaited, LeanExchange {
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
    this.#fault = secrets.look({ bytes, secretAt, hashAt, identifier });
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

  #read({ status, body }: LeanResponse): SentPaymentAnswer {
    if (body === undefined) return AS_REQUESTED;
    const { dialect } = this.#lane;
    if (this.#fault !== undefined) return readWithReceipt({ status, body }, { fault: this.#fault, dialect });
    const answer = readPaymentAnswer({ status, body }, this.#payment, dialect);
    if (answer !== AS_REQUESTED) return answer;
    this.#lane.shape.learn(body);
    const fault = this.#lane.secrets.look({
      ...placeOfSecret(body, dialect.payment.receipt),
      identifier: this.identifier,
    });
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
