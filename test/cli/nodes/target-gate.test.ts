import { describe, expect, it } from 'vitest';
import { isLoopback, requireOwnTargets } from '../../../src/cli/nodes/target-gate.ts';

describe('the gate before a load', () => {
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

  it('lets loopback targets pass without a word', () => {
    expect(() => requireOwnTargets(['http://127.0.0.1:1'], { owned: false })).not.toThrow();
  });

  it('names those elsewhere and how to allow them', () => {
    const urls = ['http://127.0.0.1:1', 'https://node.example'];
    expect(() => requireOwnTargets(urls, { owned: false })).toThrow(/https:\/\/node\.example.*money/);
    expect(() => requireOwnTargets(urls, { owned: true })).not.toThrow();
  });
});
