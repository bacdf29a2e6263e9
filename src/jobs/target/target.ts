import type { Address } from '../../model/network/address.ts';
import type { NodeName } from '../../model/network/network.ts';

/** Where one node of the scenario answers. */
export interface Target {
  readonly baseUrl: string;
  /** The address it must have; absent: whatever it says. */
  readonly address?: Address;
  /** Sent with every request; may hold credentials, so it is never recorded. */
  readonly headers?: Readonly<Record<string, string>>;
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

/** Where targets answer, fit to be shown. */
export function urlsOf(targets: Readonly<Record<NodeName, Target>>): Readonly<Record<NodeName, string>> {
  return Object.fromEntries(
    Object.entries(targets).map(([name, { baseUrl }]) => [name, withoutCredentials(baseUrl)]),
  );
}

function withoutCredentials(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//');
}
