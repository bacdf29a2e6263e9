import { InvariantError } from '../../errors.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';
import type { PossibleOutcome } from '../../model/replay/latitude.ts';
import {
  CHANGES_CHANNELS,
  type Operation,
  type OperationRecord,
  type Outcome,
  type PaymentRecord,
} from '../../model/run/operation.ts';
import type { Pace, Run } from '../../model/run/run.ts';
import { isFreeNetwork } from '../bounds/free-network.ts';
import { hopsOf, isCertainWay, isOnlyWay, isSameWay, isShortestAlone, type RouteHop } from './routes.ts';
import type { PaymentWay } from '../bounds/payment-changes.ts';
import { NOT_REACHED, possibleOutcome, possiblePayment, withoutRepetition } from './possible-outcomes.ts';
import {
  type KnownNetwork,
  lifeNamed,
  networkWithTotals,
  possibleNetwork,
  type RunningThen,
  withoutFees,
} from './possible-network.ts';
import type { RunFacts } from './run-facts.ts';
import { isThere, mayBeThere } from '../story/channel-life.ts';

/** Simulates these operations, from this network on. */
export type Model = (asked: {
  readonly pace: Pace;
  readonly start: Network;
  readonly operations: readonly Operation[];
}) => Promise<Run>;

// A question costs about as much as the network has nodes and channels; these are some ten seconds.
const MOST_WORK = 1_500_000;

/** Asks the model about the operations of a run, each question once and only so many of them. */
export class Inquiry {
  readonly #facts: RunFacts;
  readonly #model: Model;
  readonly #answers = new Map<string, OperationRecord>();
  #work = 0;

  constructor(facts: RunFacts, model: Model) {
    this.#facts = facts;
    this.#model = model;
  }

  /** How many nodes and channels were looked at before questions were left unasked; absent: all were asked. */
  get ranOutAfter(): number | undefined {
    return this.#work > MOST_WORK ? MOST_WORK : undefined;
  }

  /** The way of a payment that happened, or may have. */
  async routeOf(record: PaymentRecord, known: KnownNetwork): Promise<PaymentWay> {
    const way = await this.#wayWithMost(record, known);
    if (way === undefined) return { kind: 'any' };
    const slack = this.#facts.slackOf(record.operation.amount);
    return isCertainWay(way.hops, slack, known) && way.isAlone
      ? { kind: 'known', hops: way.hops, slack }
      : { kind: 'any' };
  }

  /** How an operation can have ended; `undefined`: there were too many questions, or the model has no answer. */
  async outcomesOf(
    record: OperationRecord,
    known: KnownNetwork,
  ): Promise<readonly PossibleOutcome[] | undefined> {
    const { operation } = record;
    if (operation.kind === 'pay') return await this.#outcomesOfPayment(record as PaymentRecord, known);
    return 'node' in operation && 'token' in operation
      ? await this.#outcomesOnChannel(record, operation, known)
      : undefined;
  }

