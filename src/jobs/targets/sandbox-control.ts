import type { Address } from '../../model/network/address.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { NodeApi } from '../../ports/node-api.ts';
import { type ConnectedControl, connectControl } from '../../rest/control/connect-control.ts';
import { connectNode } from '../../rest/connect/connect-node.ts';
import type { RunControl } from '../drive/perform.ts';
import type { Target } from './target.ts';

/** Control over a sandbox, and what it knows of its nodes. Real nodes have no such thing. */
export interface SandboxControl extends RunControl {
  readonly addresses: ReadonlyMap<NodeName, Address>;
  readonly tokens: ReadonlyMap<TokenName, Address>;
  /** Name of the scenario it serves. */
  readonly scenario: string | undefined;
  /** How many times as fast as the wall its clock runs. */
  readonly speed: number | undefined;
  close(): Promise<void>;
}

/**
 * Finds the control API of the targets' sandbox, if they are one: at the given URL, else where sandboxes have it.
 * The settings of any node in `first` that runs name the path-finding service.
 */
export async function findControl(
  controlUrl: string | undefined,
  baseUrls: readonly string[],
  first: readonly NodeApi[],
): Promise<SandboxControl | undefined> {
  const candidates = new Set<string>();
  if (controlUrl !== undefined) candidates.add(controlUrl);
  for (const node of first) {
    const settings = await node.settings();
    if (settings.kind !== 'ok') continue;
    // The path-finding service's port stays open when nodes stop, so it comes first.
    if (settings.value.pathFindingServiceAddress !== null)
      candidates.add(settings.value.pathFindingServiceAddress);
    break;
  }
  for (const url of baseUrls) candidates.add(url);
  for (const baseUrl of candidates) {
    if (!URL.canParse(baseUrl)) continue;
    const control = connectControl({ baseUrl: baseUrl.replace(/\/_millrace\/?$/, '') });
    const found = await describe(control);
    if (found !== undefined) return found;
    await control.close();
  }
  return undefined;
}

async function describe(control: ConnectedControl): Promise<SandboxControl | undefined> {
  const description = await control.probe();
  if (description === undefined) return undefined;
  const network = await control.network();
  return {
    ...control,
    addresses: new Map(description.nodes.map(({ name, address }) => [name, address] as const)),
    tokens: new Map(network.getAttribute('tokens').map((token) => [token.name, token.tokenAddress] as const)),
    scenario: description.scenario,
    speed: description.speed,
  };
}

// Long enough for any sandbox on this machine; real nodes are asked once, for a path that they refuse at once.
const SPEED_DEADLINE_MS = 2_000;

/** How fast the clock of the sandbox behind these nodes runs; `undefined` for real nodes, and when none answers. */
export async function sandboxSpeed(targets: readonly Target[]): Promise<number | undefined> {
  const [first] = targets;
  if (first === undefined) return undefined;
  const node = connectNode({ ...first, deadlineMs: SPEED_DEADLINE_MS });
  try {
    const control = await findControl(undefined, [first.baseUrl], [node]);
    await control?.close();
    return control?.speed;
  } finally {
    await node.close();
  }
}
