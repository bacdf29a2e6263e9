import { z } from 'zod';
import type { ChannelView } from '../../../model/run/answer.ts';
import { wireAddress } from './address.ts';
import { wireAmount, wireInteger } from './integer.ts';

const CHANNEL_STATES = [
  'opened',
  'waiting_for_close',
  'closed',
  'waiting_for_settle',
  'settled',
  'channel_unusable',
] as const;

/** A channel as one participant shows it; every value is a string (api.md 2). */
export const wireChannel = z
  .codec(
    z.object({
      channel_identifier: wireInteger,
      token_address: wireAddress,
      token_network_address: wireAddress,
      partner_address: wireAddress,
      balance: wireAmount,
      total_deposit: wireAmount,
      total_withdraw: wireAmount,
      state: z.enum(CHANNEL_STATES, 'a channel state'),
      settle_timeout: wireInteger,
      reveal_timeout: wireInteger,
      // The Python node adds it and never knows (raiden.md 0); the light client leaves it out.
      network_state: z.string().optional(),
    }),
    z.custom<ChannelView>(),
    { decode: channelFromWire, encode: channelToWire },
  )
  .meta({ id: 'Channel' });

/** A list of channels. */
export const wireChannels = z.array(wireChannel).readonly();

/** What is left after a change: null when the channel is gone. */
export const wireChannelOrNull = wireChannel.nullable();

/** Answer of leaving a token network: channels, null for those that are gone (raiden.md 0). */
export const wireLeftChannels = z
  .array(
    z.union([
      wireChannelOrNull,
      // As documented in api.md 4.4, and as the light client answers: the partner's address only.
      z.codec(wireAddress, z.null(), { decode: () => null, encode: () => z.NEVER }),
    ]),
  )
  .readonly();

interface WireChannel {
  readonly channel_identifier: bigint;
  readonly token_address: ChannelView['tokenAddress'];
  readonly token_network_address: ChannelView['tokenNetworkAddress'];
  readonly partner_address: ChannelView['partnerAddress'];
  readonly balance: bigint;
  readonly total_deposit: bigint;
  readonly total_withdraw: bigint;
  readonly state: ChannelView['state'];
  readonly settle_timeout: bigint;
  readonly reveal_timeout: bigint;
  readonly network_state?: string | undefined;
}

function channelFromWire(wire: WireChannel): ChannelView {
  return {
    channelIdentifier: wire.channel_identifier,
    tokenAddress: wire.token_address,
    tokenNetworkAddress: wire.token_network_address,
    partnerAddress: wire.partner_address,
    balance: wire.balance,
    totalDeposit: wire.total_deposit,
    totalWithdraw: wire.total_withdraw,
    state: wire.state,
    settleTimeout: wire.settle_timeout,
    revealTimeout: wire.reveal_timeout,
  };
}

function channelToWire(channel: ChannelView): WireChannel {
  return {
    channel_identifier: channel.channelIdentifier,
    token_address: channel.tokenAddress,
    token_network_address: channel.tokenNetworkAddress,
    partner_address: channel.partnerAddress,
    balance: channel.balance,
    total_deposit: channel.totalDeposit,
    total_withdraw: channel.totalWithdraw,
    state: channel.state,
    settle_timeout: channel.settleTimeout,
    reveal_timeout: channel.revealTimeout,
    network_state: 'unknown',
  };
}
