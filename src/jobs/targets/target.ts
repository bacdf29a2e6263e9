import type { Address } from '../../model/network/address.ts';
import type { NodeName } from '../../model/network/network.ts';
import { PYTHON_NODE_ROOT, type RunHeader, type SpokenDialect } from '../../model/run/run.ts';
import { withoutCredentials } from '../../model/without-credentials.ts';
import type { NodePlace } from '../../ports/node-api.ts';
import { dialectNamed } from '../../rest/dialect-named.ts';

/** Where one node of the scenario answers. */
export interface Target extends NodePlace {
  /** The address it must have; absent: whatever it says. */
  readonly address?: Address;
}

/** Every target in its long form. */
export function targetsByName(
  targets: Readonly<Record<NodeName, Target | string>>,
): Readonly<Record<NodeName, Target>> {
  return Object.fromEntries(
    Object.entries(targets).map(([name, target]) => [
      name,
      typeof target === 'string' ? { baseUrl: target } : target,
    ]),
  );
}

/** The targets as a run's header has them: URLs that are fit to be shown, and the nodes that are no Python nodes. */
export function targetsInHeader(
  targets: Readonly<Record<NodeName, Target>>,
): Pick<RunHeader, 'targets' | 'dialects'> {
  const urls = Object.entries(targets).map(([name, { baseUrl }]) => [name, withoutCredentials(baseUrl)]);
  const dialects = Object.entries(targets).flatMap(([node, { dialect }]) => {
    const { name, root, historyLists, refusals, rules } = dialectNamed(dialect);
    if (name === dialectNamed().name) return [];
    return [[node, { name, ...(root === PYTHON_NODE_ROOT ? {} : { root }), historyLists, refusals, rules }]];
  });
  return {
    targets: Object.fromEntries(urls) as Record<NodeName, string>,
    ...(dialects.length === 0
      ? {}
      : { dialects: Object.fromEntries(dialects) as Record<NodeName, SpokenDialect> }),
  };
}
