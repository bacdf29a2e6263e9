import { withoutCredentials } from '../../model/without-credentials.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import type { Target } from '../../jobs/targets/target.ts';
import { type Address, addressFault, isAddress } from '../../model/network/address.ts';
import type { InputFault } from '../../errors.ts';
import { beforeRoot } from '../../rest/connect/http-client.ts';
import { DIALECTS, dialectNamed } from '../../rest/dialect-named.ts';
import type { RestDialect } from '../../rest/rest-dialect.ts';

/** A fault of an entry of a node list, and at which of its keys. */
export interface WrongTarget {
  readonly fault: Omit<InputFault, 'place'>;
  readonly at: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const KEYS: ReadonlySet<string> = new Set(['url', 'address', 'headers', 'dialect']);

/** Reads one entry of a node list: a base URL, or a mapping with `url`, `address`, `headers` and `dialect`. */
export function readNodeTarget(entry: unknown, env: Environment): Target | WrongTarget {
  if (!isMapping(entry)) {
    const baseUrl = httpBase(entry, dialectNamed());
    return baseUrl === undefined ? wrong(notUrl(entry)) : { baseUrl };
  }
  const unknown = Object.keys(entry).find((key) => !KEYS.has(key));
  if (unknown !== undefined)
    return wrong('unknown key; expected url, address, headers or dialect', { at: unknown });
  const { url, address, headers, dialect } = entry;
  const spoken = dialectNamed(isDialect(dialect) ? dialect : undefined);
  const baseUrl = httpBase(url, spoken);
  if (baseUrl === undefined) return wrong(notUrl(url), { at: 'url' });
  const known = address === undefined ? undefined : readAddress(address, 'address', spoken);
  if (typeof known === 'object') return known;
  if (dialect !== undefined && !isDialect(dialect))
    return wrong(`expected one of ${[...DIALECTS.keys()].join(', ')}`, { at: 'dialect' });
  const filled = filledHeaders(headers, env);
  if (typeof filled === 'string') return wrong(filled, { at: 'headers' });
  return {
    baseUrl,
    ...withoutUndefined({ address: known, headers: filled, dialect }),
  };
}

function isDialect(found: unknown): found is string {
  return typeof found === 'string' && DIALECTS.has(found);
}

/** Reads an EIP-55 address that stands under the key `at`; the Python node spells it unless another dialect is given. */
export function readAddress(found: unknown, at: string, dialect = dialectNamed()): Address | WrongTarget {
  const expected = 'expected an address (0x and 40 hex digits';
  // Unquoted hexadecimal is a number in YAML.
  if (typeof found !== 'string') return wrong(`${expected}, in quotes), found a ${typeof found}`, { at });
  if (isAddress(found)) return found;
  if (addressFault(found) !== 'bad-checksum')
    return wrong(`${expected}), found ${JSON.stringify(found)}`, { at });
  const { address, tokens } = dialect.endpoints;
  return wrong(`the address has a wrong checksum (EIP-55): ${found}`, {
    at,
    hint: `Copy it as the node itself spells it: GET ${address.path}, or ${tokens.path}.`,
  });
}

function wrong(
  message: string,
  { at, hint }: { readonly at?: string; readonly hint?: string } = {},
): WrongTarget {
  return { fault: { message, hint }, at: at === undefined ? [] : [at] };
}

/** The URL without the dialect's root and trailing slash, as requests are built on it. */
function httpBase(value: unknown, dialect: RestDialect): string | undefined {
  if (typeof value !== 'string' || !/^https?:\/\//.test(value) || !URL.canParse(value)) return undefined;
  const { origin, pathname, search, hash, username, password } = new URL(value);
  // Credentials belong into headers: a URL is shown and recorded.
  if (`${search}${hash}${username}${password}` !== '') return undefined;
  return `${origin}${beforeRoot(pathname, dialect)}`;
}

function notUrl(found: unknown): string {
  return `expected an http or https URL, credentials under headers, found ${found === undefined ? 'none' : withoutCredentials(JSON.stringify(found))}`;
}

// RFC 9110: a token, and visible characters with blanks between them. What goes beyond latin1 has no bytes here.
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/** The headers with variables filled in, or what is wrong with them. */
function filledHeaders(
  headers: unknown,
  env: Environment,
): Readonly<Record<string, string>> | string | undefined {
  if (headers === undefined) return undefined;
  if (!isMapping(headers)) return 'expected header names with their values';
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string') return `${name}: expected text`;
    const names = [...value.matchAll(/\$\{(\w+)\}/g)].map(([, key]) => key as string);
    const missing = names.find((key) => env[key] === undefined);
    if (missing !== undefined) return `${name}: the environment has no variable ${missing}`;
    const text = value.replace(/\$\{(\w+)\}/g, (_all, key: string) => env[key] ?? '');
    if (!HEADER_NAME.test(name)) return `${name}: no name of a header`;
    // Not shown: it may be a secret.
    if (!HEADER_VALUE.test(text))
      return `${name}: its value has a line break or a character no header may have`;
    const before = Object.keys(filled).find((other) => other.toLowerCase() === name.toLowerCase());
    if (before !== undefined) return `${name}: the same header as ${before}`;
    filled[name] = text;
  }
  return filled;
}

/** A YAML mapping. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
