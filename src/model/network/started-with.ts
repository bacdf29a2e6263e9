import type { NodeAttributes, TokenNetwork } from './network.ts';
import { timeoutsOf } from './network.ts';
import type { NodeSettings } from '../scenario/node-settings.ts';

/**
 * A node that was started with settings, whatever is not given as before. A Raiden node sets the fees of all its open
 * channels anew when it starts and tells the path-finding service (`_initialize_channel_fees` of raiden_service.py); its
 * time-outs go into channels that are opened from then on, and those that are open keep theirs (raiden.md 1.3).
 */
export function startedWith(
  node: NodeAttributes,
  settings: NodeSettings,
  tokens: readonly TokenNetwork[],
): NodeAttributes {
  const { fees, settleTimeout, revealTimeout, monitored, maxPaths } = settings;
  const { monitored: wasMonitored = false, ...others } = node;
  const perToken = <T>(value: (token: string) => T) =>
    Object.fromEntries(tokens.map(({ name }) => [name, value(name)]));
  const timeouts = perToken((token) => {
    const before = timeoutsOf(node, token);
    return {
      settleTimeout: settleTimeout ?? before.settleTimeout,
      revealTimeout: revealTimeout ?? before.revealTimeout,
    };
  });
  return {
    ...others,
    ...(fees !== undefined && { fees: perToken(() => fees) }),
    ...((settleTimeout ?? revealTimeout) !== undefined && { timeouts }),
    ...((monitored ?? wasMonitored) && { monitored: true as const }),
    ...(maxPaths !== undefined && { maxPaths }),
  };
}
