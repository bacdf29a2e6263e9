/**
 * The belief about a limit after some probes: a Bayesian psychometric fit (Kontsevich & Tyler 1999, "Psi"). The chance
 * that a probe holds falls along a logistic curve in the rate's logarithm, half at the limit; how steep it falls
 * and how often a probe lies are unknown too, and are weighed together with the limit. No probe ever rules out a
 * rate: a few honest probes make up for one fluke.
 */
export class CapacityBelief {
  /** Candidate limits, natural logarithms, ascending by `LIMIT_STEP`. */
  readonly #limits: Float64Array;
  /** Log likelihood of each limit and nuisance, limits outermost. */
  readonly #logWeights: Float64Array;
  /** The same as weights, the greatest 1; and summed over the nuisances. */
  readonly #weights: Float64Array;
  readonly #marginal: Float64Array;
  /** Chance to hold by how many steps the limit is above the rate, from minus all to plus all; same layout. */
  readonly #chances: Float64Array;

  constructor({ lowestRate, highestRate }: { readonly lowestRate: number; readonly highestRate: number }) {
    const lowest = Math.log(lowestRate);
    const steps = Math.max(1, Math.ceil((Math.log(highestRate) - lowest) / LIMIT_STEP));
    this.#limits = Float64Array.from({ length: steps + 1 }, (_, index) => lowest + index * LIMIT_STEP);
    // Every limit is as likely as any other at first, by its logarithm.
    this.#logWeights = new Float64Array(this.#limits.length * NUISANCES.length);
    this.#weights = new Float64Array(this.#logWeights.length);
    this.#marginal = new Float64Array(this.#limits.length);
    this.#weigh();
    this.#chances = new Float64Array((2 * steps + 1) * NUISANCES.length);
    for (let step = -steps, cell = 0; step <= steps; step += 1)
      for (const nuisance of NUISANCES) this.#chances[cell++] = chanceToHold(step * LIMIT_STEP, nuisance);
  }

  /** Weighs in one probe. */
  learn({ rate, holds }: { readonly rate: number; readonly holds: boolean }): void {
    const at = Math.log(rate);
    let cell = 0;
    for (const limit of this.#limits)
      for (const nuisance of NUISANCES) {
        const chance = chanceToHold(limit - at, nuisance);
        this.#logWeights[cell] = (this.#logWeights[cell] as number) + Math.log(holds ? chance : 1 - chance);
        cell += 1;
      }
    this.#weigh();
  }

  /** The rate below which the limit lies with that probability. */
  quantile(probability: number): number {
    return Math.exp(this.#limits[this.#quantileIndex(probability)] as number);
  }

  /** The rate, `highest` at most, whose probe leaves the least doubt about the limit, as far as can be expected. */
  nextRate(highest: number): number {
    let best = { index: 0, doubt: Number.POSITIVE_INFINITY };
    for (const probability of CANDIDATES) {
      const index = this.#quantileIndex(probability);
      const doubt = this.#doubtAfter(index);
      if (doubt < best.doubt) best = { index, doubt };
    }
    return Math.min(Math.exp(this.#limits[best.index] as number), highest);
  }

  /** Expected entropy of the limit after a probe at that candidate. */
  #doubtAfter(index: number): number {
    const held = new Float64Array(this.#limits.length);
    const failed = new Float64Array(this.#limits.length);
    const shift = (this.#limits.length - 1 - index) * NUISANCES.length;
    for (let limit = 0, cell = 0; limit < held.length; limit += 1) {
      let sum = 0;
      for (const end = cell + NUISANCES.length; cell < end; cell += 1)
        sum += (this.#weights[cell] as number) * (this.#chances[cell + shift] as number);
      held[limit] = sum;
      failed[limit] = (this.#marginal[limit] as number) - sum;
    }
    return entropy(held) + entropy(failed);
  }

  #quantileIndex(probability: number): number {
    const sought = probability * sumOf(this.#marginal);
    let seen = 0;
    for (let limit = 0; limit < this.#marginal.length; limit += 1) {
      seen += this.#marginal[limit] as number;
      if (seen >= sought) return limit;
    }
    return this.#marginal.length - 1;
  }

  #weigh(): void {
    let most = Number.NEGATIVE_INFINITY;
    for (const weight of this.#logWeights) if (weight > most) most = weight;
    for (let limit = 0, cell = 0; limit < this.#marginal.length; limit += 1) {
      let sum = 0;
      for (const end = cell + NUISANCES.length; cell < end; cell += 1) {
        const weight = Math.exp((this.#logWeights[cell] as number) - most);
        this.#weights[cell] = weight;
        sum += weight;
      }
      this.#marginal[limit] = sum;
    }
  }
}

// A tenth of the usual precision.
const LIMIT_STEP = 0.005;

interface Nuisance {
  readonly width: number;
  readonly lies: number;
}

// From a limit as sharp as a full queue to one that shows within a factor of about two.
const WIDTHS = [0.003, 0.01, 0.03, 0.1];

// How often a probe says the opposite far from the limit: a pause of the machine, a short one that saw no stall.
const LIES = [0.01, 0.05, 0.15];

const NUISANCES: readonly Nuisance[] = WIDTHS.flatMap((width) => LIES.map((lies) => ({ width, lies })));

// Where a probe may be worth its time: the middle tells most of a sharp limit, the sides how sharp it is.
const CANDIDATES = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

/** Chance that a probe holds whose rate is below the limit by that logarithm. */
function chanceToHold(distance: number, { width, lies }: Nuisance): number {
  return lies + (1 - 2 * lies) / (1 + Math.exp(-distance / width));
}

/** The entropy of weights that need not sum up to 1, times their sum: so that two halves can be added. */
function entropy(weights: Float64Array): number {
  const total = sumOf(weights);
  let doubt = 0;
  for (const weight of weights) if (weight > 0) doubt -= weight * Math.log(weight / total);
  return doubt;
}

function sumOf(weights: Float64Array): number {
  let sum = 0;
  for (const weight of weights) sum += weight;
  return sum;
}
