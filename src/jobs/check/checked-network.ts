import { bidirectional } from 'graphology-shortest-path/unweighted.js';
import { NodeAnswerError } from '../../errors.ts';
import type { LearntFees } from '../../model/check/check-report.ts';
import type { Amount } from '../../model/network/amount.ts';
import { DEFAULT_NODE_FEES, type FeeSchedule, NO_FEES } from '../../model/network/fees.ts';
import type { Network } from '../../model/network/network.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { channelsInToken, tokenOfSequences } from '../settle/settle-steps.ts';
import { leastOnWay } from '../settle/relative-amounts.ts';
import { simulate } from '../simulate.ts';
import { type CalledNetwork, readSequence, type Sequence, withSteps } from './sequence.ts';
import type { EndOnWay } from '../../verdict/failures/dead-ends.ts';
import { type Trying, trySequence } from './try-case.ts';

/** The description of the network that is checked. */
export interface CheckedNetworkSpec {
  readonly seed: string;
  /** The scenario that is checked; absent: networks are made up. */
  readonly scenarioText?: string | undefined;
  readonly readFile?: (path: string) => string;
  /** The scenario by what its mediators ask, where nobody has said that: a payment tells. In place of `scenarioText`. */
  readonly textWithFees?: (fees: FeeSchedule) => string;
}

/** The network that is checked, as far as it is known. */
export class CheckedNetwork {
  readonly #spec: CheckedNetworkSpec;
  #fees: LearntFees | undefined;
  #given: CalledNetwork | undefined;

  constructor(spec: CheckedNetworkSpec) {
    this.#spec = spec;
  }

  /** Absent: they are given, or made up with the network. */
  get fees(): LearntFees | undefined {
    return this.#fees;
  }

  /** As its nodes showed it last; `undefined`: networks are made up. */
  get given(): CalledNetwork | undefined {
    return this.#given;
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
    this.#given = { sequence, network: await shownBy(trying, sequence.scenario) };
  }

  /**
   * Pays to and fro where nobody has said what mediators ask: the first payment over one would be held against it. Returns
   * why that is not learnt where nodes that answered rightly before answer nonsense now.
   */
  async learn(trying: Trying, dead: readonly EndOnWay[]): Promise<string | undefined> {
    const { textWithFees } = this.#spec;
    if (textWithFees === undefined) return undefined;
    try {
      this.#fees = await learnFees(textWithFees, trying, { dead });
      await this.look(trying);
      return undefined;
    } catch (error) {
      if (!(error instanceof NodeAnswerError)) throw error;
      return error.message;
    }
  }

  /** Takes in the network in which a try began. */
  see(start: Network): void {
    if (this.#given !== undefined) this.#given = { ...this.#given, network: start };
  }
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

// Nodes that show a payment later than this are told from those that ask other fees by what they are asked next.
const SETTLE_MS = 3_000;
// Nearly all that gets through: what a little costs in fees that depend on balances is rounded to nothing. The rest is left
// for fees, also where both payments are made once more.
const nearlyAllOf = (amount: Amount): Amount => (amount * 9n) / 10n;
const backOf = (amount: Amount): Amount => (amount * 19n) / 20n;
const LEAST = 10n;
// Of a long list, so many nodes are looked at for a pair without a channel.
const LOOKED_AT = 50;
const SIMULATED = 12;

type Payment = NonNullable<LearntFees['payment']>;

/**
 * Tries a payment over a mediator, and one back, under each schedule that nodes usually have, until one foresees what they
 * change. One of the two moves balances away from the middle, where negative fees cannot make up for the others.
 */
export async function learnFees(
  textWith: (fees: FeeSchedule) => string,
  trying: Trying,
  {
    settleMs = SETTLE_MS,
    dead = [],
  }: { readonly settleMs?: number; readonly dead?: readonly EndOnWay[] } = {},
): Promise<LearntFees> {
  const { bench } = trying;
  const dearestFees = readSequence(textWith(DEFAULT_NODE_FEES), trying);
  const start = without(dead, await shownBy(trying, dearestFees.scenario));
  const payment = await findPayment(dearestFees, start);
  if (payment === undefined) return {};
  const hasty: Trying = {
    ...trying,
    bench: {
      ...bench,
      furnish: async (scenario, signal) => ({ ...(await bench.furnish(scenario, signal)), settleMs }),
    },
  };
  for (const schedule of [NO_FEES, DEFAULT_NODE_FEES]) {
    const { verdict, run } = await trySequence(
      paying(readSequence(textWith(schedule), trying), payment),
      hasty,
    );
    const wasPaid = run?.records.every(({ outcome }) => outcome.kind === 'succeeded') === true;
    if (verdict === 'held' && wasPaid) return { schedule, payment };
  }
  return { payment };
}

// Under the dearest of these schedules it is the one that costs most: a payment that evens balances out may cost nothing.
async function findPayment(dearestFees: Sequence, start: Network): Promise<Payment | undefined> {
  let [dearest, most]: [Payment | undefined, bigint] = [undefined, -1n];
  for (const payment of possiblePayments(channelsInToken(start, tokenOfSequences(start)))) {
    const { records } = await simulate({ scenario: paying(dearestFees, payment).scenario, start });
    const fee = records[0]?.trace?.fee ?? -1n;
    if (fee > most) [dearest, most] = [payment, fee];
  }
  return dearest;
}

// Between nodes without a channel with each other, those between which the most gets through.
function possiblePayments(network: Network): readonly Payment[] {
  const names = network.nodes().toSorted().slice(0, LOOKED_AT);
  const pairs = names.flatMap((from) => names.map((to) => ({ from, to })));
  return pairs
    .flatMap(({ from, to }) => {
      const hops = (bidirectional(network, from, to)?.length ?? 0) - 1;
      return hops < 2 ? [] : [{ from, to, least: leastOnWay(network, from, to) ?? 0n }];
    })
    .filter(({ least }) => least >= LEAST)
    .toSorted((one, other) => (one.least < other.least ? 1 : -1))
    .slice(0, SIMULATED)
    .map(({ from, to, least }) => ({ from, to, amount: nearlyAllOf(least) }));
}

function paying(sequence: Sequence, { from, to, amount }: Payment): Sequence {
  // Of several tokens, the first is the one that sequences are about.
  const token = sequence.scenario.tokens[0]?.name ?? '';
  return withSteps(sequence, [
    { kind: 'pay', from, to, amount, token, times: 1 },
    { kind: 'pay', from: to, to: from, amount: backOf(amount), token, times: 1 },
  ]);
}
