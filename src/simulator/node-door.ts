import type { Address } from '../model/network/address.ts';
import type { Answer } from '../model/run/answer.ts';
import type { NodeApi, PaymentFilter } from '../ports/node-api.ts';
import type { ChannelDesk } from './channels/channel-desk.ts';
import { channelView, channelViews, connectionsOf, pendingTransfersOf } from './channels/channel-views.ts';
import type { OpenRequests, Reply } from './open-requests.ts';
import type { PaymentDesk } from './payments/payment-desk.ts';
import { failedCheck, refused } from './refusal.ts';
import { nameOf, type World } from './world.ts';

const NOTHING_IS_LEFT = (): void => {};

// What the recorded real nodes say they are.
const VERSION = '3.0.1';

/** Everything the door of one node needs; looked up per request, because a reset replaces it. */
export interface NodeRoom {
  readonly world: World;
  readonly node: number;
  readonly payments: PaymentDesk;
  readonly channels: ChannelDesk;
}

/** The door of one simulated node: the only place where promises are made. */
export function simulatedNode(room: () => NodeRoom, pathFindingUrl: () => string | null): NodeApi {
  const work = <T>(act: (room: NodeRoom, reply: Reply<T>) => void): Promise<Answer<T>> => {
    const now = room();
    const { world, node } = now;
    // Lets what is due by now happen first, so that nothing changes while this request is looked at.
    world.clock.nowMs();
    if (!world.messenger.isRunning(node))
      return Promise.resolve({
        kind: 'unreachable',
        detail: `connection refused: node ${nameOf(world, node)} is stopped`,
      });
    return (world.requests[node] as OpenRequests).open<T>((reply) => act(now, reply));
  };
  const read = <T>(look: (room: NodeRoom) => Answer<T>): Promise<Answer<T>> =>
    work<T>((now, reply) => reply(look(now)));
  return {
    address: () => read(({ world, node }) => ok(world.addresses[node] as Address)),
    version: () => read(() => ok(VERSION)),
    settings: () => read(() => ok({ pathFindingServiceAddress: pathFindingUrl() })),
    status: () => read(() => ok({ status: 'ready' })),
    tokens: () => read(({ world }) => ok(world.layers.map(({ token }) => token.tokenAddress))),
    tokenNetwork: (token) => read((now) => tokenNetwork(now, token)),
    channels: ({ token } = {}) =>
      read(({ world, node }) => {
        const layers = world.layers.filter(
          (layer) => token === undefined || layer.token.tokenAddress === token,
        );
        return ok(channelViews(world, node, layers));
      }),
    channel: ({ token, partner }) =>
      read((now) => {
        const { world } = now;
        const layer = world.layerByToken.get(token);
        const end = endWith(now, token, partner);
        if (layer !== undefined && end >= 0) return ok(channelView(world, layer, end));
        const errors = `Channel with partner '${partner}' for token '${token}' could not be found.`;
        return missing(now, { status: 404, errors, check: 'channel-open', found: 'no such channel' });
      }),
    openChannel: (request) => work(({ channels }, reply) => channels.open(request, reply)),
    updateChannel: (update) => work(({ channels }, reply) => channels.update(update, reply)),
    pay: (request) =>
      work(({ world, node, payments }, reply) => {
        // A request that a stopped node had not come to is forgotten with its process.
        world.processors[node]?.handle(() => payments.pay(request, reply), NOTHING_IS_LEFT);
      }),
    payments: (filter = {}) => read((now) => history(now, filter)),
    pendingTransfers: (filter = {}) => read((now) => pending(now, filter)),
    connections: () => read(({ world, node }) => ok(connectionsOf(world, node))),
    leave: (token) => work(({ channels }, reply) => channels.leave(token, reply)),
  };
}

function ok<T>(value: T): Answer<T> {
  return { kind: 'ok', status: 200, value };
}

function missing(
  { world, node }: NodeRoom,
  {
    status,
    errors,
    check,
    found,
  }: {
    readonly status: 400 | 404;
    readonly errors: string;
    readonly check: 'token-known' | 'channel-open' | 'request-valid';
    readonly found: string;
  },
): Answer<never> {
  return refused(
    { status, errors },
    failedCheck(nameOf(world, node), check, { required: 'something to read', found }),
  );
}

function endWith({ world, node }: NodeRoom, token: Address, partner: Address): number {
  const other = world.nodeByAddress.get(partner);
  return other === undefined ? -1 : (world.layerByToken.get(token)?.graph.endBetween(node, other) ?? -1);
}

function tokenNetwork(room: NodeRoom, token: Address): Answer<Address> {
  const layer = room.world.layerByToken.get(token);
  if (layer !== undefined) return ok(layer.token.tokenNetworkAddress);
  const errors = `No token network registered for token "${token}"`;
  return missing(room, { status: 404, errors, check: 'token-known', found: token });
}

function history(room: NodeRoom, filter: PaymentFilter): ReturnType<typeof historyOf> {
  for (const name of ['limit', 'offset'] as const) {
    const value = filter[name];
    if (value !== undefined && value < 0) {
      const errors = `${name} must be a positive integer`;
      return missing(room, { status: 400, errors, check: 'request-valid', found: `${name} ${value}` });
    }
  }
  if (filter.token !== undefined && !room.world.layerByToken.has(filter.token)) {
    const errors = 'Token address does not match a Raiden token network';
    return missing(room, { status: 400, errors, check: 'token-known', found: filter.token });
  }
  return historyOf(room, filter);
}

function historyOf({ world, node }: NodeRoom, filter: PaymentFilter) {
  return ok(world.histories[node]?.read(filter) ?? []);
}

function pending(room: NodeRoom, filter: { readonly token?: Address; readonly partner?: Address }) {
  const { world, node } = room;
  const { token, partner } = filter;
  if (token !== undefined && !world.layerByToken.has(token))
    return missing(room, {
      status: 404,
      errors: `Token ${token} not found.`,
      check: 'token-known',
      found: token,
    });
  const end = token === undefined || partner === undefined ? -1 : endWith(room, token, partner);
  if (partner !== undefined && end < 0) {
    // The real node forgot to fill in the address; its words all the same.
    const errors = 'Channel with partner `partner_address not found.`';
    return missing(room, { status: 404, errors, check: 'channel-open', found: 'no such channel' });
  }
  const all = pendingTransfersOf(world, node).filter(
    (transfer) => token === undefined || transfer.tokenAddress === token,
  );
  if (token === undefined || end < 0) return ok(all);
  const identifier = BigInt(world.layerByToken.get(token)?.graph.identifier(end) ?? 0);
  return ok(all.filter((transfer) => transfer.channelIdentifier === identifier));
}
