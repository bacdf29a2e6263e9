import type { Target } from '../../jobs/targets/target.ts';
import type { Address } from '../../model/network/address.ts';
import { InputError, type InputFault } from '../../errors.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import { pathText, readYaml } from '../../scenario/text/yaml-document.ts';
import { isMapping, readAddress, readNodeTarget, type WrongTarget } from './node-target.ts';

/** What a node list says. */
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
