import { type Address, addressFrom } from '../../../model/network/address.ts';
import { toJson } from '../../../model/json.ts';
import type { NodeName } from '../../../model/network/network.ts';
import { type Answer, type ChannelView, partnerIn, type PaymentEvent } from '../../../model/run/answer.ts';
import { withoutValueText } from '../../../model/run/reason.ts';
import type { NodeApi } from '../../../ports/node-api.ts';
import type { Placeholder } from '../../../rest/contract/placeholders.ts';
import type { EndOnWay } from '../../../verdict/failures/dead-ends.ts';
import type { Target } from '../../targets/target.ts';
import { CONTRACT_ADDRESSES } from '../../../model/network/contract-addresses.ts';

/** The values of a contract's placeholders at one node. */
export interface Learned {
  readonly known: ReadonlyMap<Placeholder, string>;
  /** Why the node did not tell something: what is not known may be there. Absent: the network has no such thing. */
  readonly untold?: string;
}

/** A node as the others see it. */
export interface ListedNode {
  readonly name: NodeName;
  readonly target: Target;
  readonly api: NodeApi;
}

interface Neighbour extends Pick<ListedNode, 'name'> {
  /** Absent: it does not run, and the list does not tell. */
  readonly address: Address | undefined;
  readonly isRunning: boolean;
  readonly channels: readonly ChannelView[];
}

// The suite pays at most this often by one unit.
const ENOUGH = 100n;

type Values = Readonly<Partial<Record<Placeholder, string | undefined>>>;

/** Asks the node that is checked, and those listed beside it, what the cases need. */
export async function learnSurroundings(
  checked: ListedNode,
  listed: readonly ListedNode[],
  place: { readonly root: string; readonly dead: readonly EndOnWay[]; readonly isSandbox: boolean },
): Promise<Learned> {
  const { root, dead, isSandbox } = place;
  const known = new Map<Placeholder, string>();
  const learn = (values: Values): void => {
    for (const [name, value] of Object.entries(values))
      if (value !== undefined) known.set(name as Placeholder, value);
  };
  let untold: string | undefined;
  const told = async <T>(what: string, ask: () => Promise<Answer<T>>): Promise<T | undefined> => {
    const answer = await steady(ask);
    if (answer.kind === 'ok') return answer.value;
    untold ??= `the node does not tell its ${what}: ${withoutValueText(answer)}`;
    return undefined;
  };
  const { api } = checked;
  learn({
    root,
    any: '...',
    nobody: addressFrom('millrace contract: nobody'),
    unknownToken: addressFrom('millrace contract: no token'),
    self: await told('address', () => api.address()),
    // On a real chain nobody tells these.
    ...(isSandbox && {
      newToken: addressFrom('millrace contract: new token'),
      serviceToken: CONTRACT_ADDRESSES.serviceToken,
    }),
  });
  const channels = await told('channels', () => api.channels());
  const tokens = (await told('tokens', () => api.tokens())) ?? [];
  const history = await told('history', () => api.payments());
  if (channels !== undefined) {
    const neighbours: Neighbour[] = [];
    for (const node of listed) neighbours.push(await look(node));
    const alive = aliveAmong(dead, neighbours);
    const channel = mostUseful(channels.filter(alive(checked.name)), neighbours);
    const unused = tokens.filter((token) => channels.every(({ tokenAddress }) => tokenAddress !== token));
    learn({ otherToken: unused[0] });
    if (channel !== undefined) learn(ofChannel(channel));
    if (channel !== undefined) learn(ofNetwork(channel, channels, { neighbours, alive }));
    if (history !== undefined) learn(ofHistory(history, unused, known));
  }
  return { known, ...(untold !== undefined && { untold }) };
}

// A payment may arrive between two looks.
const MOST_LOOKS = 3;

async function steady<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  let answer = await ask();
  for (let left = MOST_LOOKS - 1; left > 0; left -= 1) {
    const before = toJson(answer);
    answer = await ask();
    if (toJson(answer) === before) break;
  }
  return answer;
}

