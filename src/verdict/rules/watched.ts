import type { WatchedEnd, WatchedLook } from '../../model/load/load-result.ts';
import { earlierTransfers } from '../../model/earlier-transfers.ts';
import { gather } from '../../model/gather.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import { changesChannels, isPaymentRecord, type PaymentRecord } from '../../model/run/operation.ts';
import { type Run, timingOf } from '../../model/run/run.ts';
import { VIEW_NAMES } from '../../model/run/unread-views.ts';
import { type Check, type Clue, notChecked } from '../check.ts';
import type { ShownChannel } from '../facts/shown-state.ts';
import { type BalanceIndex, CertainFlows, type PartIndex } from '../bounds/certain-flows.ts';
import { endFault } from './totals.ts';
import { endsWhenSeen } from '../timeline/channel-ends.ts';
import type { Story } from '../story.ts';
import type { ChannelLives } from '../timeline/channel-lives.ts';
import { type AmountRange, sumOfRanges } from '../../model/network/amount.ts';
import type { FeeBounds } from '../bounds/fee-bounds.ts';
import { hasExpired, refusalOf } from '../refusals.ts';
import { MoneyLedger } from '../bounds/money-bounds.ts';
import type { Stretch } from '../timeline/stretch.ts';
import { CLOCK_GRACE_MS, LONGER_THAN_ANSWER } from '../timeline/travel-time.ts';

/**
 * A node shows, while a load runs, what some order of the load's payments gives: its balances, the channels it
 * has, what it put in and took out. Each node is told with the first look that cannot be.
 */
export const watched: Check = {
  name: 'watched',
  role: 'self',
  appliesTo: ['load'],
  believes: 'views',
  judge(run, story) {
    const looks = run.load?.watched ?? [];
    if (looks.length === 0) return notChecked('no node was read while the load ran');
    const judge = new LookJudge(run, story);
    const told = new Set<string>();
    const clues = looks.flatMap((look) =>
      judge.faultsOf(look).flatMap(({ about, ...fault }) => {
        const name = JSON.stringify([look.node, about]);
        if (told.has(name)) return [];
        told.add(name);
        return [clueOf(look, fault)];
      }),
    );
    const nodes = new Set(looks.map(({ node }) => node)).size;
    return { clues, covered: `${looks.length} looks at ${nodes} nodes` };
  },
};

type Fault = Pick<Clue, 'title' | 'predicted' | 'observed' | 'decidedBy' | 'subject' | 'money'> & {
  readonly about: string;
  /** Absent: `channels`. */
  readonly view?: Extract<WatchedLook, { kind: 'unreadable' }>['view'];
  /** Absent or null: none is known to be the cause. */
  readonly operation?: number | null;
};

/** The ends of one node that a balance is made of, with what they had gained before the load. */
interface Purse {
  readonly index: BalanceIndex;
  readonly token: TokenName;
  readonly name: string;
  readonly ends: ReadonlySet<string>;
  readonly before: bigint;
}

class LookJudge {
  readonly #run: Run;
  readonly #bounds: FlowBounds;
  readonly #purses = new Map<NodeName, readonly Purse[]>();
  readonly #lives: ChannelLives;
  /** From when on the ways and the money of a token may be others than at the start, by steps of the load itself. */
  readonly #changingFromMs = new Map<TokenName, number>();

  constructor(run: Run, story: Story) {
    this.#run = run;
    this.#bounds = new FlowBounds(story);
    this.#lives = story.lives;
    for (const { operation, startedAtMs } of run.records) {
      // A deposit adds the same amount to balance and total, and a timeout that is set moves nothing.
      if (!changesChannels(operation) || operation.kind === 'deposit' || operation.kind === 'set') continue;
      const earliestMs = this.#changingFromMs.get(operation.token) ?? Number.POSITIVE_INFINITY;
      this.#changingFromMs.set(operation.token, Math.min(earliestMs, startedAtMs));
    }
    // Locks of before take money that nobody sees.
    const isClear = earlierTransfers(run).payments === 0;
    for (const [node, channels] of isClear ? story.atStart.channels : [])
      this.#purses.set(node, this.#pursesOf(node, channels));
  }

