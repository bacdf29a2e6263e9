import { expect, it } from 'vitest';
import { type ByNode, type EndIndex, type NodeIndex, otherEnd } from '../../../src/model/network/indices.ts';
import { ChannelGraph } from '../../../src/simulator/channel-graph.ts';

// What must not compile stands below an expect-error: the day it does compile, the type check fails.
it('a node is no channel end, and the other way round', () => {
  const graph = new ChannelGraph({ nodeCount: 2 });
  const [alice, bob] = [0 as NodeIndex, 1 as NodeIndex];
  const end: EndIndex = graph.add({
    between: [alice, bob],
    identifier: 1,
    settleTimeout: 60,
    revealTimeouts: [20, 20],
    phase: 'opened',
  });
  const names: ByNode<string> = ['alice', 'bob'];
  expect(names[graph.owner(otherEnd(end))]).toBe('bob');
  // @ts-expect-error: an end is no node
  expect(names[end]).toBe('alice');
  // @ts-expect-error: a node has no partner's end
  expect(otherEnd(bob)).toBe(0);
  // @ts-expect-error: a node is no end
  expect(graph.owner(bob)).toBe(bob);
  // @ts-expect-error: a plain number is neither
  expect(graph.endBetween(0, bob)).toBe(end);
});
