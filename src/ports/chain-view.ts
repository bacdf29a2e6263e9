import type { Address } from '../model/network/address.ts';
import type { Amount } from '../model/network/amount.ts';

/** The chain of a simulated network as anyone can read it. */
export interface ChainView {
  latestBlock(): number;
  /** Undefined: no token network was made for it. */
  token(address: Address): { readonly name: string; readonly decimals: number } | undefined;
  /** True for the address of a token network, and for that of its token. */
  isNetwork(address: Address): boolean;
  /** Tokens in an account, apart from those in channels and deposits. */
  balance(of: { readonly token: Address; readonly owner: Address }): Amount;
  userDeposit(owner: Address): DepositOnChain;
}

/** The deposit for services that an account has. */
export interface DepositOnChain {
  /** Whatever was put in since the start; never decreases. */
  readonly total: Amount;
  readonly balance: Amount;
  /** A withdrawal that was announced, and the block from which on it may be made; absent: none. */
  readonly plan?: { readonly amount: Amount; readonly block: number };
}
