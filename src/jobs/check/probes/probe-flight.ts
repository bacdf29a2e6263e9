import type { Address } from '../../../model/network/address.ts';
import type { NodeName } from '../../../model/network/network.ts';
import type { Clock } from '../../../ports/clock.ts';
import { sleep } from '../../../runtime/sleep.ts';
import type { NodeApi } from '../../../ports/node-api.ts';
import type { CaseFound } from '../../../model/check/counterexample.ts';
import type { Answer, ChannelView, PaymentReceipt, PendingTransfer } from '../../../model/run/answer.ts';
import { withoutValueText } from '../../../model/run/reason.ts';

// Halves of it are to differ from nothing and from each other's rest.
const LEAST_BALANCE = 4n;
// Of its locks, in blocks: a node's usual time-out is twice its reveal time-out, and a try is to end soon.
const LONGEST_LOCK = 60n;
// The block in which the lock begins counts as its first, and another may come before the request is there.
const BLOCKS_UNDER_WAY = 2n;
const MOST_LOOKS = 200;
const LOOKS_MEANWHILE = 3;
const LOOKS_A_BLOCK = 10;

/**
 * Looks for faults while a payment is on its way: one is sent with a hash whose secret no node knows, so that it stays
 * in its channel until its lock expires. The locked amount still counts as the payer's, cannot be spent a second time,
 * and is free again afterwards; everything else goes on. `undefined`: there is no fault, or no channel is fit for it.
 */
export async function probeFlight(
  nodes: readonly ProbedNode[],
  probing: FlightProbing,
): Promise<CaseFound | undefined> {
  const held = await fitChannel(nodes);
  return held === undefined ? undefined : await new Flight(held, probing).judged();
}

type FlightProbing = Probing & { readonly blockMs: number };

interface HeldChannel {
  readonly payer: ProbedNode;
  readonly payee: ProbedNode;
  /** As the payer shows it. */
  readonly channel: ChannelView;
  /** As the payee does. */
  readonly other: ChannelView;
}

// A payer without another channel has no other way.
async function fitChannel(nodes: readonly ProbedNode[]): Promise<HeldChannel | undefined> {
  const byAddress = new Map(nodes.map((node) => [node.address, node]));
  for (const payer of nodes) {
    const shown = await payer.api.channels();
    const open = shown.kind === 'ok' ? shown.value.filter(({ state }) => state === 'opened') : [];
    const [channel] = open;
    if (open.length !== 1 || channel === undefined || !isFit(channel)) continue;
    const payee = byAddress.get(channel.partnerAddress);
    const other = await payee?.api.channel({ token: channel.tokenAddress, partner: payer.address });
    if (payee !== undefined && other?.kind === 'ok' && other.value.state === 'opened')
      return { payer, payee, channel, other: other.value };
  }
  return undefined;
}

function isFit({ balance, settleTimeout, revealTimeout }: ChannelView): boolean {
  return balance >= LEAST_BALANCE && settleTimeout >= 2n * revealTimeout && settleTimeout <= LONGEST_LOCK;
}

/** One payment that is held, and what is asked meanwhile. */
class Flight {
  readonly #held: HeldChannel;
  readonly #probing: FlightProbing;
  readonly #locked: bigint;
  readonly #identifier: bigint;
  readonly #secretHash: string;
  // Until then the lock is there for certain; what is seen later says nothing.
  readonly #untilMs: number;
  #isOver = false;
  // The lock has expired, and nothing else is under way.
  #isRest = false;
  #wrong: CaseFound | undefined;

  constructor(held: HeldChannel, probing: FlightProbing) {
    this.#held = held;
    this.#probing = probing;
    this.#locked = held.channel.balance / 2n;
    const lockMs = Number(held.channel.settleTimeout - BLOCKS_UNDER_WAY) * probing.blockMs;
    this.#untilMs = probing.clock.nowMs() + lockMs;
    const half = (): bigint => BigInt(Math.floor(probing.draw() * 2 ** 32));
    this.#identifier = (half() << 31n) | half() | 1n;
    this.#secretHash = `0x${[half(), half(), half(), half()].map((part) => part.toString(16).padStart(16, '0')).join('')}`;
  }

