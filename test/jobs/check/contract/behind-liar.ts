import type { Target } from '../../../../src/jobs/targets/target.ts';
import type { Address } from '../../../../src/model/network/address.ts';
import { type Lie, startLyingProxy } from '../../../fixtures/lying-proxy.ts';

type Targets = Readonly<Record<string, Target>>;

/** Targets with other URLs. */
export function movedTo(targets: Targets, urls: Readonly<Record<string, string>>): Targets {
  return Object.fromEntries(
    Object.entries(urls).map(([name, baseUrl]) => [name, { ...targets[name], baseUrl }]),
  );
}

/** Where they answer. */
export function urlsOf(targets: Targets): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(targets).map(([name, { baseUrl }]) => [name, baseUrl]));
}

/** Uses nodes through a liar. */
export async function behindLiar<T>(
  targets: Targets,
  lie: Lie,
  use: (targets: Targets) => Promise<T>,
): Promise<T> {
  const addressOf = (node: string) => targets[node]?.address as Address;
  const proxy = await startLyingProxy(urlsOf(targets), addressOf, lie);
  try {
    return await use(movedTo(targets, proxy.targets));
  } finally {
    await proxy.close();
  }
}
