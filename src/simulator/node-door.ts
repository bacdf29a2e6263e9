import type { Address } from '../model/network/address.ts';
import type { EndIndex, NodeIndex } from '../model/network/indices.ts';
import type { Answer, PaymentEvent, PaymentReceipt, PendingTransfer } from '../model/run/answer.ts';
import { refused } from '../model/run/reason.ts';
import type { NodeApi, NumberedPayment, PaymentFilter } from '../ports/node-api.ts';
import type { NodeDesk, Reply } from '../ports/protocol.ts';
import { unlessAborted } from '../runtime/unless-aborted.ts';
import { type Fault, ok, refusal, stopped } from './answers.ts';
import { channelView, channelViews, connectionsOf } from './channels/own-channels.ts';
import type { OpenRequests } from './open-requests.ts';
import { addressOf, nameOf, type World } from './world.ts';
import { newNotices } from './account/user-deposit.ts';

// The node goes on with what it was asked.
const GIVEN_UP: Answer<never> = {
  kind: 'indeterminate',
  cause: 'interrupted',
  detail: 'the caller gave up waiting',
};

const NOTHING_IS_LEFT = (): void => {};

// The version that the recorded real nodes tell.
const VERSION = '3.0.1';

/** The inside of one node; looked up per request, because a reset replaces it. */
export interface NodeRoom {
  readonly world: World;
  readonly node: NodeIndex;
  readonly desk: NodeDesk;
}

// A slow node answers reads at once, and carries out other requests late.
type Asked = 'shown' | 'done';

/** The door of one simulated node, whatever its protocol: the only place where promises are made. */
export function nodeDoor(room: () => NodeRoom, pathFindingUrl: () => string | null): NodeApi {
  const asked = <T>(what: Asked, act: (room: NodeRoom, reply: Reply<T>) => void): Promise<Answer<T>> =>
    new Promise((resolve) => {
      const now = room();
      const { clock } = now.world;
      lookAfter<T>(now, (answer) => clock.answer(() => resolve(answer)), { what, act });
    });
  const read = <T>(look: (room: NodeRoom) => Answer<T>): Promise<Answer<T>> =>
    asked<T>('shown', (now, reply) => reply(look(now)));
  const work = <T>(act: (room: NodeRoom, reply: Reply<T>) => void): Promise<Answer<T>> =>
    asked<T>('done', act);
  return {
    address: () => read(({ world, node }) => ok(addressOf(world, node))),
    version: () => read(() => ok(VERSION)),
    settings: () => read(() => ok({ pathFindingServiceAddress: pathFindingUrl() })),
    status: () => {
      const { world, node } = room();
      return world.messenger.isStarting(node)
        ? Promise.resolve(ok({ status: 'unavailable' }))
        : read(() => ok({ status: 'ready' }));
    },
    tokens: () => read(({ world }) => ok(world.layers.map(({ token }) => token.tokenAddress))),
    tokenNetwork: (token) => read((now) => tokenNetwork(now, token)),
    channels: ({ token } = {}) => read(({ world, node }) => ok(channelViews(world, node, token))),
    channel: ({ token, partner }) =>
      read((now) => {
        const { world } = now;
        const layer = world.layerByToken.get(token);
        const end = endWith(now, token, partner);
        if (layer !== undefined && end !== undefined) return ok(channelView(world, layer, end));
        const errors = `Channel with partner '${partner}' for token '${token}' could not be found.`;
        return missing(now, { status: 404, errors, check: 'channel-open', found: 'no such channel' });
      }),
    openChannel: (request) => work(({ desk }, reply) => desk.openChannel(request, reply)),
    updateChannel: (update) => work(({ desk }, reply) => desk.updateChannel(update, reply)),
    pay: (request, givingUp) =>
      unlessAborted(
        // Who opens a door reads what is behind it: such a world gives receipts.
        work<PaymentReceipt>((now, reply) =>
          handlePayment(now, request, reply as Reply<PaymentReceipt | undefined>),
        ),
        GIVEN_UP,
        givingUp,
      ),
    payments: (filter = {}) => read((now) => history(now, filter)),
    pendingTransfers: (filter = {}) => read((now) => pending(now, filter)),
    connections: () => read(({ world, node }) => ok(connectionsOf(world, node))),
    leave: (token) => work(({ desk }, reply) => desk.leave(token, reply)),
    registerToken: (token) => work(({ desk }, reply) => desk.registerToken(token, reply)),
    mint: (request) => work(({ desk }, reply) => desk.mint(request, reply)),
    userDeposit: (request) => work(({ desk }, reply) => desk.userDeposit(request, reply)),
    notifications: () => read((now) => ok(newNotices(now))),
  };
}

