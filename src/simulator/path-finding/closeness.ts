import type { ChannelRows } from '../channel-rows.ts';

/**
 * Closeness centrality of every node that has a channel, as networkx computes it: (n-1)/(N-1) * (n-1)/sum of
 * distances, with n nodes within reach out of N (Wasserman and Faust). 0 for nodes without channels.
 */
export function closeness({ offsets, neighbours }: ChannelRows): Float64Array {
  const nodeCount = offsets.length - 1;
  const centralities = new Float64Array(nodeCount);
  const distances = new Int32Array(nodeCount);
  const queue = new Int32Array(nodeCount);
  let connected = 0;
  for (let node = 0; node < nodeCount; node += 1) if (offsets[node] !== offsets[node + 1]) connected += 1;
  for (let start = 0; start < nodeCount; start += 1) {
    if (offsets[start] === offsets[start + 1]) continue;
    distances.fill(-1);
    distances[start] = 0;
    queue[0] = start;
    let size = 1;
    let sum = 0;
    for (let head = 0; head < size; head += 1) {
      const node = queue[head] as number;
      const next = (distances[node] as number) + 1;
      sum += next - 1;
      for (let at = offsets[node] as number; at < (offsets[node + 1] as number); at += 1) {
        const neighbour = neighbours[at] as number;
        if (distances[neighbour] !== -1) continue;
        distances[neighbour] = next;
        queue[size] = neighbour;
        size += 1;
      }
    }
    centralities[start] = ((size - 1) / (connected - 1)) * ((size - 1) / sum);
  }
  return centralities;
}
