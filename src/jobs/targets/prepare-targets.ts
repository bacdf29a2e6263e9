import { InputError } from '../../errors.ts';
import type { Address } from '../../model/network/address.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';
import { networkAsShown } from '../../model/network/network-as-shown.ts';
import type { Operation } from '../../model/run/operation.ts';
import { realTiming, simulatedTiming, type TargetTiming } from '../../model/run/target-timing.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { type ConnectTargets, connectTargets, type TargetConnections } from './connections.ts';
import { checkTargets } from './preflight.ts';
import { findControl, type SandboxControl } from './sandbox-control.ts';
import { readChannelLists, setUpChannels } from './setup-channels.ts';
import type { Target } from './target.ts';

/** What a job asks of its targets before its first operation. */
export interface PrepareTargets {
  readonly scenario: Scenario;
  readonly planned: Network;
  readonly operations: readonly Operation[];
  /** Takes the channels that exist as the starting network, instead of requiring those of the scenario. */
  readonly useExisting?: boolean | undefined;
  /** Addresses of the scenario's tokens; needed for real nodes that know several. */
  readonly tokens?: Readonly<Record<TokenName, Address>> | undefined;
  /** Where the sandbox's control API is; absent: looked for at the targets. */
  readonly controlUrl?: string | undefined;
  /** How many times as fast as the wall the run's clock is, and that of the targets; 1 for real nodes. */
  readonly speed?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Targets that stand where the scenario starts. */
export interface Prepared {
  readonly start: Network;
  readonly control: SandboxControl | undefined;
  readonly timing: TargetTiming;
  readonly connections: TargetConnections;
}

/** Connects to the targets, makes their network the scenario's for `work`, and lets go of them when that is done. */
export async function onTargets<T>(
  asked: TargetsAsked,
  work: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const { scenario, planned, targets, controlUrl, speed = 1 } = asked;
  const connections = connectTargets({ ...asked, speed });
  try {
    requireTargets(planned.nodes(), targets);
    const candidates = planned.nodes().slice(0, SANDBOX_CANDIDATES);
    const control = await findControl(
      controlUrl,
      candidates.flatMap((name) => targets[name]?.baseUrl ?? []),
      candidates.map((name) => connections.readers.node(name)),
    );
    try {
      const timing = targetTiming(scenario, control, speed);
      const start = await prepareNetwork(asked, connections, control);
      return await work({ start, control, timing, connections });
    } finally {
      await control?.close();
    }
  } finally {
    await connections.close();
  }
}

type TargetsAsked = PrepareTargets & Omit<ConnectTargets, 'speed'>;

// Checks the targets, then makes their network the scenario's. Nothing is changed before everything is checked.
async function prepareNetwork(
  { planned, operations, targets, tokens, useExisting = false, signal }: TargetsAsked,
  connections: TargetConnections,
  control: SandboxControl | undefined,
): Promise<Network> {
  requireControl(planned, operations, control);
  const nodes = connections.readers;
  const { network, running } = await checkTargets(planned, nodes, { targets, tokens, control });
  connections.purpose('setup');
  if (useExisting) {
    const lists = await readChannelLists({ network, nodes, running });
    // What is closing is on its way out, and nothing can be paid through it.
    const open = [...lists].map(
      ([node, channels]) => [node, channels.filter(({ state }) => state === 'opened')] as const,
    );
    return networkAsShown(network, new Map(open));
  }
  await setUpChannels({ network, nodes, running, clock: new RealClock(), signal });
  for (const name of planned.nodes()) {
    if (!planned.getNodeAttribute(name, 'online') && running.has(name)) await control?.stop(name);
  }
  return network;
}

// Only a sandbox of this very scenario keeps to its protocol; of any other target the scenario knows nothing.
function targetTiming(scenario: Scenario, control: SandboxControl | undefined, speed: number): TargetTiming {
  if (control === undefined || control.scenario !== scenario.name) return realTiming({ run: speed });
  return simulatedTiming(scenario.protocol, { run: speed, target: control.speed ?? speed });
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

function requireControl(
  planned: Network,
  operations: readonly Operation[],
  control: SandboxControl | undefined,
): void {
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
