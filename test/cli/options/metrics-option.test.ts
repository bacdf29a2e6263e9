import { describe, expect, it } from 'vitest';
import { metricsOption } from '../../../src/cli/options/metrics-option.ts';

describe('--metrics', () => {
  it.each([
    [':9464', { host: '127.0.0.1', port: 9464 }],
    ['9464', { host: '127.0.0.1', port: 9464 }],
    ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
    ['[::]:9464', { host: '::', port: 9464 }],
  ])('takes %s', (text, address) => {
    expect(metricsOption().parseArg?.(text, undefined)).toEqual(address);
  });

  it.each(['', 'host', ':70000', 'host:'])('refuses `%s`', (text) => {
    expect(() => metricsOption().parseArg?.(text, undefined)).toThrow(/Expected a port/);
  });
});
