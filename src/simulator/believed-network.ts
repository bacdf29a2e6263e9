import type { Amount } from '../model/network/amount.ts';
import type { FeeSchedule } from '../model/network/fees.ts';
import type { NetworkView } from '../ports/router.ts';
import type { ChannelGraph } from './channel-graph.ts';
import type { KnownBalances } from './known-balances.ts';
import type { Ledger } from './ledger.ts';
import { amountWithFees } from './fees/mediation-fee.ts';
import type { Messenger } from './messenger.ts';

/** What the path-finding service knows of one token network: all channels and who is up, balances as `known` has them. */
export class PathFindingView implements NetworkView {
  readonly nodeCount: number;
  readonly #graph: ChannelGraph;
  readonly #ledger: Ledger;
  readonly #known: KnownBalances;
  readonly #messenger: Messenger;
  readonly #fees: readonly FeeSchedule[];

  constructor(parts: {
    readonly graph: ChannelGraph;
    readonly ledger: Ledger;
    readonly known: KnownBalances;
    readonly messenger: Messenger;
    readonly fees: readonly FeeSchedule[];
  }) {
    this.#graph = parts.graph;
    this.#ledger = parts.ledger;
    this.#known = parts.known;
    this.#messenger = parts.messenger;
    this.#fees = parts.fees;
    this.nodeCount = parts.graph.nodeCount;
  }

  get offsets(): Int32Array {
    return this.#graph.rows.offsets;
  }

  get ends(): Int32Array {
    return this.#graph.rows.ends;
  }

  get neighbours(): Int32Array {
    return this.#graph.rows.neighbours;
  }

  canSend(end: number, amount: Amount): boolean {
    return this.#known.covers(end, amount);
  }

  available(end: number): Amount {
    return this.#known.available(end);
  }

  isReachable(node: number): boolean {
    return this.#messenger.isRunning(node);
  }

  ownerOf(end: number): number {
    return this.#graph.owner(end);
  }

  mediationFee(incoming: number, outgoing: number, amountOut: Amount): bigint | undefined {
    const schedule = this.#feesOf(outgoing);
    if (isFree(schedule))
      return this.canSend(incoming, amountOut) && this.canSend(outgoing, amountOut) ? 0n : undefined;
    return this.#fee({ scheduleIn: schedule, scheduleOut: schedule, incoming, outgoing, amountOut });
  }

  hopFee(end: number, amount: Amount): bigint | undefined {
    const [scheduleOut, scheduleIn] = [this.#feesOf(end), this.#feesOf(end ^ 1)];
    if (isFree(scheduleOut) && isFree(scheduleIn)) return 0n;
    return this.#fee({ scheduleIn, scheduleOut, incoming: end, outgoing: end, amountOut: amount });
  }

  #fee({
    scheduleIn,
    scheduleOut,
    incoming,
    outgoing,
    amountOut,
  }: {
    readonly scheduleIn: FeeSchedule;
    readonly scheduleOut: FeeSchedule;
    readonly incoming: number;
    readonly outgoing: number;
    readonly amountOut: Amount;
  }): bigint | undefined {
    const isCurved = scheduleIn.imbalancePpm !== 0 || scheduleOut.imbalancePpm !== 0;
    const amountIn = amountWithFees(
      {
        scheduleIn,
        scheduleOut,
        balanceIn: this.#known.available(incoming ^ 1),
        balanceOut: this.#known.available(outgoing),
        receivable: this.#known.available(incoming),
        capacityIn: isCurved ? this.#ledger.capacity(incoming) : 0n,
        capacityOut: isCurved ? this.#ledger.capacity(outgoing) : 0n,
      },
      amountOut,
    );
    return amountIn === undefined ? undefined : amountIn - amountOut;
  }

  #feesOf(end: number): FeeSchedule {
    return this.#fees[this.#graph.owner(end)] as FeeSchedule;
  }
}

/** True for a schedule that never charges anything. */
export function isFree(schedule: FeeSchedule): boolean {
  return schedule.flat === 0n && schedule.proportionalPpm === 0 && schedule.imbalancePpm === 0;
}