  async judged(): Promise<CaseFound | undefined> {
    const { payer } = this.#held;
    const holding = this.#pay(this.#locked, { identifier: this.#identifier, secretHash: this.#secretHash });
    const ended = holding.then((answer) => {
      this.#isOver = true;
      return answer;
    });
    const isUnderWay = await this.#untilPending();
    const isWhole = isUnderWay && (await this.#meanwhile());
    const answer = await ended;
    if (this.#wrong !== undefined) return this.#wrong;
    if (answer.kind === 'ok')
      return found(`${payer.name} paid without a secret`, 'the lock expires', 'a receipt');
    if (!isWhole) return undefined;
    if (answer.kind !== 'refused' || answer.reason !== 'lock-expired')
      return found(`${payer.name} answers otherwise when a lock expires`, 'lock-expired', inWords(answer));
    return await this.#afterwards();
  }

  // The payee has it, too.
  async #untilPending(): Promise<boolean> {
    while (this.#isUnderWay) {
      const seen = await this.#ask(this.#held.payee.api.pendingTransfers());
      if (seen.kind !== 'ok') return false;
      if (seen.value.length > 0) return true;
      await this.#pause();
    }
    return false;
  }

  // False: the lock did not last for all of it.
  async #meanwhile(): Promise<boolean> {
    const { payer, payee, channel, other } = this.#held;
    const rest = channel.balance - this.#locked;
    const asked: readonly (() => Promise<void>)[] = [
      () => this.#expectBalance(payer, payee, channel.balance),
      () => this.#expectBalance(payee, payer, other.balance),
      () => this.#expectPending(payer, 'initiator'),
      () => this.#expectPending(payee, 'target'),
      () => this.#expectRefused(this.#payAgain(), 'takes an identifier that is in flight for another amount'),
      () => this.#expectRefused(this.#pay(rest + 1n), 'spends what is locked'),
      () => this.#expectRefused(this.#withdraw(rest + 1n), 'withdraws what is locked'),
      () => this.#expectPaid(rest, 'does not spend what is not locked'),
      () => this.#expectBalance(payer, payee, this.#locked),
    ];
    for (const expect of asked) {
      await expect();
      if (!this.#isUnderWay || this.#wrong !== undefined) return false;
    }
    return true;
  }

  async #afterwards(): Promise<CaseFound | undefined> {
    const { payer, payee, channel, other } = this.#held;
    this.#isRest = true;
    await this.#expectBalance(payer, payee, this.#locked);
    await this.#expectBalance(payee, payer, other.balance + channel.balance - this.#locked);
    for (const node of [payer, payee]) await this.#expectNothingPending(node);
    await this.#expectPaid(this.#locked, 'does not spend what was locked');
    return this.#wrong;
  }

  async #expectBalance(node: ProbedNode, partner: ProbedNode, balance: bigint): Promise<void> {
    const of = { token: this.#held.channel.tokenAddress, partner: partner.address };
    let shown: string | undefined;
    for (let look = 0; look < (this.#isRest ? MOST_LOOKS : LOOKS_MEANWHILE); look += 1) {
      const answer = await this.#ask(node.api.channel(of));
      shown = answer.kind === 'ok' ? String(answer.value.balance) : inWords(answer);
      if (shown === String(balance)) return;
      await this.#pause();
    }
    this.#note(
      `${node.name} shows another balance with ${partner.name} beside a lock`,
      String(balance),
      shown,
    );
  }

