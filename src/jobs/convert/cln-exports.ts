import { z } from 'zod';
import { asideOf, MSAT } from '../../topology/formats/graph-kinds.ts';
import { grouped } from '../../report/words/number-format.ts';
import {
  type ExportFormat,
  exportFormat,
  inUse,
  leftOut,
  listHolding,
  NOT_OPEN,
  rounded,
  told,
} from './export-format.ts';
import { fee, id, nodeKey, msat, numeral, unixSeconds } from './export-fields.ts';

// https://docs.corelightning.org: listpeerchannels, listfunds, listforwards, listnodes, getinfo.
// BOLT 4, temporary_channel_failure: the channel can send too little, or the partner is offline.
const TOO_LITTLE = 4103;
const LIVE_STATES = ['CHANNELD_NORMAL', 'CHANNELD_AWAITING_SPLICE'];

const FEES = { fee_base_msat: fee.optional(), fee_proportional_millionths: fee.optional() };
const CHANNEL = z.object({
  peer_id: nodeKey,
  state: z.string(),
  short_channel_id: id.optional(),
  channel_id: id.optional(),
  alias: z.object({ local: id.optional() }).optional(),
  ...FEES,
  updates: z.object({ local: z.object(FEES).optional() }).optional(),
  minimum_htlc_out_msat: msat.optional(),
  maximum_htlc_out_msat: msat.optional(),
  to_us_msat: msat.optional(),
  total_msat: msat.optional(),
  our_amount_msat: msat.optional(),
  amount_msat: msat.optional(),
  peer_connected: z.boolean().default(true),
  connected: z.boolean().default(true),
  htlcs: z.array(z.unknown()).default([]),
  our_reserve_msat: msat.default(0n),
});

/** Files that `lightning-cli` writes. */
export const CLN_EXPORTS: readonly ExportFormat[] = [
  channelList('lightning-cli listpeerchannels', 'to_us_msat', 'total_msat'),
  channelList('lightning-cli listfunds', 'our_amount_msat', 'amount_msat'),
  exportFormat({
    kind: 'lightning-cli listforwards',
    holds: listHolding('forwards'),
    idle: `in_htlc_id out_htlc_id style resolved_time created_index updated_index failreason payment_hash`,
    schema: z.object({
      forwards: z.array(
        z.object({
          in_channel: id,
          out_channel: id.optional(),
          in_msat: msat.optional(),
          out_msat: msat.optional(),
          fee_msat: fee.optional(),
          status: z.enum(['offered', 'settled', 'failed', 'local_failed']),
          failcode: numeral.transform(Number).default(TOO_LITTLE),
          received_time: unixSeconds,
        }),
      ),
    }),
    read: ({ forwards }) => {
      const ended = forwards.filter(({ status }) => status !== 'offered');
      const possible = ended.filter(
        ({ status, failcode }) => status === 'settled' || (status !== 'failed' && failcode === TOO_LITTLE),
      );
      const made = possible.flatMap(({ out_channel: out, ...forward }) => {
        const amount = forward.out_msat ?? forward.in_msat;
        return out === undefined || amount === undefined ? [] : [{ ...forward, out, amount }];
      });
      const received = made.filter(({ out_msat: sent }) => sent === undefined).length;
      const amounts = made.map(({ amount }) => amount);
      return {
        payments: made.map(({ received_time, in_channel, out, amount, status, fee_msat }) => ({
          unixMs: received_time,
          from: { kind: 'channel', id: in_channel },
          to: { kind: 'channel', id: out },
          amount: amount / MSAT,
          succeeded: status === 'settled',
          feeMsat: status === 'settled' ? fee_msat : undefined,
        })),
        notes: [
          ...leftOut(forwards.length - ended.length, 'still on the way'),
          ...leftOut(ended.length - possible.length, 'that failed beyond the node, or not for lack of money'),
          ...leftOut(possible.length - made.length, 'without an outgoing channel or an amount'),
          ...rounded('amounts of payments', amounts),
          ...told('payments whose outgoing amount is not listed, with the incoming one', received),
        ],
      };
    },
  }),
  exportFormat({
    kind: 'lightning-cli listnodes',
    holds: listHolding('nodes', 'nodeid'),
    schema: z.object({ nodes: z.array(z.object({ nodeid: nodeKey, alias: z.string().default('') })) }),
    read: ({ nodes }) => ({ aliases: nodes.map(({ nodeid, alias }) => [nodeid, alias] as const) }),
  }),
  exportFormat({
    kind: 'lightning-cli getinfo',
    holds: (root) => /^0[23][0-9a-f]{64}$/.test(String((root as { id?: unknown }).id)),
    schema: z.object({ id: nodeKey, alias: z.string().default('') }),
    read: (info) => ({ ownKey: info.id, aliases: [[info.id, info.alias]] }),
  }),
];

