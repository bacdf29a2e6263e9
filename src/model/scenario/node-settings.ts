import type { FeeSchedule } from '../network/fees.ts';
import { type NodeName, type NodeAttributes, type TokenNetwork, timeoutsOf } from '../network/network.ts';

/** The options that a node is started with, as far as they have an effect here. */
export interface NodeSettings {
  readonly fees?: FeeSchedule;
  /** Blocks, in channels that it opens. */
  readonly settleTimeout?: number;
  /** Blocks, at its end of every channel. */
  readonly revealTimeout?: number;
  /** A monitoring service answers closes for it while it is away. */
  readonly monitored?: boolean;
  /** Paths asked for per payment that it sends. */
  readonly maxPaths?: number;
}

/** The nodes that steps or operations start with settings, in their order. */
export function startedWithSettings(
  actions: readonly (
    | { readonly kind: 'start'; readonly node: NodeName; readonly settings?: NodeSettings }
    | { readonly kind: string }
  )[],
): readonly { readonly node: NodeName; readonly settings: NodeSettings }[] {
  return actions.flatMap((action) =>
    'settings' in action && action.settings !== undefined
      ? [{ node: action.node, settings: action.settings }]
      : [],
  );
}

/**
 * A node that was started with settings, whatever is not given as before. A Raiden node sets the fees of all its open
 * channels anew when it starts and tells the path-finding service (`_initialize_channel_fees` of raiden_service.py); its
 * timeouts go into channels that are opened from then on; open channels keep theirs (raiden.md 1.3).
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
