import type { Target } from '../../jobs/targets/target.ts';
import type { Address } from '../../model/network/address.ts';
import { InputError, type InputFault } from '../../errors.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import { namedFirst } from '../../report/words/text-lines.ts';
import { pathText, readYaml } from '../../scenario/text/yaml-document.ts';
import { isMapping, readAddress, readNodeTarget, type WrongTarget } from './node-target.ts';
import { assembleNetwork } from '../../jobs/assemble.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { CommandContext } from '../command.ts';
import { readInputFile } from '../files/input-file.ts';

/** A node list, read. */
export interface NodeList {
  readonly targets: Readonly<Record<NodeName, Target>>;
  /** Addresses of the scenario's tokens; empty where the nodes themselves leave no choice. */
  readonly tokens: Readonly<Record<TokenName, Address>>;
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
  const faults: InputFault[] = [];
  const targets: Record<NodeName, Target> = {};
  const tokens: Record<TokenName, Address> = {};
  const blame = ({ fault, at }: WrongTarget, ...above: readonly string[]): void => {
    const path = [...above, ...at];
    faults.push({ ...fault, place: { ...document.placeOf(path), path: pathText(path) } });
  };
  for (const [name, entry] of Object.entries(isMapping(document.value) ? document.value : {})) {
    if (isTokens(name, entry)) {
      for (const [token, found] of Object.entries(entry)) {
        const address = readAddress(found, token);
        if (typeof address === 'string') tokens[token] = address;
        else blame(address, name);
      }
      continue;
    }
    const read = readNodeTarget(entry, env);
    if ('baseUrl' in read) targets[name] = read;
    else blame(read, name);
  }
  for (const { name, before, what } of sharedBy(targets)) {
    faults.push({
      place: { ...document.placeOf([name]), path: name },
      message: `has the same ${what} as ${before}`,
      hint: 'Each node of a scenario is a node of its own.',
    });
  }
  if (faults.length > 0) throw new InputError(faults);
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

function requireKnownTokens({ tokens }: NodeList, file: string, scenario: Scenario): void {
  const known = new Set(scenario.tokens.map(({ name }) => name));
  const unknown = Object.keys(tokens).find((token) => !known.has(token));
  if (unknown === undefined) return;
  throw new InputError({
    place: { file, path: `tokens.${unknown}` },
    message: `scenario ${scenario.name} has no token ${unknown}`,
    hint: `Its tokens are ${[...known].join(', ')}.`,
  });
}

/** True for addresses that cannot leave this machine. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127(\.\d{1,3}){3}$/.test(hostname) ||
    hostname === '[::1]'
  );
}

const MOST_NAMED = 5;

/** A load can take somebody's node down and moves money: outside this machine it needs a word for it. */
export function requireOwnTargets(urls: readonly string[], { owned }: { readonly owned: boolean }): void {
  const elsewhere = [...new Set(urls.filter((url) => !isLoopback(url)))];
  if (owned || elsewhere.length === 0) return;
  throw new InputError({
    message: `not on this machine: ${namedFirst(elsewhere, MOST_NAMED)}; a load can take nodes down and moves their money`,
    hint: 'Add --i-own-this-target if these nodes are yours, or you may load them.',
  });
}
