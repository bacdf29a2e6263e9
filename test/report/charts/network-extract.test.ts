import { describe, expect, it } from 'vitest';
import { ChannelBalances } from '../../../src/report/figures/channel-balances.ts';
import { networkExtract } from '../../../src/report/charts/network-extract.ts';
import { exampleNetwork } from '../../fixtures/example-runs.ts';

function extractOf(channels: Parameters<typeof exampleNetwork>[0], more: readonly string[] = []) {
  const network = exampleNetwork(channels);
  return networkExtract([...network.nodes(), ...more], new ChannelBalances(network));
}

describe('networkExtract', () => {
  it('takes channels between the same two nodes together, each side with its own balances', () => {
    const { links } = extractOf([
      ['b', 'a', 1n, 10n],
      ['a', 'b', 20n, 2n],
    ]);
    expect(links).toMatchObject([{ between: ['a', 'b'], balance: [30n, 3n], capacity: 33n }]);
  });

  it('names nodes without a channel instead of drawing them', () => {
    const { nodes, alone, allNodes } = extractOf([['a', 'b', 1n, 1n]], ['carol']);
    expect({ nodes, alone, allNodes }).toEqual({ nodes: ['a', 'b'], alone: ['carol'], allNodes: 2 });
  });

  it('keeps the best-connected part of a network that is too large to read', () => {
    const star = Array.from({ length: 1000 }, (_, index) => ['hub', `spoke${index}`, 1n, 1n] as const);
    const extract = extractOf(star);
    expect(extract.nodes).toContain('hub');
    expect(extract.nodes).toHaveLength(400);
    expect(extract.allNodes).toBe(1001);
  });

  it('draws fewer nodes the more channels there are between them', () => {
    const names = Array.from({ length: 60 }, (_, index) => `n${index}`);
    const complete = names.flatMap((from, index) =>
      names.slice(index + 1).map((to) => [from, to, 1n, 1n] as const),
    );
    expect(extractOf(complete).nodes).toHaveLength(40);
  });
});
