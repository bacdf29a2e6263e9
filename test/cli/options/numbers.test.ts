import { describe, expect, it } from 'vitest';
import {
  countUpTo,
  durationMs,
  durationUpTo,
  listenAddress,
  numberUpTo,
  port,
} from '../../../src/cli/options/numbers.ts';

describe('values of options', () => {
  it.each<[(text: string) => unknown, string, unknown]>([
    [countUpTo(9), '9', 9],
    [countUpTo(9, { least: 0 }), '0', 0],
    [numberUpTo(9), '0.5', 0.5],
    [port, '0', 0],
    [durationMs, '1.5m', 90_000],
    [durationUpTo(9), '9', 9],
    [durationUpTo(9), '250ms', 0.25],
    [listenAddress, ':9464', { host: '127.0.0.1', port: 9464 }],
    [listenAddress, '9464', { host: '127.0.0.1', port: 9464 }],
    [listenAddress, '0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
    [listenAddress, '[::]:9464', { host: '::', port: 9464 }],
  ])('%s reads %s', (read, text, value) => {
    expect(read(text)).toEqual(value);
  });

  it.each<[(text: string) => unknown, readonly string[], string]>([
    [countUpTo(9), ['0', '10', '1.5', '-1', 'x'], 'Expected a whole number from 1 to 9.'],
    [countUpTo(9, { least: 0 }), ['10', '-1', 'x'], 'Expected a whole number from 0 to 9.'],
    [numberUpTo(9), ['0', '99999999999999999999', '1e1', 'x'], 'Expected a number above 0 and up to 9.'],
    [port, ['70000', '-1', 'x'], 'Expected a port, 0 to 65535 (0: any free port).'],
    [
      durationMs,
      ['0s', '5 parsecs', '721h'],
      'Expected a duration such as 30s, 5m or 1h, at most 2592000 s.',
    ],
    [listenAddress, ['', 'host', ':70000', 'host:'], 'Expected a port'],
  ])('%s refuses %j', (read, texts, message) => {
    for (const text of texts) expect(() => read(text), text).toThrow(message);
  });
});
