import { z } from 'zod';
import type { ChannelView } from '../../model/run/answer.ts';
import { wireAddress } from '../wire/address.ts';
import { wireAmount, wireInteger } from '../wire/integer.ts';
import { wireRecord } from '../wire/record.ts';

const CHANNEL_STATES = [
  'opened',
  'waiting_for_close',
  'closed',
  'waiting_for_settle',
  'settled',
  'channel_unusable',
] as const;

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

/** Answer of leaving a token network: channels, null for those that are gone (raiden.md 0). */
export const wireLeftChannels = z
  .array(
    z.union([
      wireChannel.nullable(),
      // As documented in api.md 4.4: the partner's address only.
      z.codec(wireAddress, z.null(), { decode: () => null, encode: () => z.NEVER }),
    ]),
  )
  .readonly();
