import type { ChannelUpdate, NodeApi } from '../../ports/node-api.ts';
import { wireRecord } from '../wire/record.ts';
import { bodyAddress, oneOf, optionalInteger } from '../wire/request-field.ts';

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
