import { InvariantError } from '../../errors.ts';

/** The names that may stand in braces in a case, each with what a node must tell or a network have to fill it in. */
export const PLACEHOLDERS = {
  root: 'the root of the paths',
  any: 'anything',
  identifier: 'an identifier that was not used before',
  secret: 'a secret that was not used before',
  secretHash: 'the hash of that secret',
  nobody: 'an address that no node has',
  unknownToken: 'an address that is no token',
  self: "the node's own address",
  token: 'a token in which the node has an open channel with tokens of its own',
  tokenNetwork: 'the network of that token',
  partner: 'the partner of that channel',
  deposit: 'what the node has deposited in that channel, 2 at least',
  withdrawn: 'what the node has withdrawn from that channel',
  withdrawable: 'what the node could have withdrawn from that channel in all',
  settleTimeout: 'the settle timeout of that channel',
  revealTimeout: 'the reveal timeout of that channel',
  channelId: 'the identifier of that channel',
  beyond: 'a listed node that only a mediator reaches',
  payee:
    'a listed node that only a mediator reaches, and whose first payment with this one, if any, went there',
  stranger: 'a listed node that runs and has no channel with this one',
  isolated: 'a listed node that runs and has no channel of that token',
  absentPartner: 'a partner that is listed and does not run',
  otherToken: 'a second token, in which the node has no channel',
  newToken: 'a token that has no network yet',
  serviceToken: 'the token in which services are paid, which anyone may make',
  unpaidToken: 'a second token, in which the node has no channel and no payment in its history',
} as const;

/** A name that may stand in braces. */
export type Placeholder = keyof typeof PLACEHOLDERS;

/** The values of placeholders, as far as they are known. */
export type Surroundings = ReadonlyMap<Placeholder, string>;

// `{partner}`, or `{partner.lower}`.
const IN_BRACES = /\{([a-zA-Z]+)(?:\.([a-z]+))?\}/g;

const SPELLINGS: Readonly<Record<string, (value: string) => string>> = {
  lower: (address) => address.toLowerCase(),
  upper: (address) => `0x${address.slice(2).toUpperCase()}`,
  bare: (address) => address.slice(2),
  cut: (address) => address.slice(0, -1),
  less: (integer) => (BigInt(integer) - 1n).toString(),
  more: (integer) => (BigInt(integer) + 1n).toString(),
};

/** The text with everything in braces filled in. Throws when something is not known: ask `unknownIn` before. */
export function fillIn(text: string, known: Surroundings): string {
  return text.replace(IN_BRACES, (_all, name: string, spelling?: string) => {
    const value = known.get(name as Placeholder);
    const spell = spelling === undefined ? undefined : SPELLINGS[spelling];
    if (value === undefined || (spelling !== undefined && spell === undefined))
      throw new InvariantError(`${text} names ${name}, which is not known`);
    return spell === undefined ? value : spell(value);
  });
}

/** The placeholders in these texts. */
export function placeholdersIn(texts: readonly string[]): readonly Placeholder[] {
  const names = texts.flatMap((text) => [...text.matchAll(IN_BRACES)].map(([, name]) => name));
  return [...new Set(names)] as Placeholder[];
}
