import { z } from 'zod';
import type { Address } from '../../model/network/address.ts';
import { CONTRACT_ADDRESSES } from '../../model/network/contract-addresses.ts';
import type { Answer } from '../../model/run/answer.ts';
import { refused } from '../../model/run/reason.ts';
import { wireAddress, wireIntegerLiteral } from '../wire/scalars.ts';
import { CONSTANT_INFO, CONSTANT_NETWORK_INFO } from './path-finding-info.ts';

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

// Refusals of a promise, in the service's words and with its codes (raiden.md 3.4).
const FAULTS = {
  missing: ['No IOU for service fees has been provided.', 2101],
  chain: ['This service does not work on the given blockchain.', 2005],
  receiver: ['IOU not addressed to the correct receiver.', 2102],
  expiry: ['Please use a higher `expiration_block`.', 2103],
  payment: ['The provided payment is lower than service fee.', 2104],
  existing: ['Please increase the amount of the existing IOU instead of creating a new one.', 2106],
  deposit: ['Not enough deposit in UserDeposit contract.', 2107],
  oneToN: ['The IOU uses a different OneToN contract than the service', 2108],
} as const;

/** The service's codes of these refusals. */
export const IOU_CODES: Readonly<Record<string, number>> = Object.fromEntries(Object.values(FAULTS));

/** The blocks that a first promise has to be valid for: a week (MIN_IOU_EXPIRY of raiden-services). */
export const LEAST_LIFE = 7n * 24n * 60n * 4n;
const CHAIN = BigInt(CONSTANT_NETWORK_INFO.chain_id);
// Clients give feedback within minutes; more tokens than these were forgotten by their clients.
const MOST_TOKENS = 10_000;

/** The service as it looks at a promise. */
interface Service {
  readonly price: bigint;
  readonly block: number;
  readonly depositOf: (sender: Address) => bigint;
}

/** The promises of clients to the path-finding service, and the answers that they may tell about. */
export class ServiceAccount {
  readonly #ious = new Map<Address, Iou>();
  readonly #tokens = new Set<string>();

  /** Takes the promise of a request; the refusal where it is not good enough. A service that costs nothing takes none. */
  take(given: unknown, { price, block, depositOf }: Service): Answer<never> | undefined {
    if (price === 0n) return undefined;
    if (given === undefined || given === null) return refused(400, FAULTS.missing[0]);
    const read = wireIou.safeParse(given);
    if (!read.success) return refused(400, { iou: ['Invalid input type.'] });
    const iou = read.data;
    const last = this.#ious.get(iou.sender);
    const owed = (last?.amount ?? 0n) + price;
    const fault = [
      iou.receiver !== CONSTANT_INFO.payment_address && FAULTS.receiver,
      (iou.chain_id ?? CHAIN) !== CHAIN && FAULTS.chain,
      iou.one_to_n_address !== CONTRACT_ADDRESSES.oneToN && FAULTS.oneToN,
      last !== undefined && last.expiration_block !== iou.expiration_block && FAULTS.existing,
      last === undefined && iou.expiration_block < BigInt(block) + LEAST_LIFE && FAULTS.expiry,
      iou.amount < owed && FAULTS.payment,
      depositOf(iou.sender) < owed && FAULTS.deposit,
    ].find((each) => each !== false);
    if (fault !== undefined) return refused(400, fault[0]);
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
    const [oldest] = this.#tokens;
    if (this.#tokens.size > MOST_TOKENS && oldest !== undefined) this.#tokens.delete(oldest);
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