async function look({ name, target, api }: ListedNode): Promise<Neighbour> {
  const address = await api.address();
  if (address.kind !== 'ok') return { name, address: target.address, isRunning: false, channels: [] };
  const channels = await api.channels();
  const shown = channels.kind === 'ok' ? channels.value : [];
  return { name, address: address.value, isRunning: true, channels: shown };
}

/** True when the node has a channel that can carry a payment. */
type Alive = (of: NodeName) => (channel: ChannelView) => boolean;

function aliveAmong(dead: readonly EndOnWay[], neighbours: readonly Neighbour[]): Alive {
  return (of) =>
    ({ partnerAddress }) => {
      const partner = neighbours.find(({ address }) => address === partnerAddress)?.name;
      return !dead.some(
        ({ from, to }) => [from, to].includes(of) && partner !== undefined && [from, to].includes(partner),
      );
    };
}

// A partner that runs before one of which nothing is known; one that does not run cannot be paid.
function mostUseful(
  channels: readonly ChannelView[],
  neighbours: readonly Neighbour[],
): ChannelView | undefined {
  const rank = ({ partnerAddress }: ChannelView): number => {
    const partner = neighbours.find(({ address }) => address === partnerAddress);
    return partner === undefined ? 1 : partner.isRunning ? 2 : 0;
  };
  return channels
    .filter((channel) => channel.state === 'opened' && channel.balance >= ENOUGH && rank(channel) > 0)
    .toSorted((one, other) => rank(other) - rank(one))[0];
}

function ofChannel(channel: ChannelView): Values {
  return {
    token: channel.tokenAddress,
    tokenNetwork: channel.tokenNetworkAddress,
    partner: channel.partnerAddress,
    // A total below it, and above nothing, is one that the node refuses.
    deposit: channel.totalDeposit < 2n ? undefined : String(channel.totalDeposit),
    withdrawn: String(channel.totalWithdraw),
    withdrawable: String(channel.totalWithdraw + channel.balance),
    settleTimeout: String(channel.settleTimeout),
    revealTimeout: String(channel.revealTimeout),
    channelId: String(channel.channelIdentifier),
  };
}

function ofNetwork(
  { tokenAddress, partnerAddress }: ChannelView,
  channels: readonly ChannelView[],
  { neighbours, alive }: { readonly neighbours: readonly Neighbour[]; readonly alive: Alive },
): Values {
  const isOfToken = (channel: ChannelView): boolean => channel.tokenAddress === tokenAddress;
  const own = channels.filter(isOfToken);
  const partners = new Set<Address | undefined>(own.map((channel) => channel.partnerAddress));
  const partner = neighbours.find(({ address }) => address === partnerAddress);
  const behind = (partner?.channels.filter(alive(partner.name)) ?? [])
    .filter((channel) => isOfToken(channel) && channel.state === 'opened' && channel.balance >= ENOUGH)
    .map((channel): Address | undefined => channel.partnerAddress);
  const running = neighbours.filter(({ isRunning }) => isRunning);
  const strangers = running.filter(({ address }) => !partners.has(address));
  const stopped = neighbours.filter(({ isRunning }) => !isRunning).map(({ address }) => address);
  const absent = own.find(
    (channel) => channel.state === 'opened' && stopped.includes(channel.partnerAddress),
  );
  return {
    beyond: strangers.find(({ address }) => behind.includes(address))?.address,
    stranger: strangers[0]?.address,
    isolated: running.find((node) => !node.channels.some(isOfToken))?.address,
    absentPartner: absent?.partnerAddress,
  };
}

// Oldest first, as nodes list it.
function ofHistory(
  history: readonly PaymentEvent[],
  unusedTokens: readonly Address[],
  known: ReadonlyMap<Placeholder, string>,
): Values {
  const [beyond, token] = [known.get('beyond'), known.get('token')];
  const first = history.find((event) => event.tokenAddress === token && partnerIn(event) === beyond);
  return {
    unpaidToken: unusedTokens.find((unused) => history.every(({ tokenAddress }) => tokenAddress !== unused)),
    payee: first === undefined || first.kind === 'sent' ? beyond : undefined,
  };
}
