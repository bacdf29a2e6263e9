import { NOTHING } from '../../model/network/amount.ts';
import { InvariantError } from '../../errors.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { PossibleOutcome } from '../../model/replay/latitude.ts';
import {
  CHANGES_CHANNELS,
  isPaymentRecord,
  type Operation,
  type OperationRecord,
  type Outcome,
  type PaymentRecord,
} from '../../model/run/operation.ts';
import type { Pace, Run } from '../../model/run/run.ts';
import { isFreeNetwork } from '../bounds/free-network.ts';
import { hasExpired } from '../refusals.ts';
import { hopsOf, isCertainWay, isOnlyWay, isSameWay, isShortestAlone, mustArrive } from './routes.ts';
import type { RouteHop } from '../bounds/possible-ways.ts';
import { NOT_REACHED, possibleOutcome, possiblePayment, withoutRepetition } from './possible-outcomes.ts';
import {
  type KnownNetwork,
  lifeNamed,
  networkWithTotals,
  possibleNetwork,
  type RunningThen,
  withoutFees,
} from './possible-network.ts';
import type { Correction } from './explain.ts';
import { isThere, mayBeThere, sideOf } from '../story/channel-life.ts';

/** Simulates these operations, from this network on. */
export type Model = (asked: {
  readonly pace: Pace;
  readonly start: Network;
  readonly operations: readonly Operation[];
  /** Absent: none. */
  readonly corrections?: readonly Correction[];
}) => Promise<Run>;

// A question costs about as much as the network has nodes and channels; these are some ten seconds.
const MOST_WORK = 1_500_000;

interface WayWithMost {
  readonly hops: readonly RouteHop[];
  readonly isOnly: boolean;
  readonly isCertain: boolean;
}

/** Asks the model about the operations of a run, each question once and only so many of them. */
export class Inquiry {
  readonly #model: Model;
  readonly #answers = new Map<string, OperationRecord>();
  #work = 0;

  constructor(model: Model) {
    this.#model = model;
  }

  /** How many nodes and channels were looked at before questions were left unasked; absent: all were asked. */
  get ranOutAfter(): number | undefined {
    return this.#work > MOST_WORK ? MOST_WORK : undefined;
  }

  /** The way that a payment took in every order, if it happened; `undefined`: none is known. */
  async certainWay(record: PaymentRecord, known: KnownNetwork): Promise<readonly RouteHop[] | undefined> {
    const way = await this.#wayWithMost(record, known);
    return way?.isCertain === true || way?.isOnly === true ? way.hops : undefined;
  }

  /** How an operation can have ended; `undefined`: there were too many questions, or the model has no answer. */
  async outcomesOf(
    record: OperationRecord,
    known: KnownNetwork,
  ): Promise<readonly PossibleOutcome[] | undefined> {
    const { operation } = record;
    if (isPaymentRecord(record)) return await this.#outcomesOfPayment(record, known);
    return 'partner' in operation ? await this.#outcomesOnChannel(record, operation, known) : undefined;
  }

