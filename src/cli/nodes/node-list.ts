import { hearDialects, toldVersion } from '../../jobs/targets/first-answers.ts';
import type { Target } from '../../jobs/targets/target.ts';
import { isLoopback } from '../../jobs/targets/trusted-hosts.ts';
import { type Address, addressFault, isAddress } from '../../model/network/address.ts';
import { InputError } from '../../errors.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import { namedFirst } from '../../model/node-text.ts';
import { FaultList } from '../../scenario/text/fault-list.ts';
import { readYaml } from '../../scenario/text/yaml-document.ts';
import { assembleNetwork } from '../../jobs/assemble.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { CommandContext } from '../command.ts';
import { readInputFile } from '../files/input-file.ts';
import { withoutCredentials } from '../../model/without-credentials.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import { beforeRoot } from '../../rest/connect/http-client.ts';
import { DIALECTS, dialectNamed } from '../../rest/dialect-named.ts';
import type { RestDialect } from '../../rest/rest-dialect.ts';

/** A node list, read. */
export interface NodeList {
  readonly targets: Readonly<Record<NodeName, Target>>;
  /** Addresses of the scenario's tokens; empty where the nodes themselves leave no choice. */
  readonly tokens: Readonly<Record<TokenName, Address>>;
}

/** A node list whose nodes have been asked what they are. */
export interface HeardNodes extends NodeList {
  /** Absent: they tell none. */
  readonly nodesVersion: string | undefined;
}

/**
 * Reads a node list (docs/command-line.md): node name to base URL, or to `url`, `address`, `headers` and `dialect`.
 * `${NAME}` in a header is taken from the environment. The key `tokens` maps token names to addresses, unless it
 * holds a `url`: then it is a node of that name. Throws one InputError with every fault found.
 */
