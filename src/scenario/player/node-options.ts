import { DEFAULT_NODE_FEES, type FeeSchedule } from '../../model/network/fees.ts';
import { DEFAULT_TIMEOUTS } from '../../model/network/network.ts';
import type { NodeSpec } from '../../model/scenario/scenario.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import type { NodeOptions } from './task-fields.ts';

// A node offers this to a monitoring service, and a service does nothing for a node that could not pay it.
const MONITORING_REWARD = 5_000_000_000_000_000_000n;

/** A node as its command line options make it (raiden.md 2.6). */
export function nodeSpec(options: NodeOptions, { userDeposit }: { readonly userDeposit: bigint }): NodeSpec {
  const isMonitored = options['enable-monitoring'] === true && userDeposit >= MONITORING_REWARD;
  return {
    ...(isMonitored ? { monitored: true as const } : {}),
    ...withoutUndefined({ maxPaths: options['pathfinding-max-paths'] }),
    fees: feesOf(options),
    settleTimeout: options['default-settle-timeout'] ?? DEFAULT_TIMEOUTS.settleTimeout,
    revealTimeout: options['default-reveal-timeout'] ?? DEFAULT_TIMEOUTS.revealTimeout,
  };
}

/** The fees per channel that a node makes of its options, which are per mediation: two channels. */
export function feesOf(options: NodeOptions): FeeSchedule {
  const proportional = options['proportional-fee'];
  const imbalance = options['proportional-imbalance-fee'];
  const isUncapped = options['cap-mediation-fees'] === false || options['no-cap-mediation-fees'] === true;
  return {
    flat: (options['flat-fee'] ?? 0n) / 2n,
    // An option that is not given is not converted, so that such a node takes about twice what its documentation says.
    proportionalPpm:
      proportional === undefined ? DEFAULT_NODE_FEES.proportionalPpm : perChannel(Number(proportional)),
    imbalancePpm: imbalance === undefined ? DEFAULT_NODE_FEES.imbalancePpm : Number(imbalance),
    ...(isUncapped ? { isUncapped: true as const } : {}),
  };
}

const MILLION = 1e6;

function perChannel(ppm: number): number {
  const share = ppm / MILLION;
  return Math.round((share / (share + 2)) * MILLION);
}
