import type { Amount } from '../../model/network/amount.ts';
import { isPaymentRecord, type PaymentRecord } from '../../model/run/outcome.ts';
import type { ReasonClass } from '../../model/run/reason-class.ts';
import { type Run, timingOf } from '../../model/run/run.ts';
import { lockLives } from '../facts/lock-life.ts';
import { type BalanceIndex, CertainFlows, type PartIndex } from '../foresight/certain-flows.ts';
import { FeeBounds } from '../foresight/fee-bounds.ts';
import { StepSum } from './step-sum.ts';

/** A stretch of time on the run's clock within which something was seen. */
export interface SeenWithin {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What may have flowed: each sum is of what can have gone down or up at most, or has come back at least. */
class Changes {
  readonly mayHaveGone = new StepSum();
  readonly hasComeBack = new StepSum();
  readonly mayHaveCome = new StepSum();
  readonly hasGone = new StepSum();
}

/**
 * The least and the most that a balance can have gained while payments run, whatever their order: of every channel
 * without a way around, and of all channels of a node within a part of the network that has several ways through.
 */
export class FlowBounds {
  readonly flows: CertainFlows;
  readonly #run: Run;
  readonly #lifeOf: ReturnType<typeof lockLives>;
  readonly #fees: FeeBounds;
  readonly #own = new Map<BalanceIndex, Changes>();
  readonly #within = new Map<PartIndex, Changes>();
  readonly #partOf = new Map<BalanceIndex, PartIndex>();
  /** False: what follows an answer may wait for a node that is stopped or busy. */
  readonly #arrives: boolean;

  constructor(run: Run) {
    this.#run = run;
    this.#lifeOf = lockLives(run);
    this.flows = new CertainFlows(run.start);
    this.#fees = new FeeBounds(run);
    const delays = run.records.some(
      ({ operation: { kind } }) => kind === 'stop' || kind === 'start' || kind === 'slow',
    );
    this.#arrives = !delays && timingOf(run.header).messages !== 'queued';
    for (const record of run.records.filter(isPaymentRecord)) this.#add(record);
  }

  /** What it can have gained since the start; absent: no payment tells of it. */
  gained(index: BalanceIndex, { fromMs, toMs }: SeenWithin): { readonly low: Amount; readonly high: Amount } {
    const part = this.#partOf.get(index);
    const all = [this.#own.get(index), part === undefined ? undefined : this.#within.get(part)];
    let [low, high] = [0n, 0n];
    for (const changes of all) {
      if (changes === undefined) continue;
      low += changes.hasComeBack.until(fromMs) - changes.mayHaveGone.until(toMs);
      high += changes.mayHaveCome.until(toMs) - changes.hasGone.until(fromMs);
    }
    return { low, high };
  }

  #add(record: PaymentRecord): void {
    const { operation, outcome } = record;
    const hops = this.flows.hops(operation);
    if (hops === undefined) return;
    if (outcome.kind === 'failed' && NOTHING_LOCKED.has(outcome.reason)) return;
    const { amount } = operation;
    const most = this.#fees.of(operation).sent.high;
    const hasWays = hops.some(({ kind }) => kind === 'part');
    const tries = hasWays ? BigInt(this.#run.header.scenario.protocol.maxPaths) : 1n;
    const sentMs = record.startedAtMs - CLOCK_MS;
    const answeredMs = record.endedAtMs + CLOCK_MS;
    const { arrivedMs, releasedMs } = this.#momentsAfter(record, hops.length);
    const hasSucceeded = outcome.kind === 'succeeded';
    const hasFailed = outcome.kind === 'failed' && outcome.reason !== 'lock-expired';
    for (const hop of hops) {
      const [from, to] = [changesOf(this.#own, hop.from), changesOf(this.#own, hop.to)];
      from.mayHaveGone.add(sentMs, most * tries);
      if (hasSucceeded) {
        from.hasComeBack.add(releasedMs, most * (tries - 1n));
        from.hasGone.add(answeredMs, amount);
        to.hasComeBack.add(arrivedMs, amount);
      }
      if (hasFailed) from.hasComeBack.add(releasedMs, most * tries);
      else to.mayHaveCome.add(sentMs, most);
      if (hop.kind === 'channel') continue;
      this.#partOf.set(hop.from, hop.part).set(hop.to, hop.part);
      const mediators = changesOf(this.#within, hop.part);
      mediators.mayHaveGone.add(sentMs, most * tries);
      if (hasSucceeded) mediators.hasComeBack.add(arrivedMs, most);
      if (hasSucceeded) mediators.hasComeBack.add(releasedMs, most * (tries - 1n));
      if (hasFailed) mediators.hasComeBack.add(releasedMs, most * tries);
      if (!hasFailed) mediators.mayHaveCome.add(sentMs, most - amount);
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

// Refused before any transfer was sent.
const NOTHING_LOCKED: ReadonlySet<ReasonClass> = new Set(['no-suitable-channel', 'no-route']);
// Clocks of whole milliseconds that are laid over ours.
const CLOCK_MS = 2;
// The messages after an answer are fewer than those before it, through the same nodes at the same time.
const LONGER_THAN_ANSWER = 3;

function changesOf<Key>(known: Map<Key, Changes>, key: Key): Changes {
  const found = known.get(key) ?? new Changes();
  known.set(key, found);
  return found;
}
