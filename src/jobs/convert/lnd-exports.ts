import { z } from 'zod';
import { asideOf, MSAT } from '../../topology/formats/graph-kinds.ts';
import { type ExportFormat, exportFormat, inUse, listHolding, rounded, told } from './export-format.ts';
import { amount, fee, id, nodeKey, msat, unixNanoseconds, unixSeconds } from './export-fields.ts';

// https://api.lightning.community: ListChannels, ForwardingHistory, FeeReport, GetInfo.
// lncli lists so many where it is not told another number.
const SATOSHI_FEES = 'fees of forwards that are listed in satoshi only';
const USUAL_PAGE = 100;
const MAY_BE_CUT = `exactly ${USUAL_PAGE} forwards, as many as lncli lists at most by default: later ones may be missing, ask again with --max_events=50000`;

/** Files that `lncli` writes. */
export const LND_EXPORTS: readonly ExportFormat[] = [
  exportFormat({
    kind: 'lncli listchannels',
    holds: listHolding('channels', 'remote_pubkey'),
    idle: `channel_point capacity commit_fee commit_weight fee_per_kw total_satoshis_sent total_satoshis_received
      num_updates pending_htlcs csv_delay private initiator chan_status_flags static_remote_key commitment_type lifetime
      uptime close_address push_amount_sat thaw_height zero_conf peer_scid_alias memo scid_str remote_chan_reserve_sat local_constraints remote_constraints`,
    schema: z.object({
      channels: z.array(
        z.object({
          chan_id: id,
          remote_pubkey: nodeKey,
          local_balance: amount,
          remote_balance: amount,
          active: z.boolean().default(true),
          unsettled_balance: amount.default(0n),
          local_chan_reserve_sat: amount.default(0n),
          peer_alias: z.string().default(''),
          alias_scids: z.array(id).default([]),
          zero_conf_confirmed_scid: id.optional(),
        }),
      ),
    }),
    read: ({ channels }) => ({
      channels: channels.map((channel) => ({
        ids: [channel.chan_id],
        aliases: [...channel.alias_scids, channel.zero_conf_confirmed_scid ?? '0'].filter(
          (scid) => scid !== '0',
        ),
        partner: channel.remote_pubkey,
        own: channel.local_balance,
        others: channel.remote_balance,
      })),
      aliases: channels.map((channel) => [channel.remote_pubkey, channel.peer_alias] as const),
      notes: inUse({
        offline: channels.filter(({ active }) => !active).length,
        busy: channels.filter((channel) => channel.unsettled_balance > 0n).length,
        reserved: channels.filter((channel) => channel.local_chan_reserve_sat > 0n).length,
      }),
    }),
  }),
  exportFormat({
    kind: 'lncli fwdinghistory',
    holds: listHolding('forwarding_events'),
    idle: `amt_in amt_in_msat peer_alias_in peer_alias_out incoming_htlc_id outgoing_htlc_id last_offset_index`,
    schema: z.object({
      forwarding_events: z.array(
        z.object({
          timestamp: unixSeconds,
          timestamp_ns: unixNanoseconds,
          chan_id_in: id,
          chan_id_out: id,
          amt_out: amount,
          amt_out_msat: msat.default(0n),
          fee: fee.optional(),
          fee_msat: fee.optional(),
        }),
      ),
    }),
    read: ({ forwarding_events: events }) => ({
      payments: events.map((event) => ({
        unixMs: event.timestamp_ns ?? event.timestamp,
        from: { kind: 'channel', id: event.chan_id_in },
        to: { kind: 'channel', id: event.chan_id_out },
        // Versions that know no millisatoshi leave it out, or write 0.
        amount: event.amt_out_msat > 0n ? event.amt_out_msat / MSAT : event.amt_out,
        feeMsat: event.fee_msat ?? (event.fee && 1000 * event.fee),
        // lnd lists no forward that it refused or could not send on.
        succeeded: true,
      })),
      notes: [
        ...(events.length === USUAL_PAGE ? [MAY_BE_CUT] : []),
        ...rounded(
          'amounts of payments',
          events.map((event) => event.amt_out_msat),
        ),
        ...told(
          SATOSHI_FEES,
          events.filter(({ fee_msat: exact, fee: sat }) => (exact ?? sat) !== exact).length,
        ),
        ...told(
          'amounts in satoshi that those in millisatoshi contradict, left aside',
          events.filter(({ amt_out: sat, amt_out_msat: exact }) => exact > 0n && exact / MSAT !== sat).length,
        ),
      ],
    }),
  }),
  exportFormat({
    kind: 'lncli feereport',
    holds: listHolding('channel_fees'),
    idle: `channel_point fee_rate day_fee_sum week_fee_sum month_fee_sum`,
    schema: z.object({
      channel_fees: z.array(
        z.object({
          chan_id: id.optional(),
          base_fee_msat: fee,
          fee_per_mil: fee,
          inbound_base_fee_msat: z.unknown().optional(),
          inbound_fee_per_mil: z.unknown().optional(),
        }),
      ),
    }),
    read: (report) => ({
      policies: report.channel_fees.map(
        ({ chan_id: end, base_fee_msat: baseMsat, fee_per_mil: rate, ...inbound }) =>
          [end, { baseMsat, ppm: rate, ...asideOf(inbound) }] as const,
      ),
    }),
  }),
  exportFormat({
    kind: 'lncli getinfo',
    holds: (root) => typeof (root as { identity_pubkey?: unknown }).identity_pubkey === 'string',
    schema: z.object({ identity_pubkey: nodeKey, alias: z.string().default('') }),
    read: (info) => ({ ownKey: info.identity_pubkey, aliases: [[info.identity_pubkey, info.alias]] }),
  }),
];
