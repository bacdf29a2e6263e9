import type { Address } from '../../model/network/address.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { NodeApi } from '../../ports/node-api.ts';
import { connectNode } from '../../rest/connect/connect-node.ts';
import { connectControl } from '../../rest/control/connect-control.ts';
import type { SandboxDescription } from '../../rest/control/control-endpoints.ts';
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
 * The settings of the nodes in `first` name the path-finding service.
 */
export async function findControl({
  controlUrl,
  baseUrls,
  first,
  deadlineMs,
}: FindControl): Promise<SandboxControl | undefined> {
  const given = await firstSandbox(controlUrl === undefined ? [] : [controlUrl], deadlineMs);
  if (given !== undefined) return given;
  // At the same time: nodes that never answer are waited for once.
  const services = await Promise.all(first.map(async (node) => serviceOf(await node.settings())));
  return await firstSandbox([...services.flatMap((url) => url ?? []), ...baseUrls], deadlineMs);
}

interface FindControl {
  readonly controlUrl?: string | undefined;
  readonly baseUrls: readonly string[];
  readonly first: readonly NodeApi[];
  /** How long each may take to answer. */
  readonly deadlineMs: number;
}

// The path-finding service's port stays open when nodes stop.
function serviceOf(settings: Awaited<ReturnType<NodeApi['settings']>>): string | undefined {
  return settings.kind === 'ok' ? (settings.value.pathFindingServiceAddress ?? undefined) : undefined;
}

/** The first of the URLs that is a sandbox of ours; all are asked at the same time. */
async function firstSandbox(
  urls: readonly string[],
  deadlineMs: number,
): Promise<SandboxControl | undefined> {
  const candidates = [...new Set(urls)].filter((url) => URL.canParse(url));
  const described = await Promise.all(
    candidates.map(async (url) => {
      const control = connectControl({ baseUrl: rootOf(url), readDeadlineMs: deadlineMs });
      const description = await control.probe();
      await control.close();
      return description === undefined ? [] : [{ url, description }];
    }),
  );
  const [found] = described.flat();
  return found && (await controlAt(found));
}

function rootOf(url: string): string {
  return url.replace(/\/_millrace\/?$/, '');
}

async function controlAt({
  url,
  description,
}: {
  readonly url: string;
  readonly description: SandboxDescription;
}): Promise<SandboxControl> {
  const control = connectControl({ baseUrl: rootOf(url) });
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
    const control = await findControl({
      baseUrls: [first.baseUrl],
      first: [node],
      deadlineMs: SPEED_DEADLINE_MS,
    });
    await control?.close();
    return control?.speed;
  } finally {
    await node.close();
  }
}