  async #outcomesOfPayment(
    record: PaymentRecord,
    known: KnownNetwork,
  ): Promise<readonly PossibleOutcome[] | undefined> {
    const { operation } = record;
    const { node, target, token } = operation;
    const { timing, hasMovingFees, start, running, stretch } = known;
    // The same identifier may join another payment, or be in conflict with it.
    if (known.namesakes(record) > 1) return undefined;
    const most = await this.#mostLucky(operation, possibleNetwork(known, token, 'most'), known);
    const least = await this.#answer(operation, possibleNetwork(known, token, 'least'));
    if (most === undefined || least === undefined) return undefined;
    const way = await this.#wayWithMost(record, known);
    // Mediators may charge more than when the way was chosen, and then too little arrives.
    const mayLackFees = hasMovingFees && way !== undefined && way.hops.length > 1;
    const hasRunOut = hasExpired(record.outcome);
    const isOff = (name: NodeName): boolean => !running.during(name, stretch).mustRun;
    return possiblePayment({
      isPayerOff: isOff(node),
      isTargetOff: isOff(target),
      most,
      least: least.outcome,
      isCertainWay: way?.isCertain === true,
      isLeastTelling: timing.view !== 'capacity' && !hasMovingFees && start.everyNode((name) => !isOff(name)),
      mayCharge: !isFreeNetwork(start),
      mayExpire: (timing.messages !== 'timed' || mayLackFees) && hasRunOut,
      mustArrive: hasRunOut && !mayLackFees && way?.isOnly === true && mustArrive(record, way.hops, known),
    });
  }

  // The most on every end is not the least to pay: another way, or other balances, may be charged less. Nobody is
  // charged less than nothing, so what is refused even then is refused in every order.
  async #mostLucky(
    operation: PaymentRecord['operation'],
    network: Network,
    known: KnownNetwork,
  ): Promise<Outcome | undefined> {
    const { token } = operation;
    const charged = luckyOutcome(await this.#answer(operation, network), network, known);
    if (charged?.kind !== 'failed' || isFreeNetwork(network)) return charged;
    const free = luckyOutcome(await this.#answer(operation, withoutFees(network)), network, known);
    const hops = await this.#wayIn(withoutFees(network), operation, known);
    const isAlwaysCharged = !known.hasMovingFees && hops !== undefined && isOnlyWay(hops, network, token);
    return free?.kind === 'failed' || isAlwaysCharged ? charged : free;
  }

  /**
   * Where everything is there that may be, a payment finds the best way it ever can; `isOnly`: there is no other way;
   * `isCertain`: it takes that in every order.
   */
  async #wayWithMost({ operation }: PaymentRecord, known: KnownNetwork): Promise<WayWithMost | undefined> {
    const network = possibleNetwork(known, operation.token, 'most');
    const hops = await this.#wayIn(network, operation, known);
    if (hops === undefined) return undefined;
    const isOnly = isOnlyWay(hops, network, operation.token);
    const isCertain =
      isCertainWay(hops, known.slackOf(operation.amount), known) &&
      (isOnly || (await this.#isBest(hops, { network, operation, known })));
    return { hops, isOnly, isCertain };
  }

  // True when no other way comes before this one with less at the ends of others, or with less on its own way back, which
  // services take for a worse way.
  async #isBest(
    hops: readonly RouteHop[],
    {
      network,
      operation,
      known,
    }: {
      readonly network: Network;
      readonly operation: PaymentRecord['operation'];
      readonly known: KnownNetwork;
    },
  ): Promise<boolean> {
    const { timing, hasMovingFees } = known;
    const { token } = operation;
    // A service that does not know balances, or fees that move with them, may prefer another way than the model.
    if (timing.view === 'capacity' || hasMovingFees) return false;
    if (timing.messages === 'as-answered' && !isShortestAlone(hops, network, operation)) return false;
    const waysBack = new Set(hops.map(({ life, side }) => 2 * life.index + (1 - side)));
    const worse = await this.#wayIn(possibleNetwork(known, token, 'most', waysBack), operation, known);
    return worse !== undefined && isSameWay(hops, worse);
  }

  async #wayIn(
    network: Network,
    operation: Operation,
    { lives }: KnownNetwork,
  ): Promise<readonly RouteHop[] | undefined> {
    const answer = await this.#answer(operation, network);
    if (answer?.outcome.kind !== 'succeeded') return undefined;
    return hopsOf(answer, ({ channel }) => lifeNamed(channel, lives));
  }

  async #outcomesOnChannel(
    record: OperationRecord,
    operation: Extract<Operation, { partner: NodeName }>,
    known: KnownNetwork,
  ): Promise<readonly PossibleOutcome[] | undefined> {
    const { id, token, node, partner, kind } = operation;
    const { lives, bounds, running, stretch } = known;
    const life = lives.between(token, node, partner, record.startedAtMs - 1);
    const isOpen = life !== undefined && isThere(life, stretch);
    const isChanging = life !== undefined && !isOpen && mayBeThere(life, stretch);
    // The nodes may have heard of it, or not yet.
    const opening = isChanging && life.opened.isCertain && life.closed === undefined ? life : undefined;
    const isUntold = isChanging && opening === undefined;
    if (isUntold || hasRival(record, known) || awaitsMoney(operation, known)) return undefined;
    const isClosed = life?.closed !== undefined;
    // A channel that is closing stands in the way of the next one for a while.
    if (isClosed && (isOfClosed(record) || kind === 'open')) return undefined;
    const asked = isOpen ? life : opening;
    const range = asked === undefined ? NOTHING : bounds.of(asked, sideOf(asked, node));
    const isOff = !running.during(node, stretch).mustRun;
    const possible: PossibleOutcome[] = [
      ...(isOff ? [NOT_REACHED] : []),
      ...(isClosed ? [STILL_CLOSING] : []),
    ];
    for (const also of opening ? [opening, undefined] : [undefined])
      for (const balance of [range.least, range.most])
        for (const runs of RUNNING) {
          const network = networkWithTotals(known, { id, node, partner, token, balance, runs, also });
          const answer = network && (await this.#answer(operation, network));
          if (answer === undefined) return undefined;
          possible.push(possibleOutcome(answer.outcome));
        }
    const isBetween = kind === 'expect' && range.least < range.most;
    return withoutRepetition(isBetween ? [...possible, ...MET_OR_NOT] : possible);
  }

  async #answer(operation: Operation, network: Network): Promise<OperationRecord | undefined> {
    const question = questionText(operation, network);
    const earlierAnswer = this.#answers.get(question);
    if (earlierAnswer !== undefined) return earlierAnswer;
    this.#work += network.order + network.size;
    if (this.#work > MOST_WORK) return undefined;
    const { after: _after, ...alone } = operation;
    const operations = [{ ...alone, atMs: 0 }];
    const { records } = await this.#model({ pace: 'sequential', start: network, operations });
    const [answer] = records;
    if (answer === undefined)
      throw new InvariantError(`the model has no answer to operation ${operation.id}`);
    this.#answers.set(question, answer);
    return answer;
  }
}