  async #outcomesOfPayment(
    record: PaymentRecord,
    known: KnownNetwork,
  ): Promise<readonly PossibleOutcome[] | undefined> {
    const { operation } = record;
    const { token, amount } = operation;
    // The same identifier may join another payment, or be in conflict with it.
    if (this.#facts.namesakes(record) > 1) return undefined;
    const most = await this.#mostLucky(operation, possibleNetwork(known, token, 'most'), known);
    const least = await this.#answer(operation, possibleNetwork(known, token, 'least'));
    if (most === undefined || least === undefined) return undefined;
    const way = await this.#wayWithMost(record, known);
    const { slackOf, timing, hasMovingFees } = this.#facts;
    // Mediators may charge more than when the way was chosen, and then too little arrives.
    const mayLackFees = hasMovingFees && way !== undefined && way.hops.length > 1;
    const isOff = (name: NodeName): boolean => !known.running.during(name, known.stretch).mustRun;
    return possiblePayment({
      isPayerOff: isOff(operation.node),
      isTargetOff: isOff(operation.target),
      most,
      least: least.outcome,
      isCertainWay: way !== undefined && way.isAlone && isCertainWay(way.hops, slackOf(amount), known),
      isLeastTelling:
        timing.view !== 'capacity' && !hasMovingFees && known.start.everyNode((name) => !isOff(name)),
      mayCharge: !isFreeNetwork(known.start),
      mayExpire: (timing.messages !== 'timed' || mayLackFees) && saysExpired(record),
    });
  }

  // The most on every end is not the least to pay: another way, or other balances, may be charged less. Nobody is
  // charged less than nothing, so what is refused even then is refused in every order.
  async #mostLucky(
    operation: PaymentRecord['operation'],
    network: Network,
    { lives }: KnownNetwork,
  ): Promise<Outcome | undefined> {
    const { token } = operation;
    const charged = await this.#answer(operation, network);
    const answer = charged && luckyAnswer(charged, { network, lives, token });
    if (answer?.kind !== 'failed' || isFreeNetwork(network)) return answer;
    const free = await this.#answer(operation, withoutFees(network));
    const freeAnswer = free && luckyAnswer(free, { network, lives, token });
    if (free?.outcome.kind !== 'succeeded') return freeAnswer?.kind === 'failed' ? answer : freeAnswer;
    const hops = hopsOf(free, ({ channel }) => lifeNamed(channel, lives));
    const isAlwaysCharged =
      !this.#facts.hasMovingFees && hops !== undefined && isOnlyWay(hops, network, token);
    return isAlwaysCharged ? answer : free.outcome;
  }

  /**
   * Where everything is there that may be, a payment finds the best way it ever can; `isAlone`: no other one comes
   * before it with less at the ends of others, or with less on its own way back, which services take for a worse way.
   */
  async #wayWithMost(
    { operation }: PaymentRecord,
    known: KnownNetwork,
  ): Promise<{ readonly hops: readonly RouteHop[]; readonly isAlone: boolean } | undefined> {
    const { token } = operation;
    const network = possibleNetwork(known, token, 'most');
    const hops = await this.#wayIn(network, operation, known);
    if (hops === undefined) return undefined;
    const { timing, hasMovingFees } = this.#facts;
    if (isOnlyWay(hops, network, token)) return { hops, isAlone: true };
    // A service that does not know balances, or fees that move with them, may prefer another way than the model.
    if (timing.view === 'capacity' || hasMovingFees) return { hops, isAlone: false };
    const waysBack = new Set(hops.map(({ life, side }) => 2 * life.index + (1 - side)));
    const worse = await this.#wayIn(possibleNetwork(known, token, 'most', waysBack), operation, known);
    const isOfUs = timing.messages !== 'as-answered';
    const isBest = isOfUs || isShortestAlone(hops, network, operation);
    return { hops, isAlone: isBest && worse !== undefined && isSameWay(hops, worse) };
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
    operation: Extract<Operation, { node: string; token: string }>,
    known: KnownNetwork,
  ): Promise<readonly PossibleOutcome[] | undefined> {
    if (!('partner' in operation)) return undefined;
    const { id, token, node, partner } = operation;
    const life = known.lives.between(token, node, partner, record.startedAtMs - 1);
    if (this.#hasRival(record, known)) return undefined;
    if (awaitsMoney(operation, known)) return undefined;
    // It is being opened or closed.
    if (life !== undefined && mayBeThere(life, known.stretch) && !isThere(life, known.stretch))
      return undefined;
    if (life?.closed !== undefined && isOfClosed(record)) return undefined;
    // A channel that is closing stands in the way of the next one for a while.
    if (life?.closed !== undefined && operation.kind === 'open') return undefined;
    const side = life?.between[0] === node ? 0 : 1;
    const range =
      life === undefined || !isThere(life, known.stretch) ? undefined : known.bounds.of(life, side);
    const isOff = !known.running.during(node, known.stretch).mustRun;
    const possible: PossibleOutcome[] = [
      ...(isOff ? [NOT_REACHED] : []),
      ...(life?.closed === undefined ? [] : [STILL_CLOSING]),
    ];
    for (const balance of [range?.least ?? 0n, range?.most ?? 0n])
      for (const runs of RUNNING) {
        const network = networkWithTotals(known, { id, node, partner, token, balance, runs });
        const answer = network && (await this.#answer(operation, network));
        if (answer === undefined) return undefined;
        possible.push(possibleOutcome(answer.outcome));
      }
    const isBetween = operation.kind === 'expect' && range !== undefined && range.least < range.most;
    const between: readonly PossibleOutcome[] = [
      { kind: 'succeeded', status: 200 },
      { kind: 'failed', status: 200, reason: 'expectation-not-met' },
    ];
    return withoutRepetition(isBetween ? [...possible, ...between] : possible);
  }

  /** True when another operation on the same channel ran meanwhile. */
  #hasRival({ operation, startedAtMs }: OperationRecord, { stretch }: KnownNetwork): boolean {
    return this.#facts.records.some(
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

  async #answer(operation: Operation, network: Network): Promise<OperationRecord | undefined> {
    const question = questionText(operation, network);
    const known = this.#answers.get(question);
    if (known !== undefined) return known;
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
function luckyAnswer(
  answer: OperationRecord,
  {
    network,
    lives,
    token,
  }: Pick<KnownNetwork, 'lives'> & { readonly network: Network; readonly token: TokenName },
): Outcome {
  if (!saysExpired(answer)) return answer.outcome;
  const { hops = [], failure } = answer.trace ?? {};
  const keys = [...hops.map(({ channel }) => channel), failure?.channel ?? ''];
  const passed = keys.flatMap((key) => lifeNamed(key, lives) ?? []).map((life) => ({ life }));
  const isAlwaysStuck = passed.length === keys.length && isOnlyWay(passed, network, token);
  return isAlwaysStuck ? answer.outcome : PAID;
}

function saysExpired({ outcome }: OperationRecord): boolean {
  return outcome.kind === 'failed' && outcome.reason === 'lock-expired';
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
