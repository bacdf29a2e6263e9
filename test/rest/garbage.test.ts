import * as fc from 'fast-check';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertNetworkInvariants } from '../../src/model/network/invariants.ts';
import { connectNode } from '../../src/rest/connect/connect-node.ts';
import { CONTROL_HEADER } from '../../src/rest/serve/callers.ts';
import { addressOf, serveLine } from './simulated-line.ts';
import { exchanged, type GarbageRequest, garbageBytes, garbageRequest } from './garbage.ts';

// 1,000 requests, and 200 raw connections; test/robustness sends 20,000.
const REQUESTS = { batches: 10, perBatch: 100 };
const RAW_CONNECTIONS = { batches: 4, perBatch: 50 };

let line: Awaited<ReturnType<typeof serveLine>>;
let pools: readonly Pool[];
beforeAll(async () => {
  line = await serveLine();
  const ports = [line.baseUrls['alice'], line.baseUrls['bob'], line.pathFindingUrl] as const;
  pools = ports.map((url) => new Pool(url as string));
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await line.close();
});

describe('a sandbox that is sent garbage', () => {
  it('answers every request without a 500', async () => {
    const property = fc.asyncProperty(fc.array(garbageRequest, size(REQUESTS)), async (requests) => {
      const statuses = await Promise.all(requests.map(send));
      const broken = requests.filter((_request, index) => (statuses[index] ?? 500) >= 500);
      expect(broken).toEqual([]);
    });
    await fc.assert(property, { numRuns: REQUESTS.batches });
  });

  it('closes every raw connection without a 500', async () => {
    const port = Number(new URL(line.baseUrls['alice'] as string).port);
    const property = fc.asyncProperty(fc.array(garbageBytes, size(RAW_CONNECTIONS)), async (connections) => {
      const answers = await Promise.all(connections.map((bytes) => exchanged(port, bytes)));
      expect(answers.filter((answer) => /^HTTP\/1\.1 5/m.test(answer))).toEqual([]);
    });
    await fc.assert(property, { numRuns: RAW_CONNECTIONS.batches });
  });

  it('still answers afterwards, and its balances add up', async () => {
    const alice = connectNode({ baseUrl: line.baseUrls['alice'] as string });
    expect(await alice.address()).toMatchObject({ kind: 'ok', value: addressOf('alice') });
    while (line.simulation.control.pendingTransfers() > 0)
      await new Promise<void>((resolve) => void line.clock.schedule(10_000, resolve));
    assertNetworkInvariants(line.simulation.control.network());
    await line.control.reset();
    const paid = await alice.pay({ token: line.token, target: addressOf('carol'), amount: 1n });
    expect(paid).toMatchObject({ kind: 'ok' });
    await alice.close();
  });
});

async function send({ to, method, path, contentType, body }: GarbageRequest): Promise<number> {
  const response = await (pools[to] as Pool).request({
    method: method,
    path,
    headers: {
      [CONTROL_HEADER]: 'yes',
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
    ...(body === '' || ['GET', 'HEAD'].includes(method) ? {} : { body }),
  });
  await response.body.dump();
  return response.statusCode;
}

function size({ perBatch }: { readonly perBatch: number }) {
  return { minLength: perBatch, maxLength: perBatch };
}
