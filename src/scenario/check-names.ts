import type { NodeName } from '../model/network/network.ts';
import type { TopologySpec } from '../model/scenario/scenario.ts';
import { ALL_NODES, isNodePattern, namedNodes } from './node-patterns.ts';
import { type LeafStep, type Placed, placedNetworks, type ReadFile } from './placed-parts.ts';
import type { FaultList } from './text/fault-list.ts';
import { suggestion } from './text/suggestion.ts';
import type { PathStep } from './text/yaml-document.ts';

interface Mention {
  readonly path: readonly PathStep[];
  readonly name: NodeName;
  /** True in a list, where a range or a pattern may stand for several nodes. */
  readonly isListed: boolean;
}

interface NamingKeys {
  /** Keys that name a node, or a list of nodes each by its name. */
  readonly exact: readonly string[];
  /** Keys of lists that may hold ranges and patterns. */
  readonly listed: readonly string[];
}

const NAMING_KEYS: Readonly<Record<string, NamingKeys>> = {
  steps: {
    exact: ['from', 'to', 'node', 'target', 'partner', 'routes', 'stop', 'start', 'leave'],
    listed: [],
  },
  traffic: { exact: ['list'], listed: ['from', 'to'] },
  churn: { exact: [], listed: ['nodes'] },
  griefing: { exact: ['from', 'to', 'through'], listed: ['nodes'] },
  replenish: { exact: ['node'], listed: ['partners'] },
};

// The arguments of an event have names of their own.
const NO_NAMES_WITHIN = 'args';

/**
 * Checks that every node a scenario speaks of exists, as far as that is known without loading a snapshot. `written` is
 * the file as plain values. In a case steps were left out, so that a node may have no part in what is left.
 */
export function checkNames(file: ReadFile, written: object, faults: FaultList): void {
  const [withChannels, known] = [nodesWithChannels(file), knownNamesOf(file)];
  for (const name of Object.keys(file.classes ?? {}))
    if (name === 'all' || isNodePattern(name) || known?.has(name) === true)
      faults.at(['classes', name], 'this name stands for nodes already', 'rename the class');
  if (withChannels === undefined || known === undefined) return;
  if (known.size === 0) return faults.at([], 'no nodes, expected `network`, `networks` or `nodes`');
  const mentions = Object.entries(NAMING_KEYS).flatMap(([section, keys]) =>
    mentionsIn((written as Readonly<Record<string, unknown>>)[section], { path: [section], keys }),
  );
  for (const [name, { nodes }] of Object.entries(file.classes ?? {})) {
    const path = ['classes', name, 'nodes'];
    mentions.push(...namedNodes(nodes, known).map((node) => ({ path, name: node, isListed: false })));
  }
  const mentioned = new Set<NodeName>();
  for (const { path, name, isListed } of mentions) {
    const names = isListed ? namedNodes([name], known, file.classes) : [name];
    for (const each of names) mentioned.add(each);
    const unknown = names.find((each) => !known.has(each));
    if (unknown === undefined) continue;
    const hint =
      unknown === name
        ? (suggestion(unknown, known) ?? some(known))
        : `there is no ${unknown}; ${some(known)}`;
    faults.unexpected(path, 'a node of this scenario', hint);
  }
  // Where no node has a channel, those listed are the network.
  if (withChannels.size === 0 || file.case !== undefined) return;
  for (const name of Object.keys(file.nodes))
    if (!withChannels.has(name) && !mentioned.has(name))
      faults.at(
        ['nodes', name],
        `node "${name}" has no channel and no part in any step`,
        suggestion(name, withChannels) ?? some(withChannels),
      );
}

interface Within {
  readonly path: readonly PathStep[];
  readonly keys: NamingKeys;
  /** The closest key around the value. */
  readonly key?: string;
}

function mentionsIn(value: unknown, { path, keys, key = '' }: Within): readonly Mention[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => mentionsIn(item, { path: [...path, index], keys, key }));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, item]) =>
      name === NO_NAMES_WITHIN ? [] : mentionsIn(item, { path: [...path, name], keys, key: name }),
    );
  const isListed = keys.listed.includes(key);
  if (!isListed && !keys.exact.includes(key)) return [];
  // The word `all` instead of a list.
  if (isListed && value === 'all' && path.at(-1) === key)
    return key === 'nodes' ? [] : [{ path, name: ALL_NODES, isListed }];
  return [{ path, name: String(value), isListed }];
}

/** Checks that every channel a step speaks of by a name has got that name from a `remember` step. */
export function checkRemembered(steps: readonly Placed<LeafStep>[], faults: FaultList): void {
  const names = new Set(steps.flatMap(({ value }) => (value.kind === 'remember' ? [value.as] : [])));
  for (const { path, value } of steps) {
    if (value.kind !== 'observe' || !('channel' in value.observation)) continue;
    const { of, channel } = value.observation;
    if (names.has(channel)) continue;
    const expected = 'a name that a `remember` step gave';
    faults.unexpected([...path, 'observe', of, 'channel'], expected, suggestion(channel, names));
  }
}

/** The nodes of a scenario; undefined: only a snapshot tells. */
export function knownNamesOf(file: ReadFile): ReadonlySet<NodeName> | undefined {
  const names = nodesWithChannels(file);
  return names && new Set([...names, ...Object.keys(file.nodes)]);
}

function nodesWithChannels(file: ReadFile): ReadonlySet<NodeName> | undefined {
  const names = placedNetworks(file).map(({ value }) => nodeNamesOf(value.topology));
  return names.includes(undefined) ? undefined : new Set(names.flatMap((each) => each ?? []));
}

function some(names: ReadonlySet<NodeName>): string {
  const first = [...names].slice(0, 8);
  return `nodes are ${first.join(', ')}${names.size > first.length ? ', ...' : ''}`;
}

/** The names a topology gives its nodes; `undefined` when only loading a file can tell. */
export function nodeNamesOf(topology: TopologySpec): readonly NodeName[] | undefined {
  if ('nodes' in topology) return numbered('n', topology.nodes);
  switch (topology.kind) {
    case 'star':
      return ['hub', ...numbered('spoke', topology.spokes)];
    case 'grid':
      return numbered('r', topology.rows).flatMap((row) => numbered(`${row}c`, topology.columns));
    case 'core-periphery':
      return [...numbered('core', topology.core), ...numbered('leaf', topology.periphery)];
    case 'channels':
      return [...new Set(topology.channels.flatMap(({ between }) => between))];
    case 'snapshot':
      return undefined;
  }
}

function numbered(prefix: string, count: number): readonly NodeName[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}
