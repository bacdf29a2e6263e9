import { z } from 'zod';
import { type ExportFormat, exportFormat, listHolding } from './export-format.ts';
import { amount, id, msat, msatNumber, ppm, unixSeconds } from './export-fields.ts';
import type { ExportedPayment, GraphChannel } from './node-export.ts';

// https://docs.corelightning.org: listpeerchannels, listfunds, listchannels, listforwards, getinfo.
const LIVE_STATES = ['CHANNELD_NORMAL', 'CHANNELD_AWAITING_SPLICE'];

/** Files that `lightning-cli` writes. */
export const CLN_EXPORTS: readonly ExportFormat[] = [
  exportFormat({
    kind: 'lightning-cli listpeerchannels',
    holds: listHolding('channels', 'to_us_msat'),
    schema: z.object({
      channels: z.array(
        z.object({
          peer_id: z.string(),
          state: z.string(),
          short_channel_id: id.optional(),
          to_us_msat: msat,
          total_msat: msat,
          fee_base_msat: msatNumber.optional(),
          fee_proportional_millionths: ppm.optional(),
        }),
      ),
    }),
    read: ({ channels }) => ({
      token: 'SAT',
      channels: channels
        .filter(({ state }) => LIVE_STATES.includes(state))
        .map((channel) => ({
          id: channel.short_channel_id ?? '',
          partner: channel.peer_id,
          own: channel.to_us_msat,
          others: channel.total_msat - channel.to_us_msat,
        })),
      policies: channels.flatMap(({ fee_base_msat: baseMsat, fee_proportional_millionths: rate }) =>
        baseMsat === undefined || rate === undefined ? [] : [{ baseMsat, ppm: rate }],
      ),
    }),
  }),
  exportFormat({
    kind: 'lightning-cli listfunds',
    holds: listHolding('channels', 'our_amount_msat'),
    schema: z.object({
      channels: z.array(
        z.object({
          peer_id: z.string(),
          state: z.string(),
          short_channel_id: id.optional(),
          our_amount_msat: msat,
          amount_msat: msat,
        }),
      ),
    }),
    read: ({ channels }) => ({
      token: 'SAT',
      channels: channels
        .filter(({ state }) => LIVE_STATES.includes(state))
        .map((channel) => ({
          id: channel.short_channel_id ?? '',
          partner: channel.peer_id,
          own: channel.our_amount_msat,
          others: channel.amount_msat - channel.our_amount_msat,
        })),
    }),
  }),
  exportFormat({
    kind: 'lightning-cli listforwards',
    holds: listHolding('forwards'),
    schema: z.object({
      forwards: z.array(
        z.object({
          in_channel: id,
          out_channel: id.optional(),
          in_msat: msat.optional(),
          out_msat: msat.optional(),
          status: z.string(),
          received_time: unixSeconds,
        }),
      ),
    }),
    read: ({ forwards }) => {
      const told = forwards.filter(({ status }) => status !== 'offered');
      const payments = told.flatMap((forward): readonly ExportedPayment[] => {
        const sent = forward.out_msat ?? forward.in_msat;
        if (forward.out_channel === undefined || sent === undefined) return [];
        return [
          {
            unixMs: forward.received_time,
            from: { kind: 'channel', id: forward.in_channel },
            to: { kind: 'channel', id: forward.out_channel },
            amount: sent,
            succeeded: forward.status === 'settled',
          },
        ];
      });
      return {
        token: 'SAT',
        payments,
        leftOut: [[told.length - payments.length, 'without an outgoing channel or an amount']],
      };
    },
  }),
  exportFormat({
    kind: 'lightning-cli listchannels',
    holds: listHolding('channels', 'destination'),
    schema: z.object({
      channels: z.array(
        z.object({
          source: z.string(),
          destination: z.string(),
          short_channel_id: id,
          amount_msat: msat.optional(),
          satoshis: amount.optional(),
          base_fee_millisatoshi: msatNumber,
          fee_per_millionth: ppm,
        }),
      ),
    }),
    read: ({ channels }) => ({
      token: 'SAT',
      graph: {
        nodes: [...new Set(channels.flatMap(({ source, destination }) => [source, destination]))],
        channels: bothDirections(
          channels.map(({ amount_msat: inMsat, satoshis, ...channel }) => ({
            id: channel.short_channel_id,
            between: [channel.source, channel.destination],
            capacity: inMsat ?? satoshis ?? 0n,
            policies: [{ baseMsat: channel.base_fee_millisatoshi, ppm: channel.fee_per_millionth }, null],
          })),
        ),
      },
    }),
  }),
  exportFormat({
    kind: 'lightning-cli getinfo',
    holds: (root) => /^0[23][0-9a-f]{64}$/.test(String((root as { id?: unknown }).id)),
    schema: z.object({ id: z.string(), alias: z.string().default('') }),
    read: (info) => ({ token: 'SAT', ownKey: info.id, aliases: [[info.id, info.alias]] }),
  }),
];

/** Each channel is listed once for each direction of which a policy is known. */
function bothDirections(directions: readonly GraphChannel[]): readonly GraphChannel[] {
  const channels = new Map<string, GraphChannel>();
  for (const direction of directions) {
    const other = channels.get(direction.id);
    channels.set(
      direction.id,
      other === undefined ? direction : { ...other, policies: [other.policies[0], direction.policies[0]] },
    );
  }
  return [...channels.values()];
}
