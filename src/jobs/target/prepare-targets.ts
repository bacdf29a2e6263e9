import type { ChannelView } from '../../model/run/answer.ts';
import { InputError } from '../../errors.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { Operation } from '../../model/run/operation.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { networkAsShown } from '../../model/network/network-as-shown.ts';
import { checkTargets } from './preflight.ts';
import type { TargetConnections } from './connections.ts';
import type { Target } from './target.ts';
import type { ReplayOptions } from '../replay/replay.ts';
import { findControl, type SandboxControl } from './sandbox-control.ts';
import { readChannelLists, setUpChannels } from './setup-channels.ts';

/** Targets that stand where the scenario starts. */
export interface Prepared {
  readonly start: Network;
  readonly control: SandboxControl | undefined;
}

/** Checks the targets, then makes their network the scenario's. Nothing is changed before everything is checked. */
export async function prepareTargets({
  planned,
  operations,
  targets,
  tokens,
  controlUrl,
  useExisting = false,
  connections,
  signal,
}: Pick<ReplayOptions, 'tokens' | 'controlUrl' | 'useExisting' | 'signal'> & {
  readonly planned: Network;
  readonly operations: readonly Operation[];
  readonly targets: Readonly<Record<NodeName, Target>>;
  readonly connections: TargetConnections;
}): Promise<Prepared> {
  const names = planned.nodes();
  requireTargets(names, targets);
  const control = await findControl({
    controlUrl,
    baseUrls: names.slice(0, SANDBOX_CANDIDATES).flatMap((name) => targets[name]?.baseUrl ?? []),
    first: names.slice(0, SANDBOX_CANDIDATES).map((name) => connections.readers.node(name)),
  });
  try {
    requireControl({ planned, operations, control });
    const nodes = connections.readers;
    const { network, running } = await checkTargets({ network: planned, targets, tokens, nodes, control });
    connections.purpose('setup');
    if (useExisting) {
      const lists = await readChannelLists({ network, nodes, running });
      return { start: networkAsShown(network, openOnly(lists)), control };
    }
    await setUpChannels({ network, nodes, running, clock: new RealClock(), signal });
    for (const name of names) {
      if (!planned.getNodeAttribute(name, 'online') && running.has(name)) await control?.stop(name);
    }
    return { start: network, control };
  } catch (error) {
    await control?.close();
    throw error;
  }
}

// What is closing is on its way out, and nothing can be paid through it.
function openOnly(
  lists: ReadonlyMap<NodeName, readonly ChannelView[]>,
): ReadonlyMap<NodeName, readonly ChannelView[]> {
  return new Map(
    [...lists].map(([node, channels]) => [node, channels.filter(({ state }) => state === 'opened')] as const),
  );
}

// Any node of a sandbox leads to its control; more than a few that are silent are reported as that.
const SANDBOX_CANDIDATES = 3;

function requireTargets(names: readonly NodeName[], targets: Readonly<Record<NodeName, Target>>): void {
  const missing = names.filter((name) => targets[name] === undefined);
  if (missing.length === 0) return;
  throw new InputError({
    message: `no target is given for ${missing.join(', ')}`,
    hint: `Targets are given for ${Object.keys(targets).join(', ') || 'no node'}.`,
  });
}

function requireControl({
  planned,
  operations,
  control,
}: {
  readonly planned: Network;
  readonly operations: readonly Operation[];
  readonly control: SandboxControl | undefined;
}): void {
  if (control !== undefined) return;
  const switching = operations.find(({ kind }) => kind === 'stop' || kind === 'start');
  const offline = planned.findNode((_name, { online }) => !online);
  if (switching === undefined && offline === undefined) return;
  const what =
    switching === undefined ? `node ${offline} starts offline` : `${switching.origin} (${switching.kind})`;
  throw new InputError({
    message: `the scenario stops and starts nodes, and these targets offer no way to do that: ${what}`,
    hint: 'Only a Millrace sandbox can: replay with --sandbox, or take these steps out of the scenario.',
  });
}