const MET_OR_NOT: readonly PossibleOutcome[] = [
  { kind: 'succeeded', status: 200 },
  { kind: 'failed', status: 200, reason: 'expectation-not-met' },
];

// True when another operation on the same channel ran meanwhile.
function hasRival({ operation, startedAtMs }: OperationRecord, { records, stretch }: KnownNetwork): boolean {
  return records.some(
    (other) =>
      other.operation.id !== operation.id &&
      CHANGES_CHANNELS.has(other.operation.kind) &&
      // A refusal takes no time at all on a virtual clock.
      (other.startedAtMs < stretch.endedAtMs || other.startedAtMs === startedAtMs) &&
      other.endedAtMs > stretch.startedAtMs &&
      'node' in operation &&
      endsOf(other.operation).includes(operation.node),
  );
}

// A node that stops may come to a request before it does, and find its partner stopped already.
const RUNNING: readonly RunningThen[] = ['mustRun', 'mayRun', 'itself'];

// The answer about a channel that is closed and not settled yet; the model has only channels that are open.
const STILL_CLOSING: PossibleOutcome = { kind: 'failed', status: 409, reason: 'channel-not-open' };

// The money in a closed channel is the node's to deposit once that is settled, and when is not known.
function awaitsMoney(operation: Operation, { lives }: KnownNetwork): boolean {
  if (operation.kind !== 'deposit' && operation.kind !== 'open') return false;
  return lives.all.some(({ closed, between }) => closed !== undefined && between.includes(operation.node));
}

const PAID: Outcome = { kind: 'succeeded', status: 200 };

// A payment stuck on this route might, with lower balances, have been sent along another one and succeeded.
function luckyOutcome(
  answer: OperationRecord | undefined,
  network: Network,
  { lives }: KnownNetwork,
): Outcome | undefined {
  if (answer === undefined || !hasExpired(answer.outcome)) return answer?.outcome;
  const { operation, outcome, trace } = answer;
  const keys = [...(trace?.hops ?? []), trace?.failure].map((passed) => passed?.channel ?? '');
  const passed = keys.map((key) => lifeNamed(key, lives));
  const isAlwaysStuck =
    'token' in operation &&
    passed.every((life) => life !== undefined) &&
    isOnlyWay(
      passed.map((life) => ({ life })),
      network,
      operation.token,
    );
  return isAlwaysStuck ? outcome : PAID;
}

// A channel that is closed is there until it is settled, which is sooner where both ends did it together.
function isOfClosed({ outcome }: OperationRecord): boolean {
  return (
    outcome.kind === 'failed' &&
    (outcome.reason === 'unknown-channel' || outcome.reason === 'channel-not-open')
  );
}

function endsOf(operation: Operation): readonly string[] {
  if (!('node' in operation)) return [];
  return 'partner' in operation ? [operation.node, operation.partner] : [operation.node];
}

function questionText({ id }: Operation, network: Network): string {
  const channels = network.mapEdges(
    (key, { balance, totalDeposit }) => `${key} ${balance.join(' ')} ${totalDeposit.join(' ')}`,
  );
  const stopped = network.filterNodes((_name, { online }) => !online);
  return `${id} ${isFreeNetwork(network)} ${stopped.join(' ')} ${channels.join(' ')}`;
}
