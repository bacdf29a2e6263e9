import type { Address } from '../../model/network/address.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import { connectControl } from '../../rest/control/connect-control.ts';
import type { SandboxDescription } from '../../rest/control/control-endpoints.ts';
import type { RunControl } from '../drive/perform.ts';
import { mayBeAsked } from './trusted-hosts.ts';
import type { Target } from './target.ts';

/** Control over a sandbox, and what it knows of its nodes. Real nodes have no such thing. */
export interface SandboxControl extends RunControl {
  readonly addresses: ReadonlyMap<NodeName, Address>;
  readonly tokens: ReadonlyMap<TokenName, Address>;
  /** Name of the scenario it serves. */
  readonly scenario: string | undefined;
  /** How many times as fast as the wall its clock runs. */
  readonly speed: number | undefined;
  readonly pathFindingUrl: string;
  close(): Promise<void>;
}

/**
 * The control API of the targets' sandbox, if they are one: at the given URL, else at the first of the targets that says
 * it is one. Nothing else is asked, wherever nodes say that there is more, but a service of theirs on a host of theirs.
 */
export async function findControl({
  controlUrl,
  baseUrls,
  deadlineMs,
}: FindControl): Promise<SandboxControl | undefined> {
  const named = controlUrl === undefined ? baseUrls : [controlUrl, ...baseUrls];
  const sandbox = await firstSandbox(named, deadlineMs);
  if (sandbox === undefined) return undefined;
  // The path-finding service's port stays open when nodes stop.
  const { pathFindingUrl } = sandbox.description;
  const isTrusted = mayBeAsked(pathFindingUrl, named);
  const service = isTrusted ? await firstSandbox([pathFindingUrl], deadlineMs) : undefined;
  return await controlAt(service ?? sandbox);
}

interface FindControl {
  readonly controlUrl?: string | undefined;
  readonly baseUrls: readonly string[];
  /** How long each may take to answer. */
  readonly deadlineMs: number;
}

/** The first of the URLs that is a sandbox of ours; all are asked at the same time. */
async function firstSandbox(urls: readonly string[], deadlineMs: number): Promise<FoundSandbox | undefined> {
  const candidates = [...new Set(urls)].filter((url) => URL.canParse(url));
  const described = await Promise.all(
    candidates.map(async (url) => {
      const control = connectControl({ baseUrl: rootOf(url), readDeadlineMs: deadlineMs });
      const description = await control.probe();
      await control.close();
      return description === undefined ? [] : [{ url, description }];
    }),
  );
  return described.flat()[0];
}

interface FoundSandbox {
  readonly url: string;
  readonly description: SandboxDescription;
}

function rootOf(url: string): string {
  return url.replace(/\/_millrace\/?$/, '');
}

async function controlAt({ url, description }: FoundSandbox): Promise<SandboxControl> {
  const control = connectControl({ baseUrl: rootOf(url) });
  const network = await control.network();
  return {
    ...control,
    addresses: new Map(description.nodes.map(({ name, address }) => [name, address] as const)),
    tokens: new Map(network.getAttribute('tokens').map((token) => [token.name, token.tokenAddress] as const)),
    scenario: description.scenario,
    speed: description.speed,
    pathFindingUrl: description.pathFindingUrl,
  };
}

// Long enough for any sandbox on this machine; real nodes are asked once, for a path that they refuse at once.
const SPEED_DEADLINE_MS = 2_000;

/** How fast the clock of the sandbox behind these nodes runs; `undefined` for real nodes, and when none answers. */
export async function sandboxSpeed([first]: readonly Target[]): Promise<number | undefined> {
  if (first === undefined) return undefined;
  const control = await findControl({ baseUrls: [first.baseUrl], deadlineMs: SPEED_DEADLINE_MS });
  await control?.close();
  return control?.speed;
}
