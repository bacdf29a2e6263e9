import { z } from 'zod';
import {
  type ExportFormat,
  exportFormat,
  leftOut,
  listHolding,
  NOT_OPEN,
  told,
  type ExportedPayment,
  type Party,
} from './export-format.ts';
import { amount, id, nodeKey, moment, tokenAddress } from './export-fields.ts';

/** Answers of a Raiden node's REST API (raiden.md 1.2, 1.4 and 1.6). */
export const RAIDEN_EXPORTS: readonly ExportFormat[] = [
  exportFormat({
    kind: 'GET /channels',
    holds: listHolding('', 'partner_address'),
    idle: 'token_network_address settle_timeout reveal_timeout network_state',
    schema: z.array(
      z.object({
        channel_identifier: id,
        partner_address: nodeKey,
        token_address: tokenAddress,
        balance: amount,
        total_deposit: amount.optional(),
        total_withdraw: amount.default(0n),
        state: z.string(),
      }),
    ),
    read: (channels) => {
      const open = channels.filter(({ state }) => state === 'opened');
      return {
        channels: open.map(({ balance, total_deposit: deposit = 0n, ...channel }) => {
          // The part of the deposit that the node has paid to the partner, who holds at least that.
          const paid = deposit - channel.total_withdraw - balance;
          return {
            ids: [channel.channel_identifier],
            partner: channel.partner_address,
            own: balance,
            ...(paid > 0n ? { others: paid, isLeast: true } : {}),
            token: channel.token_address,
          };
        }),
        notes: told(NOT_OPEN, channels.length - open.length),
      };
    },
  }),
  exportFormat({
    kind: 'GET /payments',
    holds: listHolding('', 'event'),
    idle: 'identifier reason secret secrethash token_network_address',
    schema: z.array(
      z.object({
        event: z.string(),
        log_time: moment,
        token_address: tokenAddress,
        amount: amount.optional(),
        initiator: nodeKey.optional(),
        target: nodeKey.optional(),
      }),
    ),
    read: (events) => {
      const failed = events.filter(({ event }) => event === 'EventPaymentSentFailed').length;
      const payments = events.flatMap(({ log_time, token_address, ...event }): readonly ExportedPayment[] => {
        const isSent = event.event === 'EventPaymentSentSuccess';
        const other = isSent ? event.target : event.initiator;
        if (!isSent && event.event !== 'EventPaymentReceivedSuccess') return [];
        if (event.amount === undefined || other === undefined) return [];
        const [self, partner]: readonly [Party, Party] = [{ kind: 'self' }, { kind: 'node', key: other }];
        const [from, to] = isSent ? [self, partner] : [partner, self];
        return [{ unixMs: log_time, from, to, amount: event.amount, succeeded: true, token: token_address }];
      });
      const strange = events.length - failed - payments.length;
      return {
        payments,
        notes: [
          ...leftOut(failed, 'that failed: the history does not tell their amounts'),
          ...leftOut(strange, 'of an unknown event, or without an amount or a partner'),
        ],
      };
    },
  }),
  exportFormat({
    kind: 'GET /address',
    holds: (root) => typeof (root as { our_address?: unknown }).our_address === 'string',
    schema: z.object({ our_address: nodeKey }),
    read: ({ our_address: ownKey }) => ({ ownKey }),
  }),
];
