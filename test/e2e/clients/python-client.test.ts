import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressFrom } from '../../../src/model/network/address.ts';
import { type Sandbox, startSandbox } from '../../../src/jobs/sandbox.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

const PYTHON = process.env['PYTHON'] ?? 'python3';
// A folder with the Python package raiden-api-client and what it needs.
const PACKAGES = process.env['RAIDEN_CLIENTS'] ?? '';
const SCRIPT = fileURLToPath(new URL('python-client.py', import.meta.url));
const isThere =
  PACKAGES !== '' &&
  spawnSync(PYTHON, ['-c', 'import requests, pkg_resources'], {
    env: { ...process.env, PYTHONPATH: PACKAGES },
    stdio: 'ignore',
  }).status === 0;

describe.skipIf(!isThere)(
  `Raiden's Python client (skipped without RAIDEN_CLIENTS: pip install --target DIR raiden-api-client setuptools)`,
  () => {
    let sandbox: Sandbox;
    beforeAll(async () => {
      sandbox = await startSandbox({
        scenario: scenarioFrom(`
question: Does Raiden's own Python client work on the sandbox?
seed: python-client
network: {topology: {channels: [{between: [alice, bob], deposits: [100, 100]}, {between: [bob, carol], deposits: [100, 100]}]}}
protocol: {blockTime: 1s}
`),
        speed: 100,
      });
    });
    afterAll(() => sandbox.stop());

    it('understands the answer to each of its calls', async () => {
      const { network, targets } = sandbox;
      const [token] = network.getAttribute('tokens');
      const addressOf = (name: string) => network.getNodeAttribute(name, 'address');
      const { port } = new URL(targets['alice'] as string);
      const given = [
        port,
        token?.tokenAddress ?? '',
        addressFrom('new'),
        addressOf('bob'),
        addressOf('carol'),
      ];
      const { stdout } = await promisify(execFile)(PYTHON, [SCRIPT, ...given], {
        env: { ...process.env, PYTHONPATH: PACKAGES },
      });
      expect(JSON.parse(stdout)).toMatchObject({
        get_address: { our_address: addressOf('alice') },
        get_raiden_version: { version: '3.0.1' },
        get_node_status: { status: 'ready' },
        get_token_network: token?.tokenNetworkAddress,
        register_token: { token_network_address: expect.stringMatching(/^0x/) },
        mint_tokens: { transaction_hash: expect.stringMatching(/^0x/) },
        open_channel: { state: 'opened', total_deposit: '100' },
        fund_channel: { total_deposit: '150' },
        transfer: { amount: '7', identifier: '77', target_address: addressOf('bob') },
        get_payments: [{ event: 'EventPaymentSentSuccess', amount: '7', identifier: '77' }],
        get_pending_transfer: [],
        get_channels: { partner_address: addressOf('bob'), balance: '93' },
        get_connections: { [token?.tokenAddress ?? '']: { channels: '2', sum_deposits: '250' } },
        // A cooperative close is answered with null.
        close_channel: {},
        // The client stumbles over the null that real nodes answer as well for a channel that is gone.
        leave_token_network: { raised: 'TypeError' },
      });
      const left = await sandbox.simulation.node('alice').channels();
      expect(left).toMatchObject({ kind: 'ok', value: [] });
    });
  },
);
