import { expect, it } from 'vitest';
import { connectTargets } from '../../../src/jobs/targets/connections.ts';
import { isLoopback, mayBeAsked } from '../../../src/jobs/targets/trusted-hosts.ts';

it.each([
  ['http://127.0.0.1:5001', true],
  ['http://127.8.9.1:5001', true],
  ['http://localhost:5001', true],
  ['http://node.localhost', true],
  ['http://[::1]:5001', true],
  // Other ways to write the loopback address, which URL puts right.
  ['http://2130706433:5001', true],
  ['https://node.example', false],
  ['http://10.0.0.7:5001', false],
  ['http://127.0.0.1.example:5001', false],
  ['http://localhost.example', false],
])('knows whether %s is on this machine: %s', (url, is) => {
  expect(isLoopback(url)).toBe(is);
});

it.each([
  ['http://127.0.0.1:6000', true],
  ['http://10.0.0.7:6000', true],
  ['http://10.0.0.8:6000', false],
  ['http://169.254.169.254/latest', false],
  ['http://node.example.elsewhere', false],
  ['nonsense', false],
])('asks %s because nodes of 10.0.0.7 and node.example name it: %s', (url, is) => {
  expect(mayBeAsked(url, ['http://10.0.0.7:5001', 'https://node.example'])).toBe(is);
});

it('leaves a service elsewhere alone until the user says otherwise', async () => {
  const asked = {
    targets: { n1: { baseUrl: 'http://127.0.0.1:1' } },
    operations: [],
    deadlineMs: 1,
    speed: 1,
    onExchange: undefined,
  };
  const elsewhere = 'https://pfs.example';
  expect(() => connectTargets(asked).pathFinding(elsewhere, 'n1')).toThrow(/not asked.*--ask-services/);
  const trusting = connectTargets({ ...asked, asksServices: true });
  expect(() => trusting.pathFinding(elsewhere, 'n1')).not.toThrow();
  await trusting.close();
});
