import { z } from 'zod';
import type { ChannelUpdate, NodeApi } from '../../../ports/node-api.ts';
import { bodyAddress, oneOf, optionalInteger, present } from './request-field.ts';

type OpenChannel = Parameters<NodeApi['openChannel']>[0];

/** Body of PUT channels (api.md 4.5, raiden.md 1.3). */
export const wireOpenChannel = z
  .codec(
    z.strictObject({
      token_address: bodyAddress,
      partner_address: bodyAddress,
      total_deposit: optionalInteger,
      settle_timeout: optionalInteger,
      reveal_timeout: optionalInteger,
    }),
    z.custom<OpenChannel>(),
    {
      decode: (wire) => ({
        token: wire.token_address,
        partner: wire.partner_address,
        ...present({
          totalDeposit: wire.total_deposit,
          settleTimeout: wire.settle_timeout,
          revealTimeout: wire.reveal_timeout,
        }),
      }),
      encode: (request) => ({
        token_address: request.token,
        partner_address: request.partner,
        ...present({
          total_deposit: request.totalDeposit,
          settle_timeout: request.settleTimeout,
          reveal_timeout: request.revealTimeout,
        }),
      }),
    },
  )
  .meta({ id: 'OpenChannel' });

/** Body of PATCH channels: one of its fields is expected (raiden.md 1.4). */
export const wireUpdateChannel = z
  .codec(
    z.strictObject({
      total_deposit: optionalInteger,
      total_withdraw: optionalInteger,
      reveal_timeout: optionalInteger,
      state: oneOf(['closed', 'opened', 'settled']),
    }),
    z.custom<Omit<ChannelUpdate, 'token' | 'partner'>>(),
    {
      decode: (wire) =>
        present({
          totalDeposit: wire.total_deposit,
          totalWithdraw: wire.total_withdraw,
          revealTimeout: wire.reveal_timeout,
          state: wire.state,
        }),
      encode: (update) =>
        present({
          total_deposit: update.totalDeposit,
          total_withdraw: update.totalWithdraw,
          reveal_timeout: update.revealTimeout,
          state: update.state,
        }),
    },
  )
  .meta({ id: 'UpdateChannel' });