export function parseNodeList({
  file,
  text,
  env,
}: {
  readonly file: string;
  readonly text: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): NodeList {
  const document = readYaml({ file, text });
  const faults = new FaultList(document);
  const targets: Record<NodeName, Target> = {};
  const tokens: Record<TokenName, Address> = {};
  for (const [name, entry] of Object.entries(isMapping(document.value) ? document.value : {})) {
    if (!isTokens(name, entry)) {
      const target = readTarget(entry, { path: [name], faults, env });
      if (target !== undefined) targets[name] = target;
      continue;
    }
    for (const [token, found] of Object.entries(entry)) {
      const address = readAddress(found, { path: [name, token], faults });
      if (address !== undefined) tokens[token] = address;
    }
  }
  for (const { name, before, what } of sharedBy(targets))
    faults.at([name], `has the same ${what} as ${before}`, 'Each node of a scenario is a node of its own.');
  if (!faults.isEmpty) throw faults.toError();
  if (Object.keys(targets).length > 0) return { targets, tokens };
  throw new InputError({
    place: { file },
    message: 'names no node',
    hint: 'Write one line per node: `alice: http://127.0.0.1:5001`.',
  });
}

/** A node list of these targets, as `millrace serve --write-nodes` writes it; all Python nodes without a `dialect`. */
export function nodeListText(targets: Readonly<Record<NodeName, string>>, dialect?: string): string {
  const entry = (url: string): string =>
    dialect === undefined ? url : `{url: "${url}", dialect: ${dialect}}`;
  return Object.entries(targets)
    .map(([name, url]) => `${JSON.stringify(name)}: ${entry(url)}\n`)
    .join('');
}

function isTokens(name: string, entry: unknown): entry is Readonly<Record<string, unknown>> {
  return name === 'tokens' && isMapping(entry) && !Object.hasOwn(entry, 'url');
}

function sharedBy(
  targets: Readonly<Record<NodeName, Target>>,
): readonly { readonly name: NodeName; readonly before: NodeName; readonly what: string }[] {
  const first = new Map<string, NodeName>();
  return Object.entries(targets).flatMap(([name, { baseUrl, address }]) =>
    Object.entries({ URL: baseUrl, ...(address === undefined ? {} : { address }) }).flatMap(
      ([what, value]) => {
        const before = first.get(value);
        if (before === undefined) first.set(value, name);
        return before === undefined ? [] : [{ name, before, what }];
      },
    ),
  );
}

/** Reads the node list in a file. Throws InputError. */
export function readNodeList(file: string, env: CommandContext['env']): NodeList {
  return parseNodeList({ file, text: readInputFile(file, 'a node list in YAML'), env });
}

/** Where each node of a scenario answers, from a node list. Throws InputError when one is missing. */
export function listedNodes(
  file: string,
  scenario: Scenario,
  env: CommandContext['env'],
  wanted: readonly NodeName[] = assembleNetwork(scenario).nodes(),
): NodeList {
  const list = readNodeList(file, env);
  const missing = wanted.filter((name) => !Object.hasOwn(list.targets, name));
  if (missing.length > 0) {
    throw new InputError({
      place: { file },
      message: `does not list ${namedFirst(missing, MOST_NAMED)}; scenario ${scenario.name} has ${wanted.length} nodes`,
      hint: `Add a line \`${missing[0] ?? ''}: <base URL>\` for each.`,
    });
  }
  const targets = Object.fromEntries(wanted.map((name) => [name, list.targets[name] as Target]));
  requireKnownTokens(list, file, scenario);
  return { targets, tokens: list.tokens };
}

/** Adds the version of the nodes, and their dialect where the list names none; prints each dialect it detected. */
export async function heardNodes(
  list: NodeList,
  { terminal }: Pick<CommandContext, 'terminal'>,
): Promise<HeardNodes> {
  const [{ targets, taken, mistaken }, nodesVersion] = await Promise.all([
    hearDialects(list.targets),
    toldVersion(list.targets),
  ]);
  if (taken !== undefined)
    terminal.note(
      `Answers of ${taken.by} are those of ${taken.dialect}: every node without a \`dialect:\` is taken for that.\n`,
    );
  for (const { node, said, heard } of mistaken)
    terminal.note(`${node} answers as ${heard}, and the node list says \`dialect: ${said}\`.\n`);
  return { ...list, targets, nodesVersion };
}

function requireKnownTokens({ tokens }: NodeList, file: string, scenario: Scenario): void {
  const tokenNames = new Set(scenario.tokens.map(({ name }) => name));
  const unknown = Object.keys(tokens).find((token) => !tokenNames.has(token));
  if (unknown === undefined) return;
  throw new InputError({
    place: { file, path: `tokens.${unknown}` },
    message: `scenario ${scenario.name} has no token ${unknown}`,
    hint: `Its tokens are ${[...tokenNames].join(', ')}.`,
  });
}

const MOST_NAMED = 5;

/** A load can take somebody's node down and moves money: outside this machine it needs a word for it. */
export function requireOwnTargets(file: string, targets: NodeList['targets']): void {
  const elsewhere = Object.entries(targets).flatMap(([name, { baseUrl }]) =>
    isLoopback(baseUrl) ? [] : [`${name} at ${baseUrl}`],
  );
  if (elsewhere.length === 0) return;
  throw new InputError({
    place: { file },
    message: `not on this machine: ${namedFirst(elsewhere, MOST_NAMED)}; a load can take nodes down and moves their money`,
    hint: 'Add --i-own-this-target if these nodes are yours, or you may load them.',
  });
}

interface Reading {
  readonly path: readonly string[];
  readonly faults: FaultList;
}

/** Reads one entry of a node list: a base URL, or a mapping with `url`, `address`, `headers` and `dialect`. */
function readTarget(
  entry: unknown,
  { path, faults, env }: Reading & { readonly env: CommandContext['env'] },
): Target | undefined {
  const { url, address, headers, dialect, ...others } = isMapping(entry) ? entry : { url: entry };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    faults.at([...path, unknown], 'unknown key; expected url, address, headers or dialect');
    return undefined;
  }
  const spoken = dialectNamed(isDialect(dialect) ? dialect : undefined);
  const baseUrl = httpBase(url, spoken);
  if (baseUrl === undefined) faults.at([...path, 'url'], notUrl(url));
  const known =
    address === undefined ? undefined : readAddress(address, { path: [...path, 'address'], faults }, spoken);
  if (dialect !== undefined && !isDialect(dialect))
    faults.at([...path, 'dialect'], `expected one of ${[...DIALECTS.keys()].join(', ')}`);
  const filled = filledHeaders(headers, env);
  if (typeof filled === 'string') faults.at([...path, 'headers'], filled);
  if (baseUrl === undefined || typeof filled === 'string') return undefined;
  const spokenHere = isDialect(dialect) ? dialect : undefined;
  return { baseUrl, ...withoutUndefined({ address: known, headers: filled, dialect: spokenHere }) };
}

function isDialect(found: unknown): found is string {
  return typeof found === 'string' && DIALECTS.has(found);
}

/** Reads an EIP-55 address; the Python node spells it unless another dialect is given. */
function readAddress(
  found: unknown,
  { path, faults }: Reading,
  dialect = dialectNamed(),
): Address | undefined {
  const expected = 'expected an address (0x and 40 hex digits';
  const { address, tokens } = dialect.endpoints;
  // Unquoted hexadecimal is a number in YAML.
  if (typeof found !== 'string') faults.at(path, `${expected}, in quotes), found a ${typeof found}`);
  else if (isAddress(found)) return found;
  else if (addressFault(found) !== 'bad-checksum')
    faults.at(path, `${expected}), found ${JSON.stringify(found)}`);
  else
    faults.at(
      path,
      `the address has a wrong checksum (EIP-55): ${found}`,
      `Copy it as the node itself spells it: GET ${address.path}, or ${tokens.path}.`,
    );
  return undefined;
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
  env: CommandContext['env'],
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
function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
