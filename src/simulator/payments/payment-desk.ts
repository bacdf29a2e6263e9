import { bytesToHex } from '@noble/hashes/utils.js';
import type { Address } from '../../model/network/address.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { Answer, PaymentReceipt } from '../../model/run/answer.ts';
import type { PaymentRequest } from '../../ports/node-api.ts';
import type { Reply } from '../open-requests.ts';
import { hashOfSecret, paymentFault } from './payment-faults.ts';
import { type PaymentInFlight, type PaymentResult, traceOf } from '../raiden/attempt.ts';
import { failedCheck, refused } from '../refusal.ts';
import { chooseRoutes } from './route-choice.ts';
import type { TokenLayer } from '../token-layer.ts';
import type { Transfers } from '../raiden/transfers.ts';
import { nameOf, type World } from '../world.ts';

/** A payment its initiator remembers under target and identifier. */
interface KnownPayment {
  readonly layer: TokenLayer;
  readonly amount: Amount;
  /** Requests that wait for its end. */
  readonly replies: Reply<PaymentReceipt>[];
  /** Failed before it was sent: the real node never forgets these (raiden.md 1.5, idempotency). */
  stuckAnswer?: Answer<PaymentReceipt>;
}

/** Where one node takes payment requests: checks them, tells apart who joins and who conflicts, answers. */
export class PaymentDesk {
  readonly #world: World;
  readonly #transfers: Transfers;
  readonly #node: number;
  readonly #known = new Map<string, KnownPayment>();

  constructor({
    world,
    transfers,
    node,
  }: {
    readonly world: World;
    readonly transfers: Transfers;
    readonly node: number;
  }) {
    this.#world = world;
    this.#transfers = transfers;
    this.#node = node;
  }

  pay(request: PaymentRequest, reply: Reply<PaymentReceipt>): void {
    const at = nameOf(this.#world, this.#node);
    const fault = paymentFault(this.#world, this.#node, request);
    if (fault !== undefined) {
      reply(refused({ status: 409, errors: fault.text }, failedCheck(at, fault.check, fault)));
      return;
    }
    const layer = this.#world.layerByToken.get(request.token) as TokenLayer;
    const identifier = request.identifier ?? this.#drawIdentifier();
    const key = `${request.target} ${identifier}`;
    const known = this.#known.get(key);
    if (known === undefined) this.#start({ request, layer, identifier, key, reply });
    else if (known.layer !== layer || known.amount !== request.amount) reply(this.#conflict(known, request));
    else if (known.stuckAnswer === undefined) known.replies.push(reply);
    else reply(known.stuckAnswer);
  }

  #start({
    request,
    layer,
    identifier,
    key,
    reply,
  }: {
    readonly request: PaymentRequest;
    readonly layer: TokenLayer;
    readonly identifier: bigint;
    readonly key: string;
    readonly reply: Reply<PaymentReceipt>;
  }): void {
    const { amount, target: targetAddress } = request;
    const known: KnownPayment = { layer, amount, replies: [reply] };
    this.#known.set(key, known);
    const choice = chooseRoutes(this.#world, { layer, initiator: this.#node, targetAddress, amount });
    if (choice.kind === 'none') {
      known.stuckAnswer = refused(
        { status: 409, errors: couldNot(choice.reason) },
        failedCheck(nameOf(this.#world, choice.at), choice.check, choice),
      );
      known.replies.length = 0;
      reply(known.stuckAnswer);
      return;
    }
    const payment: PaymentInFlight = {
      layer,
      initiator: this.#node,
      target: this.#world.nodeByAddress.get(targetAddress) as number,
      targetAddress,
      amount,
      identifier,
      secret: request.secret ?? (request.secretHash === undefined ? this.#drawSecret() : undefined),
      lockTimeout: request.lockTimeout,
      routes: choice.routes,
      expiration: 0,
      ends: [],
      amounts: [],
      unlocked: 0,
      arrived: 0,
      secretRequested: false,
      secretRevealed: false,
      over: false,
      obstacle: undefined,
      conclude: (result) => this.#conclude({ payment, key, known, result }),
    };
    this.#transfers.dispatch(payment);
  }

  #conclude({
    payment,
    key,
    known,
    result,
  }: {
    readonly payment: PaymentInFlight;
    readonly key: string;
    readonly known: KnownPayment;
    readonly result: PaymentResult;
  }): void {
    this.#known.delete(key);
    const { layer, amount, identifier, targetAddress } = payment;
    const entry = {
      tokenAddress: layer.token.tokenAddress,
      partner: targetAddress,
      atMs: this.#world.clock.nowMs(),
    };
    const trace = traceOf(payment, this.#world.names);
    let answer: Answer<PaymentReceipt>;
    if (result.kind === 'succeeded') {
      this.#history.add({ kind: 'sent', amount, identifier, ...entry });
      answer = { kind: 'ok', status: 200, value: this.#receipt(payment), trace };
    } else {
      this.#history.add({ kind: 'failed', reason: result.reason, ...entry });
      answer = { kind: 'refused', status: 409, errors: couldNot(result.reason), trace };
    }
    for (const reply of known.replies) reply(answer);
  }

  #receipt({ layer, targetAddress, amount, identifier, secret }: PaymentInFlight): PaymentReceipt {
    return {
      initiatorAddress: this.#world.addresses[this.#node] as Address,
      targetAddress,
      tokenAddress: layer.token.tokenAddress,
      amount,
      identifier,
      secret: secret as string,
      secretHash: hashOfSecret(secret as string),
    };
  }

  #conflict(known: KnownPayment, request: PaymentRequest): Answer<never> {
    const check = known.stuckAnswer === undefined ? 'identifier-in-flight' : 'identifier-stuck';
    const failure = failedCheck(nameOf(this.#world, this.#node), check, {
      required: `amount ${known.amount} of ${known.layer.token.name}, as asked for under this identifier before`,
      found: `amount ${request.amount}`,
    });
    return refused({ status: 409, errors: 'Another payment with the same id is in flight' }, failure);
  }

  get #history() {
    return this.#world.histories[this.#node] as World['histories'][number];
  }

  // 1 to 2^64 - 1.
  #drawIdentifier(): bigint {
    const draw = this.#world.drawIdentifier;
    const half = (): bigint => BigInt(Math.floor(draw() * 2 ** 32));
    const identifier = (half() << 32n) | half();
    return identifier === 0n ? 1n : identifier;
  }

  #drawSecret(): string {
    const bytes = new Uint8Array(32);
    for (let i = 0; i < bytes.length; i += 1) bytes[i] = Math.floor(this.#world.drawSecret() * 256);
    return `0x${bytesToHex(bytes)}`;
  }
}

function couldNot(reason: string): string {
  return `Payment couldn't be completed because: ${reason}`;
}
