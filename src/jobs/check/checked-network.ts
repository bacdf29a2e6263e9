import { bidirectional } from 'graphology-shortest-path/unweighted.js';
import type { LearntFees } from '../../model/check/check-report.ts';
import { type Amount, larger, smaller } from '../../model/network/amount.ts';
import { DEFAULT_NODE_FEES, type FeeSchedule, NO_FEES } from '../../model/network/fees.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { channelsInToken, tokenOfSequences } from '../settle/settle-steps.ts';
import { fullestEnd, leastOnWay, sumOfEnds } from '../settle/relative-amounts.ts';
import { type CalledNetwork, readSequence, type Sequence, withSteps } from './sequence.ts';
import type { EndOnWay } from '../../verdict/failures/dead-ends.ts';
import type { TriedSequence } from './shrink-case.ts';
import { type Tried, type Trying, trySequence } from './try-case.ts';

/** The description of the network that is checked. */
export interface CheckedNetworkSpec {
  readonly seed: string;
  /** The scenario that is checked; absent: networks are made up. */
  readonly scenarioText?: string | undefined;
  readonly readFile?: (path: string) => string;
  /** The scenario by what its mediators ask, where nobody has said that: a payment tells. In place of `scenarioText`. */
  readonly textWithFees?: (fees: FeeSchedule) => string;
  /** The most that one call moves; absent: little of what nodes hold, and of a scenario as much as it names. */
  readonly most?: Amount;
}

/** The network that is checked, as far as it is known. */
export class CheckedNetwork {
  readonly #spec: CheckedNetworkSpec;
  #fees: LearntFees | undefined;
  #given: CalledNetwork | undefined;
  #most: Amount | undefined;

  constructor(spec: CheckedNetworkSpec) {
    this.#spec = spec;
    this.#most = spec.most;
  }

  /** Absent: they are given, or made up with the network. */
  get fees(): LearntFees | undefined {
    return this.#fees;
  }

  /** As its nodes showed it last; `undefined`: networks are made up. */
  get given(): CalledNetwork | undefined {
    return this.#given;
  }

  get most(): Amount | undefined {
    return this.#most;
  }

  get knowsFees(): boolean {
    return this.#fees === undefined || this.#fees.schedule !== undefined;
  }

