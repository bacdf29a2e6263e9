import { describe, expect, it } from 'vitest';
import { allowHostOption } from '../../../src/cli/options/option.ts';

const read = (given: string): unknown => allowHostOption.read?.(given, undefined as never);

describe('a host name that a sandbox answers to', () => {
  it('is compared as requests write it', () => {
    expect(read('Nodes.Example.org')).toEqual(['nodes.example.org']);
    expect(read('nodes.example.org.')).toEqual(['nodes.example.org']);
    expect(read('bücher.example')).toEqual(['xn--bcher-kva.example']);
  });

  it.each(['', 'http://nodes', 'nodes:5001', 'nodes/path', 'you@nodes', 'two nodes', '*', '*.example'])(
    'is not %j, which no request could match',
    (given) => {
      expect(() => read(given)).toThrow('Expected a host name such as nodes.example.org, without a port.');
    },
  );
});