  async #expectPending(node: ProbedNode, role: PendingTransfer['role']): Promise<void> {
    const { payer, payee, channel } = this.#held;
    const partner = role === 'initiator' ? payee : payer;
    const token = channel.tokenAddress;
    const predicted = `${role} of ${this.#identifier} from ${payer.address} to ${payee.address}, ${this.#locked} locked`;
    for (const filter of [{}, { token }, { token, partner: partner.address }]) {
      const answer = await this.#ask(node.api.pendingTransfers(filter));
      if (answer.kind !== 'ok') return;
      this.#expect(`${node.name} lists another transfer in flight`, predicted, inFlight(answer.value));
    }
  }

  async #expectNothingPending(node: ProbedNode): Promise<void> {
    let shown = '';
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      const answer = await this.#ask(node.api.pendingTransfers());
      if (answer.kind !== 'ok' || answer.value.length === 0) return;
      shown = inFlight(answer.value);
      await this.#pause();
    }
    this.#note(`${node.name} lists a transfer whose lock expired`, 'nothing', shown);
  }

  async #expectPaid(amount: bigint, what: string): Promise<void> {
    const answer = await this.#pay(amount);
    if (answer.kind !== 'ok') this.#note(`${this.#held.payer.name} ${what}`, 'a receipt', inWords(answer));
  }

  async #expectRefused(asked: Promise<Answer<unknown>>, what: string): Promise<void> {
    const answer = await asked;
    if (answer.kind === 'ok')
      this.#note(`${this.#held.payer.name} ${what}`, 'a refusal', `status ${answer.status}`);
  }

  // Time that stands still while nodes are asked passes between two looks.
  #pause(): Promise<void> {
    const { clock, blockMs } = this.#probing;
    return sleep(clock, blockMs / LOOKS_A_BLOCK);
  }

  #expect(title: string, predicted: string, observed: string): void {
    if (observed !== predicted) this.#note(title, predicted, observed);
  }

  get #isUnderWay(): boolean {
    return !this.#isOver && this.#probing.clock.nowMs() < this.#untilMs;
  }

  get #tells(): boolean {
    return this.#isRest || this.#isUnderWay;
  }

  // Of several faults the first is told.
  #note(title: string, predicted: string, observed: string | undefined): void {
    if (this.#tells) this.#wrong ??= found(title, predicted, observed ?? 'nothing');
  }

  #pay(
    amount: bigint,
    details: { readonly identifier?: bigint; readonly secretHash?: string } = {},
  ): Promise<Answer<PaymentReceipt>> {
    const { payer, payee, channel } = this.#held;
    const { tokenAddress: token, settleTimeout: lockTimeout } = channel;
    const request = { token, target: payee.address, amount, ...details };
    return this.#ask(payer.api.pay(details.secretHash === undefined ? request : { ...request, lockTimeout }));
  }

  #payAgain(): Promise<Answer<PaymentReceipt>> {
    return this.#pay(this.#locked + 1n, { identifier: this.#identifier });
  }

  #withdraw(increase: bigint): Promise<Answer<unknown>> {
    const { payer, payee, channel } = this.#held;
    const { tokenAddress: token, totalWithdraw } = channel;
    const update = { token, partner: payee.address, totalWithdraw: totalWithdraw + increase };
    return this.#ask(payer.api.updateChannel(update));
  }

  #ask<Value>(answer: Promise<Value>): Promise<Value> {
    this.#probing.onCall();
    return answer;
  }
}

function inFlight(transfers: readonly PendingTransfer[]): string {
  const texts = transfers.map(
    ({ role, paymentIdentifier, initiator, target, lockedAmount }) =>
      `${role} of ${paymentIdentifier} from ${initiator} to ${target}, ${lockedAmount} locked`,
  );
  return texts.join('; ') || 'nothing';
}

function inWords(answer: Answer<unknown>): string {
  return answer.kind === 'ok' ? `status ${answer.status}` : withoutValueText(answer);
}

function found(title: string, predicted: string, observed: string): CaseFound {
  return { check: 'in-flight', title, predicted, observed };
}

/** A node that is asked after a sequence for what the sequence itself did not ask. */
export interface ProbedNode {
  readonly name: NodeName;
  readonly address: Address;
  readonly api: NodeApi;
  /** Its history has what it passed on for others. */
  readonly listsMediated: boolean;
}

/** The tools of a probe: a clock and chance. */
export interface Probing {
  readonly onCall: () => void;
  /** From 0 to 1; what is asked for anew has identifiers of its own. */
  readonly draw: () => number;
  /** Of the nodes. */
  readonly clock: Clock;
  /** How long a block takes there; absent: no payment may wait until its lock expires. */
  readonly blockMs: number | undefined;
}
