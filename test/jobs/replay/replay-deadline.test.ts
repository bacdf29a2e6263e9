import { expect, it } from 'vitest';
import { replay } from '../../../src/jobs/replay/replay.ts';
import { startSandbox } from '../../../src/jobs/sandbox.ts';
import { startLyingProxy } from '../../fixtures/lying-proxy.ts';
import { scenarioFrom } from '../scenario-text.ts';

const SCENARIO = scenarioFrom(`question: How long is an answer waited for?
seed: 1
network: {topology: {line: {nodes: 2}}, capacity: 10}
steps: [{pay: {from: n1, to: n2, amount: 1}}]
`);

it('a replay waits for an answer as long as it is told to, and no longer', async () => {
  const sandbox = await startSandbox({ scenario: SCENARIO, speed: 1000 });
  const proxy = await startLyingProxy({
    targets: sandbox.targets,
    addressOf: (node) => sandbox.network.getNodeAttribute(node, 'address'),
    // A payment is taken and never answered.
    lie: (heard) => (heard.method === 'POST' ? new Promise(() => {}) : heard.forward()),
  });
  try {
    const { records } = await replay({
      scenario: SCENARIO,
      targets: proxy.targets,
      speed: 1000,
      deadlineMs: 100,
      settleMs: 100,
    });
    expect(records[0]?.outcome).toMatchObject({ kind: 'indeterminate', detail: 'no answer within 100 ms' });
  } finally {
    await proxy.close();
    await sandbox.stop();
  }
});
