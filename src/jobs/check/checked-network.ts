import type { LearntFees } from '../../model/check/learnt-fees.ts';
import { type FeeSchedule, NO_FEES } from '../../model/network/fees.ts';
import { baseScenarios } from './base-scenarios.ts';
import { learnFees } from './listed/learn-fees.ts';
import type { Trying } from './try-case.ts';

/** What is said of the network that is checked. */
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

  /** What sequences are tried with. */
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
