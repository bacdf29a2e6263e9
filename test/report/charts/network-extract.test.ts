import { describe, expect, it } from 'vitest';
import { ChannelBalances } from '../../../src/report/figures/channel-balances.ts';
import { nodeAddress } from '../../../src/model/network/network.ts';
import { networkExtract } from '../../../src/report/charts/network-extract.ts';
import { world } from '../../world/world.ts';

function extractOf(channels: string, more: readonly string[] = []) {
  const network = world(channels);
  for (const name of more) network.addNode(name, { address: nodeAddress({ seed: '1', name }), online: true });
  return networkExtract(new ChannelBalances(network));
}

describe('networkExtract', () => {
  it('takes channels between the same two nodes together, each side with its own balances', () => {
    const { links } = extractOf('b 1 - 10 a 20 - 2 b');
    expect(links).toMatchObject([{ between: ['a', 'b'], balance: [30n, 3n], capacity: 33n }]);
  });

  it('names nodes without a channel instead of drawing them', () => {
    const { nodes, allNodes } = extractOf('a 1 - 1 b', ['carol']);
    expect({ nodes, allNodes }).toEqual({ nodes: ['a', 'b'], allNodes: 2 });
  });

  it('keeps the best-connected part of a network that is too large to read', () => {
    const star = Array.from({ length: 1000 }, (_, index) => `hub 1 - 1 spoke${index}`);
    const extract = extractOf(star.join(','));
    expect(extract.nodes).toContain('hub');
    expect(extract.nodes).toHaveLength(400);
    expect(extract.allNodes).toBe(1001);
  });

  it('draws fewer nodes the more channels there are between them', () => {
    const names = Array.from({ length: 60 }, (_, index) => `n${index}`);
    const complete = names.flatMap((from, index) =>
      names.slice(index + 1).map((to) => `${from} 1 - 1 ${to}`),
    );
    expect(extractOf(complete.join(',')).nodes).toHaveLength(40);
  });
});
