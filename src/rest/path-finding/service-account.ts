import { z } from 'zod';
import type { Address } from '../../model/network/address.ts';
import { CONTRACT_ADDRESSES } from '../../model/network/contract-addresses.ts';
import type { Answer } from '../../model/run/answer.ts';
import { refused } from '../../model/run/reason.ts';
import { wireAddress, wireIntegerLiteral } from '../wire/scalars.ts';

/** A promise to pay the service, as a client sends it; signatures are not checked (docs/what-is-simulated.md). */
export const wireIou = z
  .looseObject({
    sender: wireAddress,
    receiver: wireAddress,
    one_to_n_address: wireAddress,
    amount: wireIntegerLiteral,
    expiration_block: wireIntegerLiteral,
    chain_id: wireIntegerLiteral.optional(),
    signature: z.string().optional(),
  })
  .meta({ id: 'Iou' });

type Iou = z.output<typeof wireIou>;

/** Refusals of a promise, by the service's codes and in its words (raiden.md 3.4). */
export const IOU_CODES: Readonly<Record<string, number>> = {
  'This service does not work on the given blockchain.': 2005,
  'IOU not addressed to the correct receiver.': 2102,
  'Please use a higher `expiration_block`.': 2103,
  'The provided payment is lower than service fee.': 2104,
  'Please increase the amount of the existing IOU instead of creating a new one.': 2106,
  'Not enough deposit in UserDeposit contract.': 2107,
  'The IOU uses a different OneToN contract than the service': 2108,
};

const [CHAIN, RECEIVER, EXPIRY, PAYMENT, EXISTING, DEPOSIT, ONE_TO_N] = Object.keys(IOU_CODES) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

// A week of blocks (MIN_IOU_EXPIRY of raiden-services).
const LEAST_LIFE = 7n * 24n * 60n * 4n;
// Clients give feedback within minutes; more tokens than these were forgotten by their clients.
const MOST_TOKENS = 10_000;

/** The service as it looks at a promise. */
interface Service {
  readonly paymentAddress: Address;
  readonly chainId: bigint;
  readonly price: bigint;
  readonly block: number;
  readonly depositOf: (sender: Address) => bigint;
}

/** The promises of clients to the path-finding service, and the answers that they may tell about. */
export class ServiceAccount {
  readonly #ious = new Map<Address, Iou>();
  readonly #tokens = new Set<string>();

  /** Takes the promise of a request; the refusal where it is not good enough. A service that costs nothing takes none. */
  take(
    given: unknown,
    { paymentAddress, chainId, price, block, depositOf }: Service,
  ): Answer<never> | undefined {
    if (price === 0n || given === undefined || given === null) return undefined;
    const read = wireIou.safeParse(given);
    if (!read.success) return refused(400, { iou: ['Invalid input type.'] });
    const iou = read.data;
    const last = this.#ious.get(iou.sender);
    const owed = (last?.amount ?? 0n) + price;
    const fault = [
      iou.receiver !== paymentAddress && RECEIVER,
      (iou.chain_id ?? chainId) !== chainId && CHAIN,
      iou.one_to_n_address !== CONTRACT_ADDRESSES.oneToN && ONE_TO_N,
      last !== undefined && last.expiration_block !== iou.expiration_block && EXISTING,
      last === undefined && iou.expiration_block < BigInt(block) + LEAST_LIFE && EXPIRY,
      iou.amount < owed && PAYMENT,
      depositOf(iou.sender) < owed && DEPOSIT,
    ].find((text) => text !== false);
    if (fault !== undefined) return refused(400, fault);
    this.#ious.set(iou.sender, iou);
    return undefined;
  }

  /** The last promise of a client; `undefined`: none. */
  lastOf(sender: Address): Iou | undefined {
    return this.#ious.get(sender);
  }

  /** An answer was given under this token. */
  answered(token: string): void {
    this.#tokens.add(token);
    if (this.#tokens.size > MOST_TOKENS)
      for (const oldest of [...this.#tokens].slice(0, 1)) this.#tokens.delete(oldest);
  }

  /** As if nobody had asked yet. */
  forget(): void {
    this.#ious.clear();
    this.#tokens.clear();
  }

  /** True for the token of an answer. */
  knows(token: string): boolean {
    return this.#tokens.has(token.replaceAll('-', ''));
  }
}
