/** The growth of response times by which a queue that builds up shows. */
export interface ResponseGrowth {
  /** False when there is too little to tell, because few answers came, or many at one moment. */
  readonly isKnown: boolean;
  /** Milliseconds by which answers come later for every millisecond that passes. */
  readonly slope: number;
  /** How likely a growth like this, or more, comes about by chance where none is. */
  readonly chance: number;
}

/** One payment: when its answer came, after the window's start, and how long that took from its intended start. */
export interface TimedResponse {
  readonly atMs: number;
  readonly responseMs: number;
}

// More blocks would make each a handful of payments; fewer, and one stall would be a tenth of all there is to see.
const MOST_BLOCKS = 10;
const LEAST_PER_BLOCK = 3;

// Three steps in one direction come about by chance one time in eight.
const LEAST_STEPS = 4;

/**
 * How response times grow over a window: cut into blocks, the Hodges-Lehmann estimate of the step from one block's
 * median to the next, and how the signs of these steps would fall by chance (Wilcoxon's signed ranks, exactly).
 * A single stall is one step of many, and changes next to nothing.
 */
export function responseGrowth(responses: readonly TimedResponse[], windowMs: number): ResponseGrowth {
  const blocks = Math.min(MOST_BLOCKS, Math.floor(responses.length / LEAST_PER_BLOCK));
  const medians = blockMedians(responses, { windowMs, blocks });
  const steps = medians.slice(1).map((value, index) => value - (medians[index] ?? 0));
  if (steps.length < LEAST_STEPS) return { isKnown: false, slope: 0, chance: 1 };
  return {
    isKnown: true,
    slope: hodgesLehmann(steps) / (windowMs / blocks),
    chance: signedRankChance(steps),
  };
}

function blockMedians(
  responses: readonly TimedResponse[],
  { windowMs, blocks }: { readonly windowMs: number; readonly blocks: number },
): readonly number[] {
  const inBlocks: number[][] = Array.from({ length: blocks }, () => []);
  for (const { atMs, responseMs } of responses)
    inBlocks[Math.min(blocks - 1, Math.floor((atMs / windowMs) * blocks))]?.push(responseMs);
  return inBlocks.filter((block) => block.length > 0).map(median);
}

/** The median of the means of all pairs, each with itself too. */
function hodgesLehmann(steps: readonly number[]): number {
  return median(steps.flatMap((one, index) => steps.slice(index).map((other) => (one + other) / 2)));
}

/** The share of all ways to set the signs that rank the rises at least as high as they are. */
function signedRankChance(steps: readonly number[]): number {
  const ranked = steps.filter((step) => step !== 0);
  const sizes = ranked.map(Math.abs);
  const ranks = sizes.map(
    (size) =>
      sizes.filter((other) => other < size).length + (sizes.filter((other) => other === size).length + 1) / 2,
  );
  const risen = ranks.reduce((sum, rank, index) => ((ranked[index] ?? 0) > 0 ? sum + rank : sum), 0);
  // At most 2 ** (MOST_BLOCKS - 1) ways.
  let sums = [0];
  for (const rank of ranks) sums = [...sums, ...sums.map((sum) => sum + rank)];
  return sums.filter((sum) => sum >= risen - 1e-9).length / sums.length;
}

// The median of at least one value.
function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const high = sorted[middle] as number;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? high) + high) / 2;
}
