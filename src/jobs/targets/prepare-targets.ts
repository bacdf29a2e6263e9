import { InputError, type InputFault, NodeAnswerError, UnreachableError } from '../../errors.ts';
import { disturbancesOf, ONLY_SIMULATED } from '../../model/disturbances/disturbance.ts';
import type { Address } from '../../model/network/address.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';
import type { Operation } from '../../model/run/operation.ts';
import { realTiming, simulatedTiming, type TargetTiming } from '../../model/run/target-timing.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { orInterrupted } from '../../runtime/unless-aborted.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import type { OnPhase } from '../phase.ts';
import {
  type ConnectTargets,
  connectTargets,
  preparingReadMs,
  type TargetConnections,
} from './connections.ts';
import type { OnOpened } from './open-channels.ts';
import { findControl, type SandboxControl } from './sandbox-control.ts';
import { setUpChannels, type ShownStart, takeChannels } from './setup-channels.ts';
import type { Target } from './target.ts';
import { withAddresses } from '../../model/run/network-as-shown.ts';
import { hasAnswered } from '../../model/run/answer.ts';
import { withoutValueText } from '../../model/run/reason.ts';
import type { NodeApi, Nodes } from '../../ports/node-api.ts';

/** The targets of a job before its first operation, and how they are to stand then. */
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
  readonly onOpened?: OnOpened | undefined;
  readonly onPhase?: OnPhase | undefined;
}

/** Targets that stand where the scenario starts. */
export interface Prepared extends ShownStart {
  readonly control: SandboxControl | undefined;
  readonly timing: TargetTiming;
  readonly connections: TargetConnections;
}

/** Connects to the targets, makes their network the scenario's for `work`, and lets go of them when that is done. */
export async function onTargets<T>(
  asked: TargetsAsked,
  work: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const { scenario, planned, targets, controlUrl, speed = 1, signal } = asked;
  refuseDisturbances(scenario);
  const connections = connectTargets({ ...asked, speed });
  try {
    requireTargets(planned.nodes(), targets);
    const candidates = planned.nodes().slice(0, SANDBOX_CANDIDATES);
    asked.onPhase?.('asking');
    const finding = findControl({
      controlUrl,
      baseUrls: candidates.flatMap((name) => targets[name]?.baseUrl ?? []),
      deadlineMs: preparingReadMs(asked.deadlineMs),
    });
    const control = await orInterrupted(finding, signal);
    try {
      const timing = targetTiming(scenario, control, speed);
      const prepared = await prepareNetwork(asked, connections, control);
      return await work({ ...prepared, control, timing, connections });
    } finally {
      await control?.close();
    }
  } finally {
    await connections.close();
  }
}

// The command line has refused such scenarios already, with the line.
function refuseDisturbances(scenario: Scenario): void {
  const [message, hint] = ONLY_SIMULATED;
  const faults = disturbancesOf(scenario).map((path) => ({
    place: { file: scenario.name, path },
    message,
    hint,
  }));
  if (faults.length > 0) throw new InputError(faults);
}

type TargetsAsked = PrepareTargets & Omit<ConnectTargets, 'speed'>;

// Checks the targets, then makes their network the scenario's. Nothing is changed before everything is checked.
async function prepareNetwork(
  asked: TargetsAsked,
  connections: TargetConnections,
  control: SandboxControl | undefined,
): Promise<ShownStart> {
  const { scenario, planned, operations, targets, tokens, useExisting = false, signal } = asked;
  requireControl(operations, control);
  const nodes = connections.preparers;
  const checking = checkTargets(planned, nodes, { targets, tokens, control });
  const { network, running } = await orInterrupted(checking, signal);
  refuseRunning(planned, running, control);
  connections.purpose('setup');
  if (useExisting) return await takeChannels(scenario, { network, nodes, running, signal });
  const { onOpened, onPhase } = asked;
  onPhase?.('opening');
  const setUp = await setUpChannels({ network, nodes, running, clock: new RealClock(), signal, onOpened });
  for (const name of planned.nodes()) {
    if (!planned.getNodeAttribute(name, 'online') && running.has(name)) await control?.stop(name);
  }
  return setUp;
}

