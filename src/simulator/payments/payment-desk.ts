import { isAddress } from '../../model/network/address.ts';
import { type Amount, MAX_AMOUNT } from '../../model/network/amount.ts';
import type { NodeIndex } from '../../model/network/indices.ts';
import type { Answer, PaymentReceipt } from '../../model/run/answer.ts';
import { refused } from '../../model/run/reason.ts';
import { hashOfSecret } from '../../model/run/secret-hash.ts';
import type { NumberedPayment, PaymentRequest } from '../../ports/node-api.ts';
import type { Reply } from '../../ports/protocol.ts';
import type { Routes } from '../../ports/router.ts';
import { type Fault, invalidRequest, misspelled, refusal, unregisteredToken } from '../answers.ts';
import { endWith500 } from '../channels/own-channels.ts';
import type { KeptPayment } from '../payment-history.ts';
import type { TokenLayer } from '../token-layer.ts';
import { addressOf, nameOf, type World } from '../world.ts';
import type { KnownPayments, Payment, PaymentEnd, PaymentName, SendPayment } from './payment.ts';
import { chooseRoutes, ownRoutes } from './route-choice.ts';
import { comparison, unusableBecause } from '../channels/usability.ts';

/**
 * A payment that failed before it was sent: the real node keeps its identifier until it restarts (raiden.md 1.5,
 * idempotency).
 */
interface StuckPayment extends PaymentName {
  readonly layer: TokenLayer;
  readonly amount: Amount;
  readonly answer: Answer<never>;
  /** How often its node had been stopped by then. */
  readonly stops: number;
}

/** Payments in flight, and those that got stuck. */
export type PaymentsOfDesks = KnownPayments<Payment | StuckPayment>;

type PaymentReply = Reply<PaymentReceipt | undefined>;

/** Where one node takes payment requests: checks them, joins those that ask for the same, answers. */
export class PaymentDesk {
  readonly #world: World;
  readonly #node: NodeIndex;
  readonly #send: SendPayment;
  readonly #known: PaymentsOfDesks | undefined;

  /** All desks of a world share `known`; undefined: every payment has an identifier of its own. */
  constructor(
    world: World,
    node: NodeIndex,
    { send, known }: { readonly send: SendPayment; readonly known: PaymentsOfDesks | undefined },
  ) {
    this.#world = world;
    this.#node = node;
    this.#send = send;
    this.#known = known;
  }

