import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Arc, largestCirculation } from '../../../../src/jobs/plan/questions/circulation.ts';

const arcs = (text: string): readonly Arc<string>[] =>
  text.split(', ').map((each) => {
    const [from = '', to = '', most = '0'] = each.split(' ');
    return { from, to, most: BigInt(most) };
  });

const flowOf = (list: readonly Arc<unknown>[]): bigint =>
  largestCirculation(list).flows.reduce((sum, flow) => sum + flow, 0n);

/** By trying every flow. */
function mostByTrying(list: readonly Arc<number>[]): bigint {
  let best = 0n;
  const net = new Map<number, bigint>();
  const add = (place: number, amount: bigint) => net.set(place, (net.get(place) ?? 0n) + amount);
  const from = (at: number, sum: bigint): void => {
    const arc = list[at];
    if (arc === undefined) {
      if (sum > best && [...net.values()].every((each) => each === 0n)) best = sum;
      return;
    }
    for (let flow = 0n; flow <= arc.most; flow += 1n) {
      add(arc.from, -flow);
      add(arc.to, flow);
      from(at + 1, sum + flow);
      add(arc.from, flow);
      add(arc.to, -flow);
    }
  };
  from(0, 0n);
  return best;
}

describe('the largest circulation', () => {
  it('takes the two circles that the one met first would prevent', () => {
    // a b c prevents both others: it takes what each of them needs, and moves 30 instead of 60 and 60.
    const list = arcs(
      'a b 10, b c 10, c a 10, b d 10, d e 10, e f 10, f g 10, g a 10, c h 10, h i 10, i j 10, j b 10',
    );
    expect(flowOf(list)).toBe(110n);
  });

  it('is empty where nothing goes around', () => {
    expect(flowOf(arcs('a b 5, b c 5, a c 5'))).toBe(0n);
  });

  it('moves as much as the best of all flows, and leaves every place as it finds it', () => {
    const place = fc.integer({ min: 0, max: 3 });
    const arc = fc.record({ from: place, to: place, most: fc.bigInt({ min: 0n, max: 2n }) });
    fc.assert(
      fc.property(fc.array(arc, { maxLength: 7 }), (list) => {
        const { flows, isLargest } = largestCirculation(list);
        expect(isLargest).toBe(true);
        expect(flows.reduce((sum, flow) => sum + flow, 0n)).toBe(mostByTrying(list));
        for (const at of [0, 1, 2, 3]) {
          const net = list.map(
            ({ from, to }, index) => (Number(to === at) - Number(from === at)) * Number(flows[index]),
          );
          expect(net.reduce((sum, each) => sum + each, 0)).toBe(0);
        }
      }),
    );
  });
});
