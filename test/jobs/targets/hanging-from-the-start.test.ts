import { describe, expect, it } from 'vitest';
import { load, type LoadOptions } from '../../../src/jobs/load/load.ts';
import { replay } from '../../../src/jobs/replay/replay.ts';
import { startSandbox } from '../../../src/jobs/sandbox.ts';
import { type Lie, startLyingProxy } from '../../fixtures/lying-proxy.ts';
import { scenarioFrom } from '../scenario-text.ts';

const SCENARIO = scenarioFrom(`
question: How long is a node waited for that never answers?
seed: 1
network: {topology: {line: {nodes: 4}}, capacity: 1_000}
load: {deadline: 100ms}
traffic:
  - {arrivals: {constant: {perSecond: 10}}, count: 2, amounts: 1}
`);

/** Targets of which three take every request and answer none, the first ones that are asked. */
const hung: Lie = async (heard) =>
  heard.node === 'n4' ? await heard.forward() : await new Promise<never>(() => {});

async function throughHung(
  run: (options: Pick<LoadOptions, 'scenario' | 'targets' | 'controlUrl'>) => Promise<unknown>,
): Promise<void> {
  const sandbox = await startSandbox({ scenario: SCENARIO, speed: 1, basePort: 0, pathFindingPort: 0 });
  const addressOf = (node: string) => sandbox.network.getNodeAttribute(node, 'address');
  const proxy = await startLyingProxy({ targets: sandbox.targets, addressOf, lie: hung });
  try {
    await run({ scenario: SCENARIO, targets: proxy.targets, controlUrl: sandbox.pathFindingUrl });
  } finally {
    await proxy.close();
    await sandbox.stop();
  }
}

describe.concurrent('the deadline of a run whose nodes hang from the start', () => {
  // Three seconds are the least; half a minute for each of three nodes is what it was.
  const said = 'node n1 does not answer: no answer within 3000 ms';

  it('holds for a load', async () => {
    await throughHung(async (options) => {
      await expect(load(options)).rejects.toThrow(said);
    });
  });

  it('holds for a replay', async () => {
    await throughHung(async (options) => {
      await expect(replay({ ...options, deadlineMs: 100 })).rejects.toThrow(said);
    });
  });
});
