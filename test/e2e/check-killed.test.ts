import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startSandbox } from '../../src/jobs/sandbox.ts';
import { wrongAmounts } from '../fixtures/liars.ts';
import { liarBefore } from '../fixtures/lying-proxy.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';
import { folderWith, startCli, untilWritten } from './built-cli.ts';

const PAIR = `
question: Do two nodes do what they should?
seed: 3
network: {topology: {line: {nodes: 2}}, capacity: 1000, settleTimeout: 40, revealTimeout: 10}
protocol: {blockTime: 1s, confirmations: 2, hopLatency: 20ms}
`;

it('a check that is killed leaves what it had found: the case, and the verdict so far', async () => {
  const sandbox = await startSandbox({ scenario: scenarioFrom(PAIR), speed: 100 });
  const proxy = await liarBefore(sandbox, wrongAmounts);
  try {
    const folder = folderWith({ 'nodes.yaml': JSON.stringify(proxy.targets) });
    const asked = ['check', '--nodes', 'nodes.yaml', '--only', 'receipts', '--time', '40s', '--no-progress'];
    const cli = startCli(asked, { folder });
    const data = await untilWritten(join(folder, 'reports', 'check'), 'check.json');
    cli.kill();
    // Nobody ended it but the kill.
    expect((await cli.result).code).toBeNull();
    const report = JSON.parse(readFileSync(data, 'utf8')) as Report;
    expect(report).toMatchObject({
      ended: 'interrupted',
      counterexamples: [{ found: { check: 'receipts' } }],
    });
    const cases = readdirSync(join(folder, 'cases'));
    expect(cases).toContain(`${report.counterexamples[0]?.id}.yaml`);
  } finally {
    await proxy.close();
    await sandbox.stop();
  }
});

interface Report {
  readonly counterexamples: readonly { readonly id: string }[];
}
