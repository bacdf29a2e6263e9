import type { Address } from '../../model/network/address.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { NodePlace } from '../../ports/node-api.ts';

/** Where one node of the scenario answers. */
export interface ReplayTarget extends NodePlace {
  /** The address it must have; absent: whatever it says. */
  readonly address?: Address;
}

/** Every target in its long form. */
export function targetsByName(
  targets: Readonly<Record<NodeName, ReplayTarget | string>>,
): Readonly<Record<NodeName, ReplayTarget>> {
  return Object.fromEntries(
    Object.entries(targets).map(([name, target]) => [
      name,
      typeof target === 'string' ? { baseUrl: target } : target,
    ]),
  );
}

/** Where targets answer, fit to be shown. */
export function urlsOf(
  targets: Readonly<Record<NodeName, ReplayTarget>>,
): Readonly<Record<NodeName, string>> {
  return Object.fromEntries(
    Object.entries(targets).map(([name, { baseUrl }]) => [name, withoutCredentials(baseUrl)]),
  );
}

function withoutCredentials(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//');
}
