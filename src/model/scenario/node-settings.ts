import type { FeeSchedule } from '../network/fees.ts';
import type { NodeName } from '../network/network.ts';

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
