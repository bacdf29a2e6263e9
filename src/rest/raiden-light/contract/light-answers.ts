import type { ExpectedAnswer } from '../../contract/contract-case.ts';

/** A plain text. */
export function textual(status: number, says: string | RegExp): ExpectedAnswer {
  return { status, says };
}

/** A page of its framework, whatever it says (raiden.md 1.8). */
export const PAGE: ExpectedAnswer = { status: 500, says: /./, inAnyWords: true };

/** A refusal of which the source tells the status only. */
export function somehow(status: number): ExpectedAnswer {
  return { status, says: /./, inAnyWords: true };
}

/** All that the node says of a channel: ten fields. */
export function lightChannelWith(fields: Readonly<Record<string, unknown>> = {}): object {
  return {
    channel_identifier: '{any}',
    token_address: '{token}',
    token_network_address: '{tokenNetwork}',
    partner_address: '{partner}',
    balance: '{any}',
    total_deposit: '{any}',
    total_withdraw: '{any}',
    state: 'opened',
    settle_timeout: '{any}',
    reveal_timeout: '{any}',
    ...fields,
  };
}

/** All that the node says of a payment that succeeded: its entry in the history with the secret. */
export function lightReceiptWith(fields: Readonly<Record<string, unknown>> = {}): object {
  return {
    event: 'EventPaymentSentSuccess',
    initiator: '{self}',
    target: '{partner}',
    token_address: '{token}',
    amount: '1',
    identifier: '{any}',
    secret: '{any}',
    secret_hash: '{any}',
    log_time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/,
    ...fields,
  };
}
