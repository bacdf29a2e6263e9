import { REPLENISH_KEYS } from '../model/disturbances/replenish.ts';
import type { NodeChoice } from '../model/disturbances/disturbance.ts';
import type { NodeName } from '../model/network/network.ts';
import type { TopologySpec } from '../model/scenario/scenario.ts';
import { isName } from './fields/values.ts';
import { namedNodes } from './node-patterns.ts';
import type { Draft, LeafStep, Part, PlacedPart } from './text/draft.ts';
import type { FaultList } from './text/fault-list.ts';
import { suggestion } from './text/suggestion.ts';
import type { PathStep } from './text/yaml-document.ts';

interface Mention {
  readonly path: readonly PathStep[];
  readonly name: NodeName;
  /** True in a list, where a range or a pattern may stand for several nodes. */
  readonly isListed?: true;
}

/**
 * Checks that every node a scenario speaks of exists, as far as that is known without loading a snapshot. In a case steps
 * were left out, so that a node may have no part in what is left.
 */
export function checkNames(draft: Draft, faults: FaultList, { isCase }: { readonly isCase: boolean }): void {
  const placed = placedNames(draft);
  const knownNames = knownNamesOf(draft);
  if (placed === undefined || knownNames === undefined) return;
  if (placed.size === 0 && draft.nodes.length === 0) {
    faults.at([], 'no nodes, expected `network`, `networks` or `nodes`');
    return;
  }
  const declared = declaredNames(draft);
  const mentions = [
    ...draft.steps.flatMap(inStep),
    ...draft.traffic.flatMap(inTraffic),
    ...draft.churn.flatMap(inChosen),
    ...draft.griefing.flatMap(inGriefing),
    ...draft.replenish.flatMap(inReplenish),
  ];
  for (const mention of mentions) {
    const unknown = namesOf(mention, knownNames).find((name) => !knownNames.has(name));
    if (unknown === undefined) continue;
    const hint = suggestion(unknown, knownNames) ?? some(knownNames);
    const expected = 'a node of this scenario';
    if (unknown === mention.name) faults.unexpected(mention.path, expected, hint);
    else faults.unexpected(mention.path, expected, `there is no ${unknown}; ${some(knownNames)}`);
  }
  // Where no node has a channel, those listed are the network.
  if (placed.size === 0 || isCase) return;
  const mentioned = new Set(mentions.flatMap((mention) => namesOf(mention, knownNames)));
  for (const { path, name } of declared)
    if (!placed.has(name) && !mentioned.has(name))
      faults.at(
        path,
        `node "${name}" has no channel and no part in any step`,
        suggestion(name, placed) ?? some(placed),
      );
}

/** Checks that every channel a step speaks of by a name has got that name from a `remember` step. */
export function checkRemembered({ steps }: Draft, faults: FaultList): void {
  const names = new Set(steps.flatMap(({ value }) => (value.kind === 'remember' ? [value.as] : [])));
  for (const { path, value } of steps) {
    if (value.kind !== 'observe' || !('channel' in value.observation)) continue;
    const { of, channel } = value.observation;
    if (names.has(channel)) continue;
    const expected = 'a name that a `remember` step gave';
    faults.unexpected([...path, 'observe', of, 'channel'], expected, suggestion(channel, names));
  }
}

/** The nodes of a scenario; undefined: a part that would name nodes is a snapshot or could not be read. */
export function knownNamesOf(draft: Draft): ReadonlySet<NodeName> | undefined {
  const placed = placedNames(draft);
  return placed && new Set([...placed, ...declaredNames(draft).map(({ name }) => name)]);
}

function declaredNames({ nodes }: Draft): readonly Mention[] {
  return nodes
    .map(({ path }): Mention => ({ path, name: String(path.at(-1)) }))
    .filter(({ name }) => isName(name));
}

function namesOf({ name, isListed }: Mention, known: ReadonlySet<NodeName>): readonly NodeName[] {
  return isListed ? namedNodes([name], known) : [name];
}

