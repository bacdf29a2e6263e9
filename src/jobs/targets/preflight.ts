import { InputError, type InputFault, NodeAnswerError, UnreachableError } from '../../errors.ts';
import type { Address } from '../../model/network/address.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';
import { withAddresses } from '../../model/run/network-as-shown.ts';
import { hasAnswered } from '../../model/run/answer.ts';
import { withoutValueText } from '../../model/run/reason.ts';
import type { NodeApi, Nodes } from '../../ports/node-api.ts';
import type { SandboxControl } from './sandbox-control.ts';
import type { Target } from './target.ts';

/** The targets as they answered before anything was changed. */
export interface Preflight {
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
export async function checkTargets(
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
    const fault = hasAnswered(status) ? 'tells no status' : 'does not answer';
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
    : `node ${name} tells no address: ${withoutValueText(address)}`;
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
    if (registered.kind !== 'ok') {
      throw new InputError({
        message: `token ${token} (${address}) has no token network at node ${name}: ${withoutValueText(registered)}`,
        hint: `Register the token, or write in the node list which address it has: \`tokens: {${token}: 0x...}\`.`,
      });
    }
    addresses.set(token, { token: address, network: registered.value });
  }
  return addresses;
}
