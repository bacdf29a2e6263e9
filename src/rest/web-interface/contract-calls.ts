import { type Address, hashFrom, toChecksumAddress } from '../../model/network/address.ts';
import { CONTRACT_ADDRESSES } from '../../model/network/contract-addresses.ts';
import type { ChainView } from '../../ports/chain-view.ts';

/** Answers `eth_call`: the few functions of token and deposit contracts that pages read. `0x` where there is nothing. */
export function callContract(
  chain: ChainView,
  { to, data }: { readonly to: string; readonly data: string },
): string {
  const contract = toChecksumAddress(to);
  const find = contract === CONTRACT_ADDRESSES.userDeposit ? USER_DEPOSIT : TOKEN;
  const answer = find.get(data.slice(0, SELECTOR_LENGTH).toLowerCase());
  return (
    answer?.(chain, {
      contract,
      argument: toChecksumAddress(data.slice(-ADDRESS_DIGITS).padStart(ADDRESS_DIGITS, '0')),
    }) ?? '0x'
  );
}

interface Called {
  readonly contract: Address;
  /** The only argument that these functions have. */
  readonly argument: Address;
}

type Answer = (chain: ChainView, called: Called) => string;

// The length of `0x` and four bytes.
const SELECTOR_LENGTH = 10;
const ADDRESS_DIGITS = 40;
const WORD_DIGITS = 64;

const TOKEN = bySelector({
  'name()': (chain, { contract }) => words(textWords(nameOf(chain, contract))),
  'symbol()': (chain, { contract }) => words(textWords(nameOf(chain, contract))),
  'decimals()': (chain, { contract }) => words([integerWord(BigInt(decimalsOf(chain, contract)))]),
  'balanceOf(address)': (chain, { contract, argument }) =>
    words([integerWord(chain.balance({ token: contract, owner: argument }))]),
});

const USER_DEPOSIT = bySelector({
  'token()': () => words([CONTRACT_ADDRESSES.serviceToken.slice(2).toLowerCase().padStart(WORD_DIGITS, '0')]),
  'balances(address)': (chain, { argument }) => words([integerWord(chain.userDeposit(argument).balance)]),
  'total_deposit(address)': (chain, { argument }) => words([integerWord(chain.userDeposit(argument).total)]),
  'withdraw_plans(address)': (chain, { argument }) => {
    const { amount, block } = chain.userDeposit(argument).plan ?? { amount: 0n, block: 0 };
    return words([integerWord(amount), integerWord(BigInt(block))]);
  },
});

// The tokens of services have as many as Raiden's, in units of which deposits are measured.
const SERVICE_TOKEN_DECIMALS = 18;

function decimalsOf(chain: ChainView, token: Address): number {
  return token === CONTRACT_ADDRESSES.serviceToken
    ? SERVICE_TOKEN_DECIMALS
    : (chain.token(token)?.decimals ?? 0);
}

function nameOf(chain: ChainView, token: Address): string {
  const name = token === CONTRACT_ADDRESSES.serviceToken ? 'RDN' : (chain.token(token)?.name ?? token);
  // A token that was registered later has its address for a name.
  return name === token ? token.slice(0, 6) : name;
}

function bySelector(functions: Readonly<Record<string, Answer>>): ReadonlyMap<string, Answer> {
  return new Map(
    Object.entries(functions).map(([signature, answer]) => [
      hashFrom(signature).slice(0, SELECTOR_LENGTH),
      answer,
    ]),
  );
}

function words(all: readonly string[]): string {
  return `0x${all.join('')}`;
}

function integerWord(value: bigint): string {
  return value.toString(16).padStart(WORD_DIGITS, '0');
}

// Where it begins, how long it is, and its bytes filled up to whole words.
function textWords(text: string): readonly string[] {
  const digits = Buffer.from(text).toString('hex');
  const filled = digits.padEnd(Math.ceil(digits.length / WORD_DIGITS) * WORD_DIGITS, '0');
  return [integerWord(32n), integerWord(BigInt(digits.length / 2)), filled];
}