// Undefined: a part that would name nodes is a snapshot or could not be read.
function placedNames({ networks, namesAreComplete }: Draft): ReadonlySet<NodeName> | undefined {
  const names = new Set<NodeName>();
  for (const { value } of networks) {
    const ownNames = nodeNamesOf(value.topology);
    if (ownNames === undefined) return undefined;
    for (const name of ownNames) names.add(name);
  }
  return namesAreComplete ? names : undefined;
}

function inStep({ path, value }: PlacedPart<LeafStep>): readonly Mention[] {
  const at = [...path, value.kind];
  if (value.kind === 'wait') return [];
  if (value.kind === 'observe') return inObservation(value.observation, at);
  if ('node' in value) return [{ path: [...at, 'node'], name: value.node }];
  return [
    { path: [...at, 'from'], name: value.from },
    { path: [...at, 'to'], name: value.to },
  ];
}

function inObservation(
  { of, ...settings }: Extract<LeafStep, { kind: 'observe' }>['observation'],
  path: readonly PathStep[],
): readonly Mention[] {
  const given: Readonly<Record<string, unknown>> = settings;
  const named = ['node', 'target', 'partner'].flatMap((key): readonly Mention[] => {
    const name = given[key];
    return typeof name === 'string' ? [{ path: [...path, of, key], name }] : [];
  });
  const routes = 'routes' in settings ? (settings.routes ?? []) : [];
  return [
    ...named,
    ...routes.flatMap((route, index) =>
      route.map((name, at) => ({ path: [...path, of, 'routes', index, at], name })),
    ),
  ];
}

function inTraffic({ path, value: { pairs } }: Part<'traffic'>): readonly Mention[] {
  const at = [...path, 'pairs', pairs.kind];
  const named = (key: string, names: readonly NodeName[] = []): Mention[] =>
    names.map((name, index) => ({ path: [...at, key, index], name, isListed: true }));
  if ('pairs' in pairs)
    return pairs.pairs.flatMap((pair, index) =>
      pair.map((name, side) => ({ path: [...at, index, side], name })),
    );
  return [
    ...('from' in pairs ? named('from', pairs.from) : []),
    ...('to' in pairs ? named('to', pairs.to) : []),
  ];
}

function inChosen({ path, value: { kind, nodes } }: PlacedPart<ChoosesNodes>): readonly Mention[] {
  if (nodes.kind !== 'named') return [];
  return nodes.names.map((name, index) => ({ path: [...path, kind, 'nodes', index], name, isListed: true }));
}

interface ChoosesNodes {
  readonly kind: string;
  readonly nodes: NodeChoice;
}

function inGriefing({ path, value }: Part<'griefing'>): readonly Mention[] {
  if (value.kind === 'hold') return inChosen({ path, value });
  const { from, to, through = [] } = value;
  const at = [...path, value.kind];
  return [
    { path: [...at, 'from'], name: from },
    { path: [...at, 'to'], name: to },
    ...through.map((name, index) => ({ path: [...at, 'through', index], name })),
  ];
}

function inReplenish({ path, value }: Part<'replenish'>): readonly Mention[] {
  const at = [...path, REPLENISH_KEYS[value.kind]];
  return [
    { path: [...at, 'node'], name: value.node },
    ...(value.partners ?? []).map((name, index) => ({
      path: [...at, 'partners', index],
      name,
      isListed: true as const,
    })),
  ];
}

function some(names: ReadonlySet<NodeName>): string {
  const first = [...names].slice(0, 8);
  return `nodes are ${first.join(', ')}${names.size > first.length ? ', ...' : ''}`;
}

/** The names a topology gives its nodes; `undefined` when only loading a file can tell. */
export function nodeNamesOf(topology: TopologySpec): readonly NodeName[] | undefined {
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
    case 'line':
    case 'ring':
    case 'complete':
    case 'random':
    case 'scale-free':
    case 'small-world':
    case 'random-regular':
      return numbered('n', topology.nodes);
  }
}

function numbered(prefix: string, count: number): readonly NodeName[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}