/** A list of channels, whose amounts have other names in each; those of a channel that is being opened are absent. */
function channelList(
  kind: string,
  own: 'to_us_msat' | 'our_amount_msat',
  whole: 'total_msat' | 'amount_msat',
): ExportFormat {
  return exportFormat({
    kind,
    holds: listHolding('channels', own),
    idle: `reestablished scratch_txid channel_type ignore_fee_limits lost_state feerate owner funding_txid
      funding_outnum initial_feerate last_feerate next_feerate next_fee_step inflight private opener closer features
      funding min_to_us_msat max_to_us_msat dust_limit_msat their_reserve_msat spendable_msat receivable_msat
      last_tx_fee_msat their_to_self_delay our_to_self_delay state_changes status in_payments_offered in_offered_msat
      close_to_addr in_payments_fulfilled in_fulfilled_msat out_payments_offered out_offered_msat
      out_payments_fulfilled out_fulfilled_msat last_stable_connection close_to direction id expiry payment_hash
      local_trimmed funding_output outputs our_funding_msat remote cltv_expiry_delta htlc_minimum_msat htlc_maximum_msat
      max_total_htlc_in_msat our_max_htlc_value_in_flight_msat their_max_htlc_value_in_flight_msat
      minimum_htlc_in_msat max_accepted_htlcs`,
    schema: z.object({
      channels: z.array(
        CHANNEL.superRefine((channel, context) => {
          const [held, all] = [channel[own], channel[whole]];
          if (!isLive(channel) || (held !== undefined && all !== undefined && held <= all)) return;
          const message =
            held === undefined || all === undefined
              ? 'found not both ends of an open channel, expected what the node holds and the whole'
              : `found ${grouped(held / MSAT)}, expected at most the ${grouped(all / MSAT)} of the whole channel (in satoshi)`;
          context.addIssue({ code: 'custom', path: [own], message });
        }),
      ),
    }),
    read: ({ channels }) => {
      // Some versions list the fees of the node's own end among its latest updates only.
      const live = channels.filter(isLive).map((channel) => ({ ...channel.updates?.local, ...channel }));
      const given = live.filter(
        (each) => (each.fee_base_msat ?? each.fee_proportional_millionths) !== undefined,
      );
      const policies = given.flatMap((channel) => {
        const { fee_base_msat: baseMsat, fee_proportional_millionths: rate } = channel;
        const end = channel.short_channel_id ?? channel.channel_id;
        if (baseMsat === undefined || rate === undefined) return [];
        return [[end, { baseMsat, ppm: rate, ...asideOf(channel) }] as const];
      });
      return {
        channels: live.map(({ [own]: held = 0n, [whole]: all = 0n, ...channel }) => ({
          ids: [channel.short_channel_id, channel.channel_id].filter((name) => name !== undefined),
          aliases: [channel.alias?.local].filter((name) => name !== undefined),
          partner: channel.peer_id,
          own: held / MSAT,
          others: all / MSAT - held / MSAT,
        })),
        notes: [
          ...told(NOT_OPEN, channels.length - live.length),
          ...inUse({
            offline: live.filter((channel) => !channel.peer_connected || !channel.connected).length,
            busy: live.filter(({ htlcs }) => htlcs.length > 0).length,
            reserved: live.filter((channel) => channel.our_reserve_msat > 0n).length,
          }),
          ...rounded(
            'amounts of channels',
            live.flatMap((channel) => [channel[own] ?? 0n, channel[whole] ?? 0n]),
          ),
          ...told('policies that lack one of their two fees, left aside', given.length - policies.length),
        ],
        policies,
      };
    },
  });
}

function isLive({ state }: z.infer<typeof CHANNEL>): boolean {
  return LIVE_STATES.includes(state);
}
