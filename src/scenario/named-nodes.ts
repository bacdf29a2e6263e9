import { fieldError } from '../model/locate-faults.ts';
import type { NodeName } from '../model/network/network.ts';
import type { PlanSpec } from '../model/plan/plan-spec.ts';
import type { NodeSpec, Scenario } from '../model/scenario/scenario.ts';
import { isNodePattern, namedNodes } from './node-patterns.ts';

type Named = (entries: readonly string[]) => readonly NodeName[];

// The parts of a scenario in which a list of nodes may hold ranges, patterns and classes.
const PARTS = ['traffic', 'churn', 'griefing', 'replenish'] as const;

// The keys of such lists; classes and groups are lists by name.
const LISTS = new Set(['nodes', 'from', 'to', 'names', 'partners', 'mine', 'classes', 'groups']);

/** A scenario whose lists of nodes hold the names of all that they stand for; nodes have the settings of their classes. */
export function withNodesNamed(scenario: Scenario, nodes: Iterable<NodeName>): Scenario {
  const known = new Set(nodes);
  const classes = withNames(scenario.classes, (entries) => namedNodes(entries, known));
  const named = withLists(scenario, (entries) => namedNodes(entries, known, classes));
  const ofClasses: Record<NodeName, NodeSpec> = {};
  for (const [name, { nodes: members, capacity: _, ...settings }] of Object.entries(classes ?? {})) {
    const stranger = members.find((node) => !known.has(node));
    if (stranger !== undefined)
      throw fieldError(`classes.${name}`, `found "${stranger}", expected nodes of this network`);
    if (Object.keys(settings).length === 0) continue;
    for (const node of members) ofClasses[node] = { ...ofClasses[node], ...settings };
  }
  const own = Object.entries(named.nodes).map(([name, node]) => [name, { ...ofClasses[name], ...node }]);
  return { ...named, ...(classes && { classes }), nodes: { ...ofClasses, ...Object.fromEntries(own) } };
}

/** True for a scenario with classes of nodes, or with a list that holds a range or a pattern. */
export function listsPatterns(scenario: Scenario): boolean {
  let isFound = scenario.classes !== undefined;
  withLists(scenario, (entries) => {
    isFound ||= entries.some(isNodePattern);
    return entries;
  });
  return isFound;
}

function withLists(scenario: Scenario, named: Named): Scenario {
  const parts = PARTS.filter((part) => scenario[part] !== undefined);
  return {
    ...scenario,
    ...Object.fromEntries(parts.map((part) => [part, withNames(scenario[part], named)])),
  };
}

/** The questions and settings of a plan with the names of all nodes that its lists stand for. */
export function withPlanNodesNamed<Spec extends PlanSpec>(
  spec: Spec,
  nodesOf: () => Iterable<NodeName>,
  classes: Scenario['classes'] = {},
): Spec {
  let known: ReadonlySet<NodeName> | undefined;
  // What is varied is read again in the network of each point.
  const { vary, ...rest } = spec;
  // A network is made only where a list needs it.
  const named: Named = (entries) =>
    entries.some((entry) => isNodePattern(entry) || Object.hasOwn(classes, entry))
      ? namedNodes(entries, (known ??= new Set(nodesOf())), classes)
      : entries;
  return { ...withNames(rest, named), vary } as Spec;
}

function withNames<Value>(value: Value, named: Named, isList = false): Value {
  if (Array.isArray(value)) {
    const items =
      isList && value.every((item) => typeof item === 'string')
        ? named(value)
        : value.map((item: unknown) => withNames(item, named));
    return items as Value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]: [string, unknown]) => [
    key,
    withNames(item, named, isList || LISTS.has(key)),
  ]);
  return Object.fromEntries(entries) as Value;
}
