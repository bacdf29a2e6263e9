import { InputError } from '../../errors.ts';
import { isName } from '../../scenario/fields/values.ts';

// `0x` and eight digits, or ten of a public key: nobody reads more.
const SHORT = 10;

interface Naming {
  readonly aliases: readonly (readonly [key: string, alias: string])[];
  readonly keys: readonly string[];
  /** The node whose exports these are. */
  readonly self: { readonly name: string | undefined; readonly key: string | undefined };
}

/** Names that people read for public keys and addresses: the alias where it is one node's alone, else a short key. */
export class NodeNames {
  readonly self: string;
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor({ aliases, keys, self }: Naming) {
    const aliasOf = new Map(
      aliases.map(([key, alias]) => [key, nameIn(alias)] as const).filter(([, alias]) => isName(alias)),
    );
    this.self = self.name ?? (self.key === undefined ? undefined : aliasOf.get(self.key)) ?? 'me';
    this.#taken.add(this.self);
    if (self.key !== undefined) this.#names.set(self.key, this.self);
    for (const key of keys) if (!this.#names.has(key)) this.#add(key, aliasOf.get(key));
  }

  /** The name of a key; what is no key is a name already. */
  of(key: string): string {
    return this.#names.get(key) ?? key;
  }

  #add(key: string, alias: string | undefined): void {
    const short = key.slice(0, SHORT);
    const candidates = [alias, alias && `${alias}-${short}`, short, key];
    const name = candidates.find((each) => each !== undefined && isName(each) && !this.#taken.has(each));
    if (name === undefined)
      throw new InputError({
        message: `no name is left for ${key}: it is no name, or another node has it`,
        hint: 'Call your own node something else with --name.',
      });
    this.#taken.add(name);
    this.#names.set(key, name);
  }
}

// Blanks and signs of other scripts are in no name.
function nameIn(alias: string): string {
  return alias.replaceAll(/[^A-Za-z0-9_.@-]+/g, '-').replaceAll(/^[-.@]+|-+$/g, '');
}
