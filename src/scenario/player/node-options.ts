import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { DEFAULT_NODE_FEES, type FeeSchedule, sharePerChannel } from '../../model/network/fees.ts';
import { DEFAULT_TIMEOUTS, LONGEST_SETTLE_TIMEOUT } from '../../model/network/network.ts';
import type { NodeSettings } from '../../model/scenario/node-settings.ts';
import type { NodeSpec } from '../../model/scenario/scenario.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import { count, flag, integer } from './task-values.ts';

/** The options of a node that a simulation knows; the others belong to its process. */
export type NodeOptions = z.output<ReturnType<typeof options>>;

/** The command line options of a node; those without an effect here are left out. */
export function options() {
  return z.object({
    'flat-fee': feePerToken().exactOptional(),
    'proportional-fee': feePerToken().exactOptional(),
    'proportional-imbalance-fee': feePerToken().exactOptional(),
    'cap-mediation-fees': flag().exactOptional(),
    'no-cap-mediation-fees': flag().exactOptional(),
    'default-settle-timeout': count(LONGEST_SETTLE_TIMEOUT).exactOptional(),
    'default-reveal-timeout': count(LONGEST_SETTLE_TIMEOUT / 2).exactOptional(),
    'pathfinding-max-paths': count(100).exactOptional(),
    'enable-monitoring': flag().exactOptional(),
  });
}

// `[token, fee]`, as on a command line, or several of them; there is one token.
function feePerToken() {
  const one = z.tuple([z.unknown(), integer()]).transform(([, fee]) => fee);
  return z.union([one, z.array(one).transform((fees) => fees.at(-1) ?? 0n)]);
}

// A node offers this to a monitoring service, and a service does nothing for a node that could not pay it.
const MONITORING_REWARD = 5_000_000_000_000_000_000n;

/** A node as its command line options make it (raiden.md 2.6). */
export function nodeSpec(given: NodeOptions, { userDeposit }: { readonly userDeposit: bigint }): NodeSpec {
  const isMonitored = given['enable-monitoring'] === true && userDeposit >= MONITORING_REWARD;
  return {
    ...(isMonitored ? { monitored: true as const } : {}),
    ...withoutUndefined({ maxPaths: given['pathfinding-max-paths'] }),
    fees: feesOf(given),
    settleTimeout: given['default-settle-timeout'] ?? DEFAULT_TIMEOUTS.settleTimeout,
    revealTimeout: given['default-reveal-timeout'] ?? DEFAULT_TIMEOUTS.revealTimeout,
  };
}

/** The fees per channel that a node makes of its options, which are per mediation: two channels. */
function feesOf(given: NodeOptions): FeeSchedule {
  const proportional = given['proportional-fee'];
  const imbalance = given['proportional-imbalance-fee'];
  const isUncapped = given['cap-mediation-fees'] === false || given['no-cap-mediation-fees'] === true;
  return {
    flat: (given['flat-fee'] ?? 0n) / 2n,
    // An option that is not given is not converted, so that such a node takes about twice what its documentation says.
    proportionalPpm:
      proportional === undefined ? DEFAULT_NODE_FEES.proportionalPpm : sharePerChannel(Number(proportional)),
    imbalancePpm: imbalance === undefined ? DEFAULT_NODE_FEES.imbalancePpm : Number(imbalance),
    ...(isUncapped ? { isUncapped: true as const } : {}),
  };
}

/** The options of nodes while the tasks of a file are read in their order: those of an update are added to those of before. */
export class CurrentOptions {
  readonly #atFirst: (node: number) => NodeOptions;
  readonly #userDeposit: bigint;
  /** By node, where an update named an option that has an effect here. */
  readonly #updated = new Map<number, NodeOptions>();

  constructor(atFirst: (node: number) => NodeOptions, { userDeposit }: { readonly userDeposit: bigint }) {
    this.#atFirst = atFirst;
    this.#userDeposit = userDeposit;
  }

  update({ node, options: changes }: { readonly node: number; readonly options: NodeOptions }): void {
    if (Object.keys(changes).length === 0) return;
    this.#updated.set(node, { ...(this.#updated.get(node) ?? this.#atFirst(node)), ...changes });
  }

  /** The settings that a node is started with from now on; undefined: those that it was started with at first. */
  changed(node: number): NodeSettings | undefined {
    const current = this.#updated.get(node);
    return current && { monitored: false, ...nodeSpec(current, { userDeposit: this.#userDeposit }) };
  }

  /** Reads tasks, and says whether nodes have other options after them than before. */
  watched<T>(read: () => T): { readonly value: T; readonly isOther: boolean } {
    const before = new Map(this.#updated);
    const value = read();
    return { value, isOther: !isDeepStrictEqual(before, this.#updated) };
  }
}
