import { bidirectional } from 'graphology-shortest-path/unweighted.js';
import type { LearntFees } from '../../model/check/check-report.ts';
import { DEFAULT_NODE_FEES, type FeeSchedule, NO_FEES } from '../../model/network/fees.ts';
import type { Network } from '../../model/network/network.ts';
import { caseText } from '../../scenario/text/case-text.ts';
import { channelsInToken, tokenOfSequences } from '../settle/settle-steps.ts';
import { leastOnWay } from '../settle/relative-amounts.ts';
import { simulate } from '../simulate.ts';
import { baseScenarios, readCase } from './settle-draft.ts';
import { type Trying, tryText } from './try-case.ts';

/** The description of the network that is checked. */
export interface CheckedNetworkSpec extends Pick<Trying, 'scenarioText' | 'readFile' | 'seed'> {
  /** The scenario by what its mediators ask, where nobody has said that: a payment tells. In place of `scenarioText`. */
  readonly textWithFees?: (fees: FeeSchedule) => string;
}

/** The network that is checked, as far as it is known. */
export class CheckedNetwork {
  readonly #spec: CheckedNetworkSpec;
  #fees: LearntFees | undefined;
  #base: { readonly text: string | undefined; readonly of: ReturnType<typeof baseScenarios> } | undefined;

  constructor(spec: CheckedNetworkSpec) {
    this.#spec = spec;
  }

  /** Absent: they are given, or made up with the network. */
  get fees(): LearntFees | undefined {
    return this.#fees;
  }

  /** Pays once where nobody has said what mediators ask: the first payment over one would be held against it. */
  async learnFees(trying: Omit<Trying, 'scenarioText'>): Promise<void> {
    const { textWithFees } = this.#spec;
    if (textWithFees !== undefined) this.#fees = await learnFees(textWithFees, trying);
  }

  /** The part of `Trying` that the network decides. */
  trying(): Pick<Trying, 'scenarioText' | 'baseOf' | 'knowsFees'> {
    return { scenarioText: this.scenarioText, baseOf: this.baseOf, knowsFees: this.knowsFees };
  }

  get knowsFees(): boolean {
    return this.#fees === undefined || this.#fees.schedule !== undefined;
  }

  /** `undefined`: networks are made up. */
  get scenarioText(): string | undefined {
    const { scenarioText, textWithFees } = this.#spec;
    return textWithFees === undefined ? scenarioText : textWithFees(this.#fees?.schedule ?? NO_FEES);
  }

  // Read once for each schedule that is tried.
  get baseOf(): ReturnType<typeof baseScenarios> {
    const { seed, readFile } = this.#spec;
    const { scenarioText } = this;
    if (this.#base === undefined || this.#base.text !== scenarioText)
      this.#base = { text: scenarioText, of: baseScenarios({ seed, scenarioText, readFile }) };
    return this.#base.of;
  }
}

// Nodes that show a payment later than this are told from those that ask other fees by what they are asked next.
const SETTLE_MS = 3_000;
// A tenth of what gets through leaves the curves of the imbalance fee nearly where they are.
const SHARE = 10n;
const MOST = 10_000n;
// Of a long list, so many nodes are looked at for a pair without a channel.
const LOOKED_AT = 50;
const SIMULATED = 12;

type Payment = NonNullable<LearntFees['payment']>;

/** Tries one payment over a mediator under each schedule that nodes usually have, until one foresees what it changes. */
export async function learnFees(
  textWith: (fees: FeeSchedule) => string,
  trying: Omit<Trying, 'scenarioText'>,
  { settleMs = SETTLE_MS }: { readonly settleMs?: number } = {},
): Promise<LearntFees> {
  const { bench } = trying;
  const payment = await findPayment(textWith, trying);
  if (payment === undefined) return {};
  const hasty: Trying = {
    ...trying,
    bench: {
      ...bench,
      furnish: async (scenario) => ({ ...(await bench.furnish(scenario)), settleMs }),
    },
  };
  for (const schedule of [NO_FEES, DEFAULT_NODE_FEES]) {
    const text = payText(textWith(schedule), payment, trying);
    const { verdict, run } = await tryText({ text, pace: 'sequential' }, hasty);
    const wasPaid = run?.records.some(({ outcome }) => outcome.kind === 'succeeded') === true;
    if (verdict === 'held' && wasPaid) return { schedule, payment };
  }
  return { payment };
}

// Under the dearest of these schedules it is the one that costs most: a payment that evens balances out may cost nothing.
async function findPayment(
  textWith: (fees: FeeSchedule) => string,
  trying: Omit<Trying, 'scenarioText'>,
): Promise<Payment | undefined> {
  const text = textWith(DEFAULT_NODE_FEES);
  const { start, release } = await trying.bench.furnish(readCase(text, trying));
  await release();
  let [dearest, most]: [Payment | undefined, bigint] = [undefined, -1n];
  for (const payment of possiblePayments(channelsInToken(start, tokenOfSequences(start)))) {
    const { records } = await simulate({
      scenario: readCase(payText(text, payment, trying), trying),
      start,
    });
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
    .filter(({ least }) => least >= SHARE)
    .toSorted((one, other) => (one.least < other.least ? 1 : -1))
    .slice(0, SIMULATED)
    .map(({ from, to, least }) => ({ from, to, amount: least / SHARE > MOST ? MOST : least / SHARE }));
}

function payText(
  base: string,
  payment: Payment,
  { seed, readFile }: Pick<Trying, 'seed' | 'readFile'>,
): string {
  const [token, ...others] = readCase(base, { readFile }).tokens;
  // Of several, the first is the one that sequences are about.
  const named = others.length === 0 ? payment : { ...payment, token: token?.name };
  return caseText(base, { question: 'What do the mediators ask?', seed, steps: [{ pay: { ...named } }] });
}