// Only a sandbox of this very scenario keeps to its protocol; of any other target the scenario knows nothing.
function targetTiming(scenario: Scenario, control: SandboxControl | undefined, speed: number): TargetTiming {
  if (control === undefined) return realTiming({ run: speed });
  const speeds = { run: speed, target: control.speed ?? speed };
  return control.scenario === scenario.name ? simulatedTiming(scenario.protocol, speeds) : realTiming(speeds);
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

function requireControl(operations: readonly Operation[], control: SandboxControl | undefined): void {
  const switching = operations.find(({ kind }) => kind === 'stop' || kind === 'start' || kind === 'slow');
  if (control !== undefined || switching === undefined) return;
  throw new InputError({
    message: `the scenario stops, starts or slows nodes, and these targets offer no way to do that: ${switching.origin} (${switching.kind})`,
    hint: 'Only a Millrace sandbox can: replay with --sandbox, or take these steps out of the scenario.',
  });
}

// A real node that the scenario says is offline may well be; one that answers cannot be stopped from here.
function refuseRunning(
  planned: Network,
  running: ReadonlySet<NodeName>,
  control: SandboxControl | undefined,
): void {
  const wrong = planned.filterNodes((name, { online }) => !online && running.has(name));
  if (control !== undefined || wrong.length === 0) return;
  throw new InputError({
    message: `${wrong.join(', ')} should be offline at the start by the scenario, and answers`,
    hint: 'Stop it first, or take `online: false` out of the scenario; only nodes of a sandbox can be stopped from here.',
  });
}

/** The targets as they answered before anything was changed. */
interface Preflight {
  /** The scenario's network with the addresses its nodes and tokens have at the targets. */
  readonly network: Network;
  /** Nodes that answer. */
  readonly running: ReadonlySet<NodeName>;
}

interface KnownTargets {
  readonly targets: Readonly<Record<NodeName, Target>>;
  readonly tokens?: Readonly<Record<TokenName, Address>> | undefined;
  readonly control: SandboxControl | undefined;
}

// Nodes asked at the same time: many sockets gain nothing on one machine.
const AT_ONCE = 16;

/** Asks every target whether it is there, ready and the right one; throws one error that names all that is wrong. */
async function checkTargets(
  network: Network,
  nodes: Pick<Nodes, 'node'>,
  known: KnownTargets,
): Promise<Preflight> {
  const { targets, control } = known;
  const addresses = new Map<NodeName, Address>();
  const running = new Set<NodeName>();
  const silent: string[] = [];
  const names = network.nodes();
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const looks = names.slice(at, at + AT_ONCE).map(async (name) => {
      const answered = await addressOf(name, nodes.node(name));
      const expected = control?.addresses.get(name) ?? targets[name]?.address;
      if (typeof answered !== 'string') {
        addresses.set(name, answered.address);
        running.add(name);
      } else if (!network.getNodeAttribute(name, 'online') && expected !== undefined) {
        addresses.set(name, expected);
      } else if (network.getNodeAttribute(name, 'online')) silent.push(answered);
      else
        silent.push(`${answered}; the scenario says it is offline: give its \`address:\` in the node list`);
    });
    await Promise.all(looks);
  }
  if (silent.length > 0) {
    const hint = silent.some((line) => UNTRUSTED.test(line)) ? [TRUST] : [];
    throw new UnreachableError([...silent.toSorted(), ...hint].join('\n'));
  }
  refuseWrongNodes(addresses, known);
  const first = names.find((name) => running.has(name));
  if (first === undefined) throw new UnreachableError('no node of the scenario is running');
  const registered = await findTokens(network, first, nodes.node(first), known);
  return { network: withAddresses(network, { nodes: addresses, tokens: registered }), running };
}

// OpenSSL's words for a certificate of an authority it does not know.
const UNTRUSTED = /self-signed certificate|unable to (verify the first|get local issuer) certificate/;
const TRUST = '  Trusted are the usual authorities and those in the file that NODE_EXTRA_CA_CERTS names.';

async function addressOf(name: NodeName, api: NodeApi): Promise<{ readonly address: Address } | string> {
  const status = await api.status();
  if (status.kind !== 'ok') {
    if (status.kind === 'refused') return `node ${name} answered ${withoutValueText(status)}`;
    const fault = hasAnswered(status) ? 'gave no status' : 'does not answer';
    return `node ${name} ${fault}: ${withoutValueText(status)}`;
  }
  if (status.value.status === 'syncing') {
    return `node ${name} is not ready: it still has ${status.value.blocksToSync} blocks to sync`;
  }
  if (status.value.status !== 'ready')
    return `node ${name} is not ready: its status is ${status.value.status}`;
  const address = await api.address();
  return address.kind === 'ok'
    ? { address: address.value }
    : `node ${name} gave no address: ${withoutValueText(address)}`;
}

function refuseWrongNodes(
  addresses: ReadonlyMap<NodeName, Address>,
  { targets, control }: KnownTargets,
): void {
  const faults: InputFault[] = [];
  const owners = new Map<Address, NodeName>();
  for (const [name, address] of addresses) {
    const owner = owners.get(address);
    if (owner !== undefined) {
      faults.push({
        message: `${owner} and ${name} are the same node: both answer with address ${address}`,
        hint: 'Each node of a scenario needs a separate node; check the URLs.',
      });
    }
    owners.set(address, name);
    const wanted = targets[name]?.address ?? control?.addresses.get(name);
    if (wanted !== undefined && wanted !== address) {
      faults.push({
        message: `the node at ${targets[name]?.baseUrl ?? name} is not ${name}: expected address ${wanted}, found ${address}`,
        hint: 'Check which URL belongs to which name.',
      });
    }
  }
  if (faults.length > 0) throw new NodeAnswerError(faults);
}

async function findTokens(
  network: Network,
  name: NodeName,
  node: NodeApi,
  { tokens = {}, control }: KnownTargets,
): Promise<Parameters<typeof withAddresses>[1]['tokens']> {
  const listed = await node.tokens();
  if (listed.kind !== 'ok')
    throw new UnreachableError(`node ${name} lists no tokens: ${withoutValueText(listed)}`);
  const wanted = network.getAttribute('tokens').map((token) => token.name);
  const addresses = new Map<TokenName, { readonly token: Address; readonly network: Address }>();
  for (const token of wanted) {
    const only = wanted.length === 1 && listed.value.length === 1 ? listed.value[0] : undefined;
    const address = tokens[token] ?? control?.tokens.get(token) ?? only;
    if (address === undefined)
      throw new InputError({
        message: `which token is ${token}? The scenario has ${wanted.join(', ')}, the nodes know ${listed.value.join(', ') || 'none'}`,
        hint: `With exactly one token on both sides they are matched; otherwise write in the node list \`tokens: {${token}: 0x...}\`.`,
      });
    const registered = await node.tokenNetwork(address);
    const fault = registered.kind === 'ok' ? 'it does not list the token' : withoutValueText(registered);
    if (registered.kind !== 'ok' || !listed.value.includes(address)) {
      throw new InputError({
        message: `token ${token} (${address}) has no token network at node ${name}: ${fault}`,
        hint: `Register the token, or write in the node list which address it has: \`tokens: {${token}: 0x...}\`.`,
      });
    }
    addresses.set(token, { token: address, network: registered.value });
  }
  return addresses;
}
