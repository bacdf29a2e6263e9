import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EndIndex, NodeIndex } from '../../src/model/network/indices.ts';
import type { NetworkView } from '../../src/ports/router.ts';
import { maxFlow } from '../../src/routing/max-flow.ts';
import { randomViews, viewOf } from './random-views.ts';

const node = (index: number): NodeIndex => index as NodeIndex;

// Over every set of nodes with the source and without the target, what the ends that lead out of it hold.
function smallestCut(view: NetworkView, source: number, target: number): bigint {
  const gone = (index: number): boolean => !view.isReachable(node(index));
  if (gone(source) || gone(target)) return 0n;
  let least: bigint | undefined;
  for (let set = 0; set < 2 ** view.nodeCount; set += 1) {
    const isIn = (index: number): boolean => ((set >> index) & 1) === 1;
    if (!isIn(source) || isIn(target)) continue;
    let cut = 0n;
    for (let from = 0; from < view.nodeCount; from += 1)
      for (let at = view.offsets[from] as number; at < (view.offsets[from + 1] as number); at += 1) {
        const to = view.neighbours[at] as number;
        if (isIn(from) && !isIn(to) && !gone(from) && !gone(to))
          cut += view.available(view.ends[at] as EndIndex);
      }
    if (least === undefined || cut < least) least = cut;
  }
  return least ?? 0n;
}

describe('the largest flow', () => {
  it('is as large as the smallest cut', () => {
    fc.assert(
      fc.property(randomViews({ maxNodes: 6 }), fc.nat(5), fc.nat(5), (listed, one, other) => {
        const view = viewOf(listed);
        const [source, target] = [one % listed.nodeCount, other % listed.nodeCount];
        fc.pre(source !== target);
        const flow = maxFlow(view, { source: node(source), target: node(target) });
        expect(flow).toBe(smallestCut(view, source, target));
        const enough = flow / 2n + 1n;
        const asked = maxFlow(view, { source: node(source), target: node(target), enough });
        expect(asked).toBe(flow < enough ? flow : enough);
      }),
      { numRuns: 150 },
    );
  });

  it('is exact beyond what doubles hold, and nothing from a node to itself', () => {
    const view = viewOf(`0 ${2n ** 250n} - 0 1, 0 1 - 0 1`);
    expect(maxFlow(view, { source: node(0), target: node(1) })).toBe(2n ** 250n + 1n);
    expect(maxFlow(view, { source: node(0), target: node(0) })).toBe(0n);
  });
});
