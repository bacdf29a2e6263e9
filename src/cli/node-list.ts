import type { ReplayTarget } from '../jobs/replay-target.ts';
import { InputError, type InputFault } from '../model/errors.ts';
import type { NodeName } from '../model/network.ts';
import { pathText, readYaml } from '../scenario/yaml-document.ts';
import { readNodeTarget } from './node-target.ts';

/**
 * Reads a node list (docs/command-line.md): node name to base URL, or to `url`, `address` and `headers`.
 * `${NAME}` in a header is taken from the environment. Throws one InputError with every fault found.
 */
export function parseNodeList({
  file,
  text,
  env,
}: {
  readonly file: string;
  readonly text: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): Readonly<Record<NodeName, ReplayTarget>> {
  const document = readYaml({ file, text });
  const faults: InputFault[] = [];
  const targets: Record<NodeName, ReplayTarget> = {};
  for (const [name, entry] of entriesOf(document.value)) {
    const read = readNodeTarget(entry, env);
    if ('baseUrl' in read) targets[name] = read;
    else {
      const path = [name, ...read.at];
      faults.push({ ...read.fault, place: { ...document.placeOf(path), path: pathText(path) } });
    }
  }
  for (const { name, before, what } of sharedBy(targets)) {
    faults.push({
      place: { ...document.placeOf([name]), path: name },
      message: `has the same ${what} as ${before}`,
      hint: 'Each node of a scenario is a node of its own.',
    });
  }
  if (faults.length > 0) throw new InputError(faults);
  if (Object.keys(targets).length > 0) return targets;
  throw new InputError({
    place: { file },
    message: 'names no node',
    hint: 'Write one line per node: `alice: http://127.0.0.1:5001`.',
  });
}

/** A node list of these targets, as `millrace serve --write-nodes` writes it. */
export function nodeListText({ targets }: { readonly targets: Readonly<Record<NodeName, string>> }): string {
  return Object.entries(targets)
    .map(([name, url]) => `${JSON.stringify(name)}: ${url}\n`)
    .join('');
}

function entriesOf(value: unknown): readonly [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

function sharedBy(
  targets: Readonly<Record<NodeName, ReplayTarget>>,
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