/** As the door's `pay`, with a callback, which may come at once, in place of a promise. */
export function payAt(
  room: NodeRoom,
  request: NumberedPayment,
  ended: Reply<PaymentReceipt | undefined>,
): void {
  const reply = taken(room, ended);
  if (reply === undefined) return;
  const { messenger } = room.world;
  if (messenger.isPrompt(room.node)) handlePayment(room, request, reply);
  else messenger.afterSlowness(room.node, () => handlePayment(room, request, reply));
}

function handlePayment(
  { world, node, desk }: NodeRoom,
  request: NumberedPayment,
  reply: Reply<PaymentReceipt | undefined>,
): void {
  // A request that a stopped node had not come to is forgotten with its process.
  world.messenger.handle(node, { act: () => desk.pay(request, reply), interrupted: NOTHING_IS_LEFT });
}

function lookAfter<T>(
  room: NodeRoom,
  ended: Reply<T>,
  { what, act }: { readonly what: Asked; readonly act: (room: NodeRoom, reply: Reply<T>) => void },
): void {
  const reply = taken(room, ended);
  if (reply === undefined) return;
  const { messenger } = room.world;
  if (what === 'shown') messenger.whenRunning(room.node, () => act(room, reply));
  else messenger.afterSlowness(room.node, () => act(room, reply));
}

// Where the answer is to go, for a node that is there, perhaps frozen; one that is stopped or starting refuses at once.
function taken<T>(room: NodeRoom, ended: Reply<T>): Reply<T> | undefined {
  const { world, node } = room;
  // Lets what is due by now happen first, so that nothing changes while this request is looked at.
  world.clock.nowMs();
  const { messenger } = world;
  if (!messenger.isUp(node)) ended(stopped(nameOf(world, node)));
  else if (messenger.isStarting(node)) ended(refused(503, 'Service unavailable. Try again later.'));
  else return (world.requests[node] as OpenRequests).begin(ended);
  return undefined;
}

function missing({ world, node }: NodeRoom, fault: Omit<Fault, 'required'>): Answer<never> {
  return refusal(nameOf(world, node), { ...fault, required: 'something to read' });
}

function endWith({ world, node }: NodeRoom, token: Address, partner: Address): EndIndex | undefined {
  const other = world.nodeByAddress.get(partner);
  return other === undefined ? undefined : world.layerByToken.get(token)?.graph.endBetween(node, other);
}

function tokenNetwork(room: NodeRoom, token: Address): Answer<Address> {
  const layer = room.world.layerByToken.get(token);
  if (layer !== undefined) return ok(layer.token.tokenNetworkAddress);
  const errors = `No token network registered for token "${token}"`;
  return missing(room, { status: 404, errors, check: 'token-known', found: token });
}

function history(room: NodeRoom, filter: PaymentFilter): Answer<readonly PaymentEvent[]> {
  const { world, node } = room;
  for (const name of ['limit', 'offset'] as const) {
    const value = filter[name];
    if (value !== undefined && value < 0) {
      const errors = `${name} must be a positive integer`;
      return missing(room, { status: 400, errors, check: 'request-valid', found: `${name} ${value}` });
    }
  }
  if (filter.token !== undefined && !world.layerByToken.has(filter.token)) {
    const errors = 'Token address does not match a Raiden token network';
    return missing(room, { status: 400, errors, check: 'token-known', found: filter.token });
  }
  return ok(world.histories[node]?.read(filter) ?? []);
}

function pending(
  room: NodeRoom,
  { token, partner }: Pick<PaymentFilter, 'token' | 'partner'>,
): Answer<readonly PendingTransfer[]> {
  const { world, desk } = room;
  const layer = token === undefined ? undefined : world.layerByToken.get(token);
  if (token !== undefined && layer === undefined) {
    const errors = `Token ${token} not found.`;
    return missing(room, { status: 404, errors, check: 'token-known', found: token });
  }
  const end = token === undefined || partner === undefined ? undefined : endWith(room, token, partner);
  if (partner !== undefined && end === undefined) {
    // The real node forgot to fill in the address; its words all the same.
    const errors = 'Channel with partner `partner_address not found.`';
    return missing(room, { status: 404, errors, check: 'channel-open', found: 'no such channel' });
  }
  const all = desk
    .pendingTransfers()
    .filter((transfer) => token === undefined || transfer.tokenAddress === token);
  if (layer === undefined || end === undefined) return ok(all);
  const identifier = BigInt(layer.graph.identifier(end));
  return ok(all.filter((transfer) => transfer.channelIdentifier === identifier));
}
