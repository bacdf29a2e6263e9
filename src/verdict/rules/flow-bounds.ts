import { type AmountRange, sumOfRanges } from '../../model/network/amount.ts';
import { isPaymentRecord, type PaymentRecord } from '../../model/run/operation.ts';
import { timingOf } from '../../model/run/run.ts';
import { type BalanceIndex, CertainFlows, type PartIndex } from '../bounds/certain-flows.ts';
import type { FeeBounds } from '../bounds/fee-bounds.ts';
import { hasExpired, refusalOf } from '../refusals.ts';
import { MoneyLedger } from '../bounds/money-bounds.ts';
import type { Story } from '../story.ts';
import type { Stretch } from '../timeline/stretch.ts';
import { CLOCK_GRACE_MS, LONGER_THAN_ANSWER } from '../timeline/travel-time.ts';

/**
 * The least and the most that a balance can have gained while payments run, whatever their order: of every channel
 * without a way around, and of all channels of a node within a part of the network that has several ways through.
 */
export class FlowBounds {
  readonly flows: CertainFlows;
  readonly #run: Story['run'];
  readonly #lifeOf: Story['lockLifeOf'];
  readonly #fees: FeeBounds;
  readonly #own = new MoneyLedger<BalanceIndex>();
  readonly #within = new MoneyLedger<PartIndex>();
  /** False: what follows an answer may wait for a node that is stopped or busy. */
  readonly #arrives: boolean;

  constructor({ run, fees, lockLifeOf }: Story) {
    this.#run = run;
    this.#lifeOf = lockLifeOf;
    this.flows = new CertainFlows(run.start);
    this.#fees = fees;
    const delays = run.records.some(
      ({ operation: { kind } }) => kind === 'stop' || kind === 'start' || kind === 'slow',
    );
    this.#arrives = !delays && timingOf(run.header).messages !== 'queued';
    for (const record of run.records.filter(isPaymentRecord)) this.#add(record);
  }

  /** The least and the most that a balance can have gained since the start. */
  gained(index: BalanceIndex, stretch: Stretch): AmountRange {
    const own = this.#own.within(index, stretch);
    const balance = this.flows.balances[index];
    if (balance?.kind !== 'part') return own;
    // A payment through a part may go over any of its nodes.
    return sumOfRanges(own, this.#within.within(balance.part, stretch));
  }

  #add(record: PaymentRecord): void {
    const { operation, outcome } = record;
    const hops = this.flows.hops(operation);
    if (hops === undefined) return;
    if (outcome.kind === 'failed' && !refusalOf(outcome.reason).mayHold) return;
    const { amount } = operation;
    const most = this.#fees.of(operation).sent.most;
    const hasWays = hops.some(({ kind }) => kind === 'part');
    const { start, header } = this.#run;
    const paths = start.getNodeAttribute(operation.node, 'maxPaths') ?? header.scenario.protocol.maxPaths;
    const tries = hasWays ? BigInt(paths) : 1n;
    const sentMs = record.startedAtMs - CLOCK_GRACE_MS;
    const answeredMs = record.endedAtMs + CLOCK_GRACE_MS;
    const { arrivedMs, releasedMs } = this.#momentsAfter(record, hops.length);
    const hasSucceeded = outcome.kind === 'succeeded';
    const hasFailed = outcome.kind === 'failed' && !hasExpired(outcome);
    for (const hop of hops) {
      const { from, to } = hop;
      this.#own.allow(from, sentMs, { least: -most * tries });
      if (hasSucceeded) {
        this.#own.settle(from, releasedMs, { least: most * (tries - 1n) });
        this.#own.settle(from, answeredMs, { most: -amount });
        this.#own.settle(to, arrivedMs, { least: amount });
      }
      if (hasFailed) this.#own.settle(from, releasedMs, { least: most * tries });
      else this.#own.allow(to, sentMs, { most });
      if (hop.kind === 'channel') continue;
      const { part } = hop;
      this.#within.allow(part, sentMs, { least: -most * tries });
      if (hasSucceeded) {
        this.#within.settle(part, arrivedMs, { least: most });
        this.#within.settle(part, releasedMs, { least: most * (tries - 1n) });
      }
      if (hasFailed) this.#within.settle(part, releasedMs, { least: most * tries });
      else this.#within.allow(part, sentMs, { most: most - amount });
    }
  }

  // The unlock of a payment that succeeded, and the release of every lock it or its refused tries took.
  #momentsAfter(record: PaymentRecord, hops: number): Readonly<Record<'arrivedMs' | 'releasedMs', number>> {
    const never = Number.POSITIVE_INFINITY;
    if (!this.#arrives) return { arrivedMs: never, releasedMs: never };
    const { startedAtMs, endedAtMs } = record;
    const { settleMs, longestHopMs, messages } = timingOf(this.#run.header);
    const travelMs =
      messages === 'timed' ? (hops + 1) * longestHopMs : LONGER_THAN_ANSWER * (endedAtMs - startedAtMs);
    const arrivedMs = endedAtMs + settleMs + travelMs;
    return { arrivedMs, releasedMs: Math.max(arrivedMs, this.#lifeOf(record).untilMs) };
  }
}
