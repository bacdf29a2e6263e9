import { z } from 'zod';
import type { Amount } from '../../model/network/amount.ts';
import { grouped } from '../../report/words/number-format.ts';
import {
  type ExportFormat,
  exportFormat,
  listHolding,
  notOpen,
  type ExportedChannel,
  type ExportedPayment,
} from './export-format.ts';
import { id, nodeKey, msat, msatNumber, ppm, unixSeconds } from './export-fields.ts';

// https://docs.corelightning.org: listpeerchannels, listfunds, listforwards, getinfo.
const LIVE_STATES = ['CHANNELD_NORMAL', 'CHANNELD_AWAITING_SPLICE'];

const PEER = {
  peer_id: nodeKey,
  state: z.string(),
  short_channel_id: id.optional(),
  channel_id: id.optional(),
  alias: z.object({ local: id.optional() }).optional(),
};

/** Files that `lightning-cli` writes. */
export const CLN_EXPORTS: readonly ExportFormat[] = [
  exportFormat({
    kind: 'lightning-cli listpeerchannels',
    holds: listHolding('channels', 'to_us_msat'),
    schema: z.object({
      channels: z.array(
        z
          .object({
            ...PEER,
            to_us_msat: msat.optional(),
            total_msat: msat.optional(),
            fee_base_msat: msatNumber.optional(),
            fee_proportional_millionths: ppm.optional(),
          })
          .superRefine(({ state, to_us_msat: own, total_msat: total }, context) =>
            requireWithin(context, { field: 'to_us_msat', state, own, total }),
          ),
      ),
    }),
    read: ({ channels }) => ({
      token: 'SAT',
      channels: channels.flatMap(({ to_us_msat: own, total_msat: total, ...peer }) =>
        ifLive({ ...peer, own, total }),
      ),
      notes: notOpen(channels.filter(({ state }) => !LIVE_STATES.includes(state)).length),
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
        z
          .object({ ...PEER, our_amount_msat: msat.optional(), amount_msat: msat.optional() })
          .superRefine(({ state, our_amount_msat: own, amount_msat: total }, context) =>
            requireWithin(context, { field: 'our_amount_msat', state, own, total }),
          ),
      ),
    }),
    read: ({ channels }) => ({
      token: 'SAT',
      channels: channels.flatMap(({ our_amount_msat: own, amount_msat: total, ...peer }) =>
        ifLive({ ...peer, own, total }),
      ),
      notes: notOpen(channels.filter(({ state }) => !LIVE_STATES.includes(state)).length),
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
          fee_msat: msatNumber.optional(),
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
            feeMsat: forward.status === 'settled' ? forward.fee_msat : undefined,
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
    kind: 'lightning-cli getinfo',
    holds: (root) => /^0[23][0-9a-f]{64}$/.test(String((root as { id?: unknown }).id)),
    schema: z.object({ id: nodeKey, alias: z.string().default('') }),
    read: (info) => ({ token: 'SAT', ownKey: info.id, aliases: [[info.id, info.alias]] }),
  }),
];

interface Peer extends z.infer<z.ZodObject<typeof PEER>> {
  /** Absent: of a channel that is being opened. */
  readonly own: Amount | undefined;
  readonly total: Amount | undefined;
}

function requireWithin(
  context: z.core.$RefinementCtx,
  { field, state, own, total }: Pick<Peer, 'state' | 'own' | 'total'> & { readonly field: string },
): void {
  if (!LIVE_STATES.includes(state) || (own !== undefined && total !== undefined && own <= total)) return;
  const message =
    own === undefined || total === undefined
      ? 'found not both ends of an open channel, expected what the node holds and the whole'
      : `found ${grouped(own)}, expected at most the ${grouped(total)} of the whole channel (in satoshi)`;
  context.addIssue({ code: 'custom', path: [field], message });
}

function ifLive({ state, own, total, ...peer }: Peer): readonly ExportedChannel[] {
  if (!LIVE_STATES.includes(state) || own === undefined || total === undefined) return [];
  const told = (name: string | undefined): readonly string[] => (name === undefined ? [] : [name]);
  return [
    {
      ids: [...told(peer.short_channel_id), ...told(peer.channel_id)],
      aliases: told(peer.alias?.local),
      partner: peer.peer_id,
      own,
      others: total - own,
    },
  ];
}
