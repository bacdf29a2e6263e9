import type { Server } from 'node:http';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import { connectNode } from '../../../src/rest/connect/connect-node.ts';
import { serveNodes } from '../../../src/rest/serve/serve-nodes.ts';
import { VirtualClock } from '../../../src/runtime/virtual-clock.ts';
import { addressOf, lineNetwork, serveLine, simulatedLine } from '../simulated-line.ts';
import { listening, portOf } from './listening.ts';

describe('ports', () => {
  it('names the port that is taken and who wanted it, and leaves nothing listening', async () => {
    const { basePort, taken } = await portsWithBobsTaken();
    const nodes = simulatedLine({ clock: new VirtualClock() });
    const failure = serveNodes({ nodes, basePort, pathFindingPort: 0 });
    await expect(failure).rejects.toThrow(InputError);
    await expect(failure).rejects.toThrow(
      new RegExp(`port ${basePort + 1} on 127.0.0.1 is taken; node bob wants it\n.*--port`),
    );
    taken.close();
    const served = await serveNodes({ nodes, basePort, pathFindingPort: 0 });
    expect(served.baseUrls['bob']).toBe(`http://127.0.0.1:${basePort + 1}`);
    await served.close();
  });

  it('names the option for the path-finding port when that one is taken', async () => {
    const taken = await listening(0);
    const nodes = simulatedLine({ clock: new VirtualClock() });
    const pathFindingPort = portOf(taken) ?? 0;
    await expect(serveNodes({ nodes, basePort: 0, pathFindingPort })).rejects.toThrow(
      /is taken; the path-finding service wants it\n.*--path-finding-port/,
    );
    taken?.close();
  });

  it('refuse connections of a node that is offline from the start, until it is started', async () => {
    const network = lineNetwork();
    network.setNodeAttribute('dave', 'online', false);
    const served = await serveLine(network);
    const dave = connectNode({ baseUrl: served.baseUrls['dave'] as string });
    expect(await dave.address()).toMatchObject({ kind: 'unreachable' });
    await served.control.start('dave');
    expect(await dave.address()).toMatchObject({ kind: 'ok', value: addressOf('dave') });
    await dave.close();
    await served.close();
  });

  it('names the last port when there are not enough', async () => {
    const nodes = simulatedLine({ clock: new VirtualClock() });
    await expect(serveNodes({ nodes, basePort: 65_534, pathFindingPort: 0 })).rejects.toThrow(
      /the last port is 65535/,
    );
  });

  it('leave out those to which no browser and no fetch connects', async () => {
    const nodes = simulatedLine({ clock: new VirtualClock() });
    const served = await serveNodes({ nodes, basePort: 6664, pathFindingPort: 0 });
    try {
      const urls = Object.values(served.baseUrls);
      expect(urls.slice(0, 3).map((url) => new URL(url).port)).toEqual(['6664', '6670', '6671']);
      const statuses = urls.map(async (url) => (await fetch(`${url}/api/v1/status`)).status);
      expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
    } finally {
      await served.close();
    }
  });
});

// Below the ports the system hands out by itself, so that no other test gets one of them in between.
async function portsWithBobsTaken(): Promise<{ readonly basePort: number; readonly taken: Server }> {
  for (let basePort = 21_001; ; basePort += 10) {
    const servers = await Promise.all([0, 1, 2, 3].map((offset) => listening(basePort + offset)));
    const [alice, bob, ...others] = servers;
    for (const server of [alice, ...others]) server?.close();
    if (bob !== undefined && servers.every((server) => server !== undefined)) return { basePort, taken: bob };
    bob?.close();
  }
}
