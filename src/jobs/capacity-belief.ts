/**
 * What probes have told about a limit: a Bayesian psychometric fit (Kontsevich & Tyler 1999, "Psi"). The chance
 * that a probe holds falls along a logistic curve in the rate's logarithm, half at the limit; how steep it falls
 * and how often a probe lies are unknown too, and are weighed together with the limit.
 */
export class CapacityBelief {
  /** Candidate limits, natural logarithms, ascending. */
  readonly #limits: Float64Array;
  /** Log likelihood of each limit and nuisance, limits outermost. */
  readonly #logWeights: Float64Array;

  constructor({ lowestRate, highestRate }: { readonly lowestRate: number; readonly highestRate: number }) {
    const lowest = Math.log(lowestRate);
    const steps = Math.max(1, Math.ceil((Math.log(highestRate) - lowest) / LIMIT_STEP));
    this.#limits = Float64Array.from({ length: steps + 1 }, (_, index) => lowest + index * LIMIT_STEP);
    // Every limit is as likely as any other at first, by its logarithm.
    this.#logWeights = new Float64Array(this.#limits.length * NUISANCES.length);
  }

  /** Weighs in one probe. */
  learn({ rate, holds }: { readonly rate: number; readonly holds: boolean }): void {
    const at = Math.log(rate);
    for (let limit = 0; limit < this.#limits.length; limit += 1) {
      const distance = (this.#limits[limit] as number) - at;
      NUISANCES.forEach(({ width, lies }, index) => {
        const chance = lies + (1 - 2 * lies) / (1 + Math.exp(-distance / width));
        const cell = limit * NUISANCES.length + index;
        this.#logWeights[cell] = (this.#logWeights[cell] as number) + Math.log(holds ? chance : 1 - chance);
      });
    }
  }

  /** The rate below which the limit lies with that probability. */
  quantile(probability: number): number {
    const weights = this.#marginal();
    let total = 0;
    for (const weight of weights) total += weight;
    let seen = 0;
    for (let limit = 0; limit < weights.length; limit += 1) {
      seen += weights[limit] as number;
      if (seen >= probability * total) return Math.exp(this.#limits[limit] as number);
    }
    return Math.exp(this.#limits.at(-1) as number);
  }

  #marginal(): Float64Array {
    let most = Number.NEGATIVE_INFINITY;
    for (const weight of this.#logWeights) if (weight > most) most = weight;
    const weights = new Float64Array(this.#limits.length);
    this.#logWeights.forEach((weight, cell) => {
      const limit = Math.floor(cell / NUISANCES.length);
      weights[limit] = (weights[limit] as number) + Math.exp(weight - most);
    });
    return weights;
  }
}

// A tenth of the usual precision.
const LIMIT_STEP = 0.005;

// From a limit as sharp as a full queue to one that shows within a factor of about two.
const WIDTHS = [0.003, 0.01, 0.03, 0.1];

// How often a probe says the opposite far from the limit: a pause of the machine, a short one that saw no stall.
const LIES = [0.01, 0.05, 0.15];

const NUISANCES = WIDTHS.flatMap((width) => LIES.map((lies) => ({ width, lies })));
