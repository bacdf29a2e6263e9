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
  /** Why the node did not tell the others; empty: the network has no such thing. */
  readonly untold: ReadonlyMap<Placeholder, string>;
}

type LearntView = 'address' | 'channels' | 'tokens' | 'payments';

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

const NOBODY = addressFrom('millrace contract: nobody');
const NEW_TOKEN = addressFrom('millrace contract: new token');
const NO_TOKEN = addressFrom('millrace contract: no token');

const OF_CHANNEL = [
  'token',
  'tokenNetwork',
  'partner',
  'deposit',
  'withdrawn',
  'withdrawable',
  'settleTimeout',
  'revealTimeout',
  'channelId',
] as const;
const OF_HISTORY = ['unpaidToken', 'payee'] as const;
const OF_NETWORK = ['beyond', 'stranger', 'isolated', 'absentPartner', 'otherToken', ...OF_HISTORY] as const;

/** Asks the node that is checked, and those listed beside it, what the cases need. */
export async function learnSurroundings(
  checked: ListedNode,
  listed: readonly ListedNode[],
  {
    root,
    dead,
    isSandbox,
  }: { readonly root: string; readonly dead: readonly EndOnWay[]; readonly isSandbox: boolean },
): Promise<Learned> {
  const known = new Map<Placeholder, string>([
    ['root', root],
    ['any', '...'],
    ['nobody', NOBODY],
    ['unknownToken', NO_TOKEN],
  ]);
  // Of a real chain nobody tells them.
  if (isSandbox) known.set('newToken', NEW_TOKEN).set('serviceToken', CONTRACT_ADDRESSES.serviceToken);
  const untold = new Map<Placeholder, string>();
  const { api } = checked;
  const told = async <T>(view: LearntView, ask: () => Promise<Answer<T>>): Promise<T | undefined> => {
    const answer = await steady(ask);
    if (answer.kind === 'ok') return answer.value;
    const { what, placeholders } = NEEDED_FOR[view];
    for (const name of placeholders)
      untold.set(name, `the node does not tell ${what}: ${withoutValueText(answer)}`);
    return undefined;
  };
  const self = await told('address', () => api.address());
  if (self !== undefined) known.set('self', self);
  const channels = await told('channels', () => api.channels());
  const tokens = await told('tokens', () => api.tokens());
  const history = await told('payments', () => api.payments());
  if (channels === undefined) return { known, untold };
  const neighbours: Neighbour[] = [];
  for (const node of listed) neighbours.push(await look(node));
  const alive = aliveAmong(dead, neighbours);
  const channel = mostUseful(channels.filter(alive(checked.name)), neighbours);
  for (const [name, value] of channel === undefined ? [] : ofChannel(channel)) known.set(name, value);
  const others =
    tokens?.filter((token) => channels.every(({ tokenAddress }) => tokenAddress !== token)) ?? [];
  if (others[0] !== undefined) known.set('otherToken', others[0]);
  const inNetwork = channel === undefined ? [] : ofNetwork(channel, channels, { neighbours, alive });
  for (const [name, address] of inNetwork) if (address !== undefined) known.set(name, address);
  for (const [name, address] of history === undefined ? [] : ofHistory(history, others, known))
    if (address !== undefined) known.set(name, address);
  return { known, untold };
}

const NEEDED_FOR: Readonly<
  Record<LearntView, { readonly what: string; readonly placeholders: readonly Placeholder[] }>
> = {
  address: { what: 'its address', placeholders: ['self'] },
  channels: { what: 'its channels', placeholders: [...OF_CHANNEL, ...OF_NETWORK] },
  tokens: { what: 'its tokens', placeholders: ['otherToken', 'unpaidToken'] },
  payments: { what: 'its history', placeholders: OF_HISTORY },
};

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

/** Of a node, whether one of its channels is none of those that carry nothing. */
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

function ofChannel(channel: ChannelView): readonly (readonly [(typeof OF_CHANNEL)[number], string])[] {
  return [
    ['token', channel.tokenAddress],
    ['tokenNetwork', channel.tokenNetworkAddress],
    ['partner', channel.partnerAddress],
    // A total below it, and above nothing, is one that the node refuses.
    ...(channel.totalDeposit < 2n ? [] : [['deposit', String(channel.totalDeposit)] as const]),
    ['withdrawn', String(channel.totalWithdraw)],
    ['withdrawable', String(channel.totalWithdraw + channel.balance)],
    ['settleTimeout', String(channel.settleTimeout)],
    ['revealTimeout', String(channel.revealTimeout)],
    ['channelId', String(channel.channelIdentifier)],
  ];
}

function ofNetwork(
  { tokenAddress, partnerAddress }: ChannelView,
  channels: readonly ChannelView[],
  { neighbours, alive }: { readonly neighbours: readonly Neighbour[]; readonly alive: Alive },
): readonly (readonly [Placeholder, Address | undefined])[] {
  const isOfToken = (channel: ChannelView): boolean => channel.tokenAddress === tokenAddress;
  const own = channels.filter(isOfToken);
  const isOwnPartner = (address: Address | undefined): boolean =>
    own.some((channel) => channel.partnerAddress === address);
  const partner = neighbours.find(({ address }) => address === partnerAddress);
  const behind = partner?.channels
    .filter(alive(partner.name))
    .filter((channel) => isOfToken(channel) && channel.state === 'opened' && channel.balance >= ENOUGH);
  const running = neighbours.filter(({ isRunning }) => isRunning);
  return [
    [
      'beyond',
      running.find(
        ({ address }) =>
          !isOwnPartner(address) && behind?.some((channel) => channel.partnerAddress === address),
      )?.address,
    ],
    ['stranger', running.find(({ address }) => !isOwnPartner(address))?.address],
    ['isolated', running.find((node) => !node.channels.some(isOfToken))?.address],
    [
      'absentPartner',
      own.find(
        (channel) =>
          channel.state === 'opened' &&
          neighbours.some(({ address, isRunning }) => !isRunning && address === channel.partnerAddress),
      )?.partnerAddress,
    ],
  ];
}

// Oldest first, as nodes list it.
function ofHistory(
  history: readonly PaymentEvent[],
  otherTokens: readonly Address[],
  known: ReadonlyMap<Placeholder, string>,
): readonly (readonly [(typeof OF_HISTORY)[number], string | undefined])[] {
  const [beyond, token] = [known.get('beyond'), known.get('token')];
  const isWithThem = (event: PaymentEvent): boolean =>
    event.tokenAddress === token && partnerIn(event) === beyond;
  const first = history.find(isWithThem);
  return [
    ['unpaidToken', otherTokens.find((other) => history.every(({ tokenAddress }) => tokenAddress !== other))],
    ['payee', first === undefined || first.kind === 'sent' ? beyond : undefined],
  ];
}