  faultsOf(look: WatchedLook): readonly Fault[] {
    const { node } = look;
    if (look.kind === 'unreadable') {
      const what = VIEW_NAMES[look.view];
      return [
        {
          about: look.view,
          view: look.view,
          title: `${node} does not show its ${what} as the API says`,
          predicted: 'an answer as the API says',
          observed: look.detail,
          decidedBy: 'reading some nodes while the load ran',
        },
      ];
    }
    const endsByChannel = new Map(look.channels.map((end) => [end.channel, end]));
    const seen = { startedAtMs: look.askedAtMs, endedAtMs: look.answeredAtMs };
    const purses = (this.#purses.get(node) ?? []).filter(
      ({ token }) => look.answeredAtMs < (this.#changingFromMs.get(token) ?? Number.POSITIVE_INFINITY),
    );
    return [
      ...endsWhenSeen(this.#lives, node, seen).flatMap((end) => {
        const { channel } = end;
        const fault = channel && endFault(node, end, endsByChannel.get(channel));
        return fault ? [{ ...fault, about: channel }] : [];
      }),
      ...purses.flatMap((purse) => this.#purseFaults(purse, endsByChannel, look)),
    ];
  }

  #purseFaults(
    { index, name, ends, before }: Purse,
    shown: ReadonlyMap<string, WatchedEnd>,
    { node, askedAtMs, answeredAtMs }: WatchedLook,
  ): readonly Fault[] {
    const seen = [...ends].flatMap((channel) => shown.get(channel) ?? []);
    if (seen.length < ends.size) return [];
    const gained = sumOf(seen) - before;
    const { least, most } = this.#bounds.gained(index, { startedAtMs: askedAtMs, endedAtMs: answeredAtMs });
    if (gained >= least && gained <= most) return [];
    return [
      {
        about: name,
        title: `${node} shows a balance in ${name} that no order of the payments gives`,
        predicted: `gained ${least} to ${most} since the start`,
        observed: `gained ${gained}`,
        decidedBy: 'payments sent and answered by then, and those in flight',
      },
    ];
  }

  #pursesOf(node: NodeName, ends: readonly ShownChannel[]): readonly Purse[] {
    const { start } = this.#run;
    const { balances } = this.#bounds.flows;
    const byIndex = new Map<number, ShownChannel[]>();
    const ofNode = [...balances.entries()].filter(([, { owner }]) => owner === node);
    const byChannel = new Map(
      ofNode.flatMap(([at, one]) => (one.kind === 'channel' ? [[one.channel, at]] : [])),
    );
    for (const end of ends) {
      if (!start.hasEdge(end.channel) || end.state !== 'opened') continue;
      const within = ofNode.find(([, one]) => one.kind === 'part' && one.token === end.token);
      const at = byChannel.get(end.channel) ?? within?.[0];
      if (at !== undefined) gather(byIndex, at, end);
    }
    return [...byIndex].map(([at, shown]) => ({
      index: at as BalanceIndex,
      token: shown[0]?.token ?? '',
      name: balances[at]?.purse ?? '',
      ends: new Set(shown.map(({ channel }) => channel)),
      before: sumOf(shown),
    }));
  }
}

function sumOf(ends: readonly Pick<WatchedEnd, 'balance' | 'totalDeposit' | 'totalWithdraw'>[]): bigint {
  return ends.reduce(
    (sum, { balance, totalDeposit, totalWithdraw }) => sum + balance - totalDeposit + totalWithdraw,
    0n,
  );
}

function clueOf(
  { node, askedAtMs }: WatchedLook,
  { title, view = 'channels', operation = null, ...fault }: Omit<Fault, 'about'>,
): Clue {
  return {
    operation,
    node,
    view: { kind: view },
    title: `${title}, ${(askedAtMs / 1000).toFixed(1)} s after the start`,
    ...fault,
  };
}

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
