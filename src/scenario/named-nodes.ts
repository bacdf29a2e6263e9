import type { NodeChoice } from '../model/disturbances/disturbance.ts';
import type { NodeName } from '../model/network/network.ts';
import type { PlanSpec } from '../model/plan/plan-spec.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { isNodePattern, namedNodes } from './node-patterns.ts';

type Lists = Pick<Scenario, 'traffic' | 'churn' | 'griefing' | 'replenish'>;

type Named = (entries: readonly string[]) => readonly NodeName[];

/** A scenario whose lists of nodes hold the names of all that they stand for. */
export function withNodesNamed(scenario: Scenario, nodes: Iterable<NodeName>): Scenario {
  const known = new Set(nodes);
  return withLists(scenario, (entries) => namedNodes(entries, known));
}

/** True for a scenario with a list that holds a range or a pattern. */
export function listsPatterns(scenario: Scenario): boolean {
  let isFound = false;
  withLists(scenario, (entries) => {
    isFound ||= entries.some(isNodePattern);
    return entries;
  });
  return isFound;
}

function withLists<Parts extends Lists>(scenario: Parts, named: Named): Parts {
  const chosen = <Spec extends { readonly nodes: NodeChoice }>(spec: Spec): Spec =>
    spec.nodes.kind === 'named'
      ? { ...spec, nodes: { ...spec.nodes, names: named(spec.nodes.names) } }
      : spec;
  const { traffic, churn, griefing, replenish } = scenario;
  return {
    ...scenario,
    traffic: traffic.map((part) => ({ ...part, pairs: pairsOf(part.pairs, named) })),
    ...(churn && { churn: churn.map(chosen) }),
    ...(griefing && {
      griefing: griefing.map((attack) => (attack.kind === 'hold' ? chosen(attack) : attack)),
    }),
    ...(replenish && {
      replenish: replenish.map((rule) =>
        rule.partners === undefined ? rule : { ...rule, partners: named(rule.partners) },
      ),
    }),
  };
}

type Pairs = Scenario['traffic'][number]['pairs'];

function pairsOf(pairs: Pairs, named: Named): Pairs {
  if (pairs.kind !== 'uniform' && pairs.kind !== 'hot-spots') return pairs;
  const lists = Object.entries(pairs)
    .filter(([key]) => key === 'from' || key === 'to')
    .map(([key, entries]) => [key, named(entries as readonly string[])] as const);
  return { ...pairs, ...Object.fromEntries(lists) };
}

type Classes = Readonly<Record<string, readonly NodeName[]>>;

/** The questions and settings of a plan with the names of all nodes that its lists stand for. */
export function withPlanNodesNamed<Spec extends PlanSpec>(
  spec: Spec,
  nodesOf: () => Iterable<NodeName>,
): Spec {
  let known: ReadonlySet<NodeName> | undefined;
  // A network is made only where a list needs it.
  const named = (entries: readonly string[]): readonly NodeName[] =>
    entries.some(isNodePattern) ? namedNodes(entries, (known ??= new Set(nodesOf()))) : entries;
  const inClasses = (classes: Classes): Classes =>
    Object.fromEntries(Object.entries(classes).map(([name, entries]) => [name, named(entries)]));
  const settings = Object.entries(spec).map(([name, value]: [string, unknown]) => {
    if (name === 'mine' && value !== undefined) return [name, named(value as readonly NodeName[])];
    if (typeof value !== 'object' || value === null) return [name, value];
    const { classes, groups } = value as { readonly classes?: Classes; readonly groups?: Classes };
    return [
      name,
      classes === undefined && groups === undefined
        ? value
        : {
            ...value,
            ...(classes && { classes: inClasses(classes) }),
            ...(groups && { groups: inClasses(groups) }),
          },
    ];
  });
  return Object.fromEntries(settings) as Spec;
}
