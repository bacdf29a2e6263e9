import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { startSandbox } from '../../src/jobs/sandbox.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';
import { folderWith, runCli, startCli, untilWritten } from './built-cli.ts';

const MANY = `
question: Do many payments come to what the model says?
seed: 3
network: {topology: {line: {nodes: 3}}, capacity: 100_000}
protocol: {hopLatency: 20ms}
traffic: [{arrivals: {poisson: {perSecond: 1}}, amounts: 3, count: 300}]
`;

it('a replay that is killed can be judged by itself, as far as it came', async () => {
  const sandbox = await startSandbox({ scenario: scenarioFrom(MANY), speed: 100 });
  try {
    const folder = folderWith({ 'many.yaml': MANY, 'nodes.yaml': JSON.stringify(sandbox.targets) });
    const cli = startCli(['replay', 'many.yaml', '--nodes', 'nodes.yaml', '--no-progress'], { folder });
    const run = dirname(await untilWritten(join(folder, 'reports', 'many'), 'outcomes.ndjson'));
    cli.kill();
    expect((await cli.result).code).toBeNull();
    const { code, stdout, stderr } = await runCli(['compare', run], { folder });
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toMatch(/broke off|interrupted|partial/i);
  } finally {
    await sandbox.stop();
  }
});