  pay(request: NumberedPayment, reply: PaymentReply): void {
    const fault = paymentFault(this.#world, this.#node, request);
    if (fault !== undefined) return reply(refusal(nameOf(this.#world, this.#node), fault));
    const onChain = this.#secretOnChain(request);
    if (onChain !== undefined) return endWith500({ world: this.#world, node: this.#node }, onChain, reply);
    const layer = this.#world.layerByToken.get(request.token) as TokenLayer;
    const identifier = request.identifier ?? this.#drawIdentifier();
    const name = { initiator: this.#node, targetAddress: request.target, identifier };
    const before = this.#remembered(name);
    if (before === undefined) this.#start(request, layer, name, reply);
    else if (before.layer !== layer || before.amount !== request.amount)
      reply(this.#conflict(before, request));
    else if ('answer' in before) reply(before.answer);
    else before.replies.push(reply);
  }

  // A node cannot tell such a payment from one that was made (raiden.md 1.5, row 8).
  #secretOnChain({ secret, secretHash }: PaymentRequest): Fault | undefined {
    const { secretsOnChain, rulesOf } = this.#world;
    if (secretsOnChain.size === 0 || !rulesOf(this.#node).endsWith500) return undefined;
    const hash = secret === undefined ? secretHash?.toLowerCase() : hashOfSecret(secret);
    if (hash === undefined || !secretsOnChain.has(hash)) return undefined;
    return invalidRequest('', { required: 'a secret that is not on-chain', found: hash });
  }

  // Payments in flight are kept on disk, stuck ones in memory.
  #remembered(name: PaymentName): Payment | StuckPayment | undefined {
    const earlierPayment = this.#known?.find(name);
    if (earlierPayment === undefined || !('answer' in earlierPayment)) return earlierPayment;
    if (earlierPayment.stops === this.#world.messenger.stops(this.#node)) return earlierPayment;
    this.#known?.remove(earlierPayment);
    return undefined;
  }

  #start(request: NumberedPayment, layer: TokenLayer, name: PaymentName, reply: PaymentReply): void {
    const { amount, paths } = request;
    const { targetAddress, identifier } = name;
    const initiator = this.#node;
    const target = this.#world.nodeByAddress.get(targetAddress);
    if (target === undefined && !isAddress(targetAddress))
      return reply(refusal(nameOf(this.#world, initiator), { ...misspelled(targetAddress), status: 404 }));
    // Its own paths are tried whatever the path-finding service would say.
    const choice =
      paths === undefined
        ? chooseRoutes(this.#world, { layer, initiator, target, targetAddress, amount })
        : undefined;
    if (choice?.kind === 'none') {
      const { at = initiator, classified, check, channel, required, found } = choice;
      const fault = { errors: couldNot(choice.reason), classified, check, channel, required, found };
      const answer = refusal(nameOf(this.#world, at), fault);
      const stops = this.#world.messenger.stops(this.#node);
      this.#known?.add({ ...name, layer, amount, answer, stops });
      reply(answer);
      return;
    }
    const { lockTimeout } = request;
    const order = { layer, initiator, target: target as NodeIndex, amount, lockTimeout };
    const routes = choice?.routes ?? ownRoutes(this.#world, order, paths ?? []);
    const fault = lockTimeoutFault(this.#world, routes, order);
    if (fault !== undefined) return reply(refusal(nameOf(this.#world, initiator), fault));
    let attemptsLeft = (this.#world.rules.attempts ?? 1) - 1;
    // No spread of `order`: adding fields to a copied object took 7 µs a payment.
    const payment: Payment = {
      layer,
      initiator,
      target: order.target,
      targetAddress,
      amount,
      identifier,
      secret: request.secret ?? (request.secretHash === undefined ? this.#world.drawSecret() : undefined),
      lockTimeout,
      operation: request.operation,
      replies: [reply],
      conclude: (end) => {
        if (end.kind === 'failed' && attemptsLeft > 0) {
          attemptsLeft -= 1;
          if (this.#tryAgain(payment, paths)) return;
        }
        this.#conclude(payment, end);
      },
    };
    this.#known?.add(payment);
    this.#send(payment, routes);
  }

  // With routes as they are known by now; false: there is none, or the node is stopped.
  #tryAgain(payment: Payment, paths: PaymentRequest['paths']): boolean {
    if (!this.#world.messenger.isRunning(this.#node)) return false;
    const choice = paths === undefined ? chooseRoutes(this.#world, payment) : undefined;
    if (choice?.kind === 'none') return false;
    this.#send(payment, choice?.routes ?? ownRoutes(this.#world, payment, paths ?? []));
    return true;
  }

  #conclude(payment: Payment, end: PaymentEnd): void {
    this.#known?.remove(payment);
    const { layer, amount, identifier, targetAddress: target } = payment;
    const { tokenAddress } = layer.token;
    const atMs = this.#world.clock.nowMs();
    let answer: Answer<PaymentReceipt | undefined>;
    if (end.kind === 'succeeded') {
      this.#remember({ kind: 'sent', amount, target, identifier, tokenAddress, atMs });
      const value = this.#world.remembersPayments ? this.#receipt(payment) : undefined;
      answer =
        end.trace === undefined
          ? { kind: 'ok', status: 200, value, outline: end.outline }
          : { kind: 'ok', status: 200, value, trace: end.trace };
    } else {
      this.#remember({ kind: 'failed', reason: end.reason, target, tokenAddress, atMs });
      answer = { ...refused(409, couldNot(end.reason)), trace: end.trace };
    }
    payment.replies.forEach((reply) => reply(answer));
  }

  #receipt({ layer, targetAddress, amount, identifier, secret }: Payment): PaymentReceipt {
    return {
      initiatorAddress: addressOf(this.#world, this.#node),
      targetAddress,
      tokenAddress: layer.token.tokenAddress,
      amount,
      identifier,
      secret: secret as string,
      secretHash: hashOfSecret(secret as string),
    };
  }

  #conflict(before: Payment | StuckPayment, request: PaymentRequest): Answer<never> {
    return refusal(nameOf(this.#world, this.#node), {
      errors: 'Another payment with the same id is in flight',
      check: 'answer' in before ? 'identifier-stuck' : 'identifier-in-flight',
      required: `amount ${before.amount} of ${before.layer.token.name}, as asked for under this identifier before`,
      found: `amount ${request.amount}`,
    });
  }

  #remember(entry: KeptPayment): void {
    if (this.#world.remembersPayments) this.#world.histories[this.#node]?.add(entry);
  }

  // 1 to 2^64 - 1.
  #drawIdentifier(): bigint {
    const draw = this.#world.drawIdentifier;
    const half = (): bigint => BigInt(Math.floor(draw() * 2 ** 32));
    const identifier = (half() << 32n) | half();
    return identifier === 0n ? 1n : identifier;
  }
}

function couldNot(reason: string): string {
  return `Payment couldn't be completed because: ${reason}`;
}

const MAX_IDENTIFIER = 2n ** 64n - 1n;

/** The first fault in the node's own order (raiden.md 1.5, rows 1 to 7); undefined: there is none. */
function paymentFault(world: World, node: NodeIndex, request: PaymentRequest): Fault | undefined {
  const { target, amount, token, identifier, secret, secretHash } = request;
  if (target === world.addresses[node]) {
    const numbers = { required: 'target other than the initiator', found: nameOf(world, node) };
    return invalidRequest('Address must be different than ours', numbers);
  }
  const { paysNothing, identifierZero } = world.rulesOf(node);
  if (amount < 0n || (amount === 0n && !paysNothing))
    return invalidRequest('Amount negative', { required: 'amount > 0', found: `amount ${amount}` });
  if (amount > MAX_AMOUNT) {
    const numbers = { required: `amount <= ${MAX_AMOUNT}`, found: `amount ${amount}` };
    return invalidRequest('Amount too large', numbers);
  }
  if (!world.layerByToken.has(token)) return unregisteredToken(token);
  if (identifier !== undefined && (identifier < 0n || (identifier === 0n && !identifierZero))) {
    const numbers = { required: 'identifier > 0', found: `identifier ${identifier}` };
    return invalidRequest('Payment identifier cannot be 0 or negative', numbers);
  }
  if (identifier !== undefined && identifier > MAX_IDENTIFIER) {
    const numbers = { required: `identifier <= ${MAX_IDENTIFIER}`, found: `identifier ${identifier}` };
    return invalidRequest('Payment identifier is too large', numbers);
  }
  if (secret !== undefined && secretHash !== undefined && hashOfSecret(secret) !== secretHash.toLowerCase())
    return invalidRequest('provided secret and secret_hash do not match.', {
      required: `secret_hash ${hashOfSecret(secret)}`,
      found: `secret_hash ${secretHash}`,
    });
  return undefined;
}

/** The fault of a lock timeout that the first channel of a route does not allow, where the node's kind tells of it. */
function lockTimeoutFault(
  world: World,
  routes: Routes,
  { layer, initiator, amount, lockTimeout }: Pick<Payment, 'layer' | 'initiator' | 'amount' | 'lockTimeout'>,
): Fault | undefined {
  const end = routes.at(0)?.ends[0];
  if (world.rulesOf(initiator).lockTimeouts !== 'fault' || lockTimeout === undefined || end === undefined)
    return undefined;
  const intent = { layer, end, amount, lockTimeout };
  if (unusableBecause(world, intent) !== 'lock-timeout') return undefined;
  const isTooSoon = lockTimeout <= layer.graph.revealTimeout(end);
  return {
    status: 500,
    errors: isTooSoon ? 'expiration too soon' : 'expiration too far in the future',
    classified: 'invalid-timeout',
    check: 'lock-timeout',
    ...comparison(world, intent, 'lock-timeout'),
  };
}
