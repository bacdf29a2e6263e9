import { z } from 'zod';
import type { ChannelView, Connection, LeftChannel } from '../../model/run/answer.ts';
import { CHANNEL_STATES } from '../../model/network/network.ts';
import { wireAddress, wireAmount, wireInteger, wireCount } from '../wire/scalars.ts';
import { wireRecord } from '../wire/record.ts';
import type { ChannelUpdate, NodeApi } from '../../ports/node-api.ts';
import { bodyAddress, oneOf, optionalInteger } from '../wire/request-field.ts';

/** The fields of a channel as one participant shows it; every value is a string (api.md 2). */
export const channelFields = {
  channelIdentifier: ['channel_identifier', wireInteger],
  tokenAddress: ['token_address', wireAddress],
  tokenNetworkAddress: ['token_network_address', wireAddress],
  partnerAddress: ['partner_address', wireAddress],
  balance: ['balance', wireAmount],
  totalDeposit: ['total_deposit', wireAmount],
  totalWithdraw: ['total_withdraw', wireAmount],
  state: ['state', z.enum(CHANNEL_STATES, 'a channel state')],
  settleTimeout: ['settle_timeout', wireInteger],
  revealTimeout: ['reveal_timeout', wireInteger],
} as const;

/** A channel; the Python node adds what it never knows (raiden.md 0). */
export const wireChannel = wireRecord<ChannelView>(channelFields, {
  constants: { network_state: () => 'unknown' },
}).meta({ id: 'Channel' });

/** A channel as it is documented, with ten fields (api.md 2). */
export const wireTenFields = wireRecord<ChannelView>(channelFields).meta({ id: 'Channel' });

// As documented in api.md 4.4: the partner's address only.
const leftPartner = z.codec(wireAddress.nullable(), z.custom<LeftChannel>(), {
  decode: (partner) => partner,
  encode: (left) => (typeof left === 'string' ? left : (left?.partnerAddress ?? null)),
});

/** Answer of leaving a token network as it is documented (api.md 4.4): whose channels they were. */
export const wireLeftPartners = z.array(leftPartner).readonly();

/** Answer of leaving a token network: channels, null for those that are gone (raiden.md 0). */
export const wireLeftChannels = z.array(z.union([wireChannel.nullable(), leftPartner])).readonly();

/** Body of PUT channels (api.md 4.5, raiden.md 1.3). */
export const wireOpenChannel = wireRecord<Parameters<NodeApi['openChannel']>[0]>(
  {
    token: ['token_address', bodyAddress],
    partner: ['partner_address', bodyAddress],
    totalDeposit: ['total_deposit', optionalInteger],
    settleTimeout: ['settle_timeout', optionalInteger],
    revealTimeout: ['reveal_timeout', optionalInteger],
  },
  { isStrict: true },
).meta({ id: 'OpenChannel' });

/** Body of PATCH channels: one of its fields is expected (raiden.md 1.4). */
export const wireUpdateChannel = wireRecord<Omit<ChannelUpdate, 'token' | 'partner'>>(
  {
    totalDeposit: ['total_deposit', optionalInteger],
    totalWithdraw: ['total_withdraw', optionalInteger],
    revealTimeout: ['reveal_timeout', optionalInteger],
    state: ['state', oneOf(['closed', 'opened', 'settled'])],
  },
  { isStrict: true },
).meta({ id: 'UpdateChannel' });

/** Joined token networks: an object keyed by token address (api.md 4.3). */
export const wireConnections = z
  .codec(
    z.record(wireAddress, z.object({ sum_deposits: wireAmount, channels: wireCount })),
    z.custom<readonly Connection[]>(),
    {
      decode: (wire) =>
        Object.entries(wire).map(([token, { sum_deposits, channels }]) => ({
          tokenAddress: token as Connection['tokenAddress'],
          sumDeposits: sum_deposits,
          channels,
        })),
      encode: (connections) =>
        Object.fromEntries(
          connections.map(({ tokenAddress, sumDeposits, channels }) => [
            tokenAddress,
            { sum_deposits: sumDeposits, channels },
          ]),
        ) as Record<Connection['tokenAddress'], { sum_deposits: bigint; channels: number }>,
    },
  )
  .meta({ id: 'Connections' });
