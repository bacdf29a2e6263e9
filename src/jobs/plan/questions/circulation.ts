/** An amount that may flow from one place to another. */
export interface Arc<Place> {
  readonly from: Place;
  readonly to: Place;
  readonly most: bigint;
}

/** A flow that leaves every place as it finds it. */
export interface Circulation {
  /** Of each arc. */
  readonly flows: readonly bigint[];
  /** Whether no other circulation moves more in all; false: the search was cut short. */
  readonly isLargest: boolean;
}

// Steps of all searches for a better circulation: two seconds or so.
const MOST_STEPS = 100_000_000;

/**
 * The circulation that moves most, summed over all arcs: as long as money can be led around, forwards along arcs that
 * have some left or backwards along those that flow, so that more arcs gain than lose, it is (Klein 1967). Of circles
 * that share an arc this finds the better set, whichever was met first.
 */
export function largestCirculation<Place>(arcs: readonly Arc<Place>[]): Circulation {
  const places = new Map<Place, number>();
  const numberOf = (place: Place): number => {
    const number = places.get(place) ?? places.size;
    places.set(place, number);
    return number;
  };
  const ends = arcs.map(({ from, to }): readonly [number, number] => [numberOf(from), numberOf(to)]);
  const flows = arcs.map(() => 0n);
  let steps = 0;
  for (;;) {
    const residual = residualOf(arcs, ends, flows);
    const { circle, spent } = gainingCircle(residual, places.size);
    if (circle === undefined) return { flows, isLargest: true };
    const amount = circle.map(({ left }) => left).reduce((least, left) => (left < least ? left : least));
    for (const { arc, gain } of circle) flows[arc] = (flows[arc] as bigint) + BigInt(gain) * amount;
    steps += spent;
    if (steps > MOST_STEPS) return { flows, isLargest: false };
  }
}

interface ResidualArc {
  /** Index of the arc that it goes along, or back along. */
  readonly arc: number;
  readonly from: number;
  readonly to: number;
  readonly left: bigint;
  /** 1 along the arc, -1 back. */
  readonly gain: 1 | -1;
}

function residualOf(
  arcs: readonly Arc<unknown>[],
  ends: readonly (readonly [number, number])[],
  flows: readonly bigint[],
): readonly ResidualArc[] {
  return arcs.flatMap(({ most }, arc) => {
    const [from, to] = ends[arc] as readonly [number, number];
    const flow = flows[arc] as bigint;
    const along: readonly ResidualArc[] = flow < most ? [{ arc, from, to, left: most - flow, gain: 1 }] : [];
    const back: readonly ResidualArc[] = flow > 0n ? [{ arc, from: to, to: from, left: flow, gain: -1 }] : [];
    return [...along, ...back];
  });
}

/** A circle that gains, by Bellman and Ford from everywhere at once; absent: there is none. */
function gainingCircle(
  residual: readonly ResidualArc[],
  places: number,
): { readonly circle?: readonly ResidualArc[]; readonly spent: number } {
  const gains = Array.from({ length: places }, () => 0);
  const before = Array.from({ length: places }, (): ResidualArc | undefined => undefined);
  for (let round = 1; round <= places; round += 1) {
    let isBetter = false;
    for (const step of residual) {
      const gain = (gains[step.from] as number) + step.gain;
      if (gain <= (gains[step.to] as number)) continue;
      gains[step.to] = gain;
      before[step.to] = step;
      isBetter = true;
    }
    const spent = round * residual.length;
    if (!isBetter) return { spent };
    const circle = circleIn(before);
    if (circle !== undefined) return { circle, spent };
  }
  return { spent: places * residual.length };
}

/** A circle among the steps that lead to each place, if there is one. */
function circleIn(before: readonly (ResidualArc | undefined)[]): readonly ResidualArc[] | undefined {
  const seenFrom = before.map(() => -1);
  for (let start = 0; start < before.length; start += 1) {
    let place = start;
    while (seenFrom[place] === -1 && before[place] !== undefined) {
      seenFrom[place] = start;
      place = (before[place] as ResidualArc).from;
    }
    if (seenFrom[place] !== start || before[place] === undefined) continue;
    const circle: ResidualArc[] = [];
    let at = place;
    do {
      const step = before[at] as ResidualArc;
      circle.push(step);
      at = step.from;
    } while (at !== place);
    return circle;
  }
  return undefined;
}