  /** Looks at the network where one is given. */
  async look(trying: Pick<Trying, 'bench' | 'signal'>): Promise<void> {
    const { textWithFees } = this.#spec;
    const text = textWithFees?.(this.#fees?.schedule ?? NO_FEES) ?? this.#spec.scenarioText;
    if (text === undefined) return;
    const sequence = withSteps({ ...readSequence(text, this.#spec), keepsNetwork: true }, []);
    const network = await shownBy(trying, sequence.scenario);
    this.#given = { sequence, network };
    if (textWithFees !== undefined) this.#most ??= littleOf(network);
  }

  /** Pays to and fro where nobody has said what mediators ask, and has the payments judged. */
  async learn(
    trying: Trying,
    given: { readonly dead: readonly EndOnWay[]; readonly judge: (one: TriedSequence) => Promise<void> },
  ): Promise<void> {
    const { dead, judge } = given;
    const { textWithFees } = this.#spec;
    if (textWithFees === undefined) return;
    const { fees, judged } = await learnFees(textWithFees, trying, dead);
    // Until then payments over mediators may be tried again.
    for (const one of judged) await judge(one);
    this.#fees = fees;
    await this.look(trying);
  }

  /** Takes in the network in which a try began. */
  see(start: Network): void {
    if (this.#given !== undefined) this.#given = { ...this.#given, network: start };
  }
}

// A hundredth of what the fullest end holds, and enough that fees show.
const LITTLE = 1_000n;
const PARTS = 100n;

function littleOf(network: Network): Amount {
  const fullest = network.nodes().map((node) => fullestEnd(network, node)?.balance ?? 0n);
  return larger(LITTLE, fullest.reduce(larger, 0n) / PARTS);
}

async function shownBy(
  { bench, signal }: Pick<Trying, 'bench' | 'signal'>,
  scenario: Scenario,
): Promise<Network> {
  const { start, release } = await bench.furnish(scenario, signal);
  await release();
  return start;
}

function without(dead: readonly EndOnWay[], network: Network): Network {
  const left = network.copy();
  for (const { channel } of dead) if (left.hasEdge(channel)) left.dropEdge(channel);
  return left;
}

// Nearly all that gets through; the rest is left for fees, also where both payments are made once more.
const nearlyAllOf = (amount: Amount): Amount => (amount * 9n) / 10n;
const backOf = (amount: Amount): Amount => (amount * 19n) / 20n;
const LEAST = 10n;
// So many nodes of a long list are looked at for a pair without a channel.
const LOOKED_AT = 50;

type Payment = NonNullable<LearntFees['payment']>;

/** The fees that payments show, and the payments that were judged with them. */
interface Learning {
  readonly fees: LearntFees;
  readonly judged: readonly TriedSequence[];
}

/**
 * Pays over a mediator, and back, under each schedule that nodes usually have, until one foresees what both change. One of
 * the two moves balances away from the middle, where negative fees cannot make up for the others. A payment that no fee
 * explains is a sequence like any other, and the nodes are judged by it.
 */
export async function learnFees(
  textWith: (fees: FeeSchedule) => string,
  trying: Trying,
  dead: readonly EndOnWay[] = [],
): Promise<Learning> {
  const shown = await shownBy(trying, readSequence(textWith(NO_FEES), trying).scenario);
  const start = without(dead, shown);
  const payment = mediatedPayment(channelsInToken(start, tokenOfSequences(start)), trying.most);
  if (payment === undefined) return { fees: {}, judged: [] };
  const { from, to, amount } = payment;
  for (const schedule of [NO_FEES, DEFAULT_NODE_FEES]) {
    const judged: TriedSequence[] = [];
    for (const one of [payment, { from: to, to: from, amount: backOf(amount) }]) {
      const sequence = paying(readSequence(textWith(schedule), trying), one);
      const tried = await trySequence(sequence, trying);
      if (isExplainedByFees(tried, one)) break;
      judged.push({ sequence, tried });
      if (tried.run?.records[0]?.outcome.kind !== 'succeeded' || tried.verdict !== 'held')
        return { fees: { payment }, judged };
    }
    if (judged.length === 2) return { fees: { schedule, payment }, judged };
  }
  return { fees: { payment }, judged: [] };
}

// The payer pays more, and nothing else differs but what the payee gets beside the amount.
function isExplainedByFees({ verdict, run, found }: Tried, { from, to, amount }: Payment): boolean {
  if (verdict !== 'violated' || run?.comparison === undefined) return false;
  if (found?.seen === 'max-fee-exceeded') return true;
  const { start, end, comparison } = run;
  const findings = [...comparison.operations.flatMap((judged) => judged.findings), ...comparison.general];
  const areOfFees = findings.every(
    ({ check, node, observed }) =>
      check === 'balances' || (check === 'history' && node === to && observed !== 'not there'),
  );
  if (end === undefined || !areOfFees) return false;
  const gainOf = (node: NodeName): Amount => sumOfEnds(end, node) - sumOfEnds(start, node);
  return gainOf(to) >= amount && gainOf(from) <= -amount;
}

// Between nodes without a channel with each other, those between which the most gets through.
function mediatedPayment(network: Network, limit: Amount | undefined): Payment | undefined {
  const names = network.nodes().toSorted().slice(0, LOOKED_AT);
  const [best] = names
    .flatMap((from) => names.map((to) => ({ from, to })))
    .filter(({ from, to }) => (bidirectional(network, from, to)?.length ?? 0) > 2)
    .map(({ from, to }) => ({ from, to, least: leastOnWay(network, from, to) ?? 0n }))
    .filter(({ least }) => least >= LEAST)
    .toSorted((one, other) => (one.least < other.least ? 1 : -1));
  if (best === undefined) return undefined;
  const { from, to, least } = best;
  return { from, to, amount: smaller(nearlyAllOf(least), limit ?? least) };
}

function paying(sequence: Sequence, { from, to, amount }: Payment): Sequence {
  // The first of several tokens is the one that sequences are about.
  const token = sequence.scenario.tokens[0]?.name ?? '';
  return withSteps(sequence, [{ kind: 'pay', from, to, amount, token, times: 1 }]);
}
