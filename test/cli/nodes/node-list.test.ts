import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { requireOwnTargets, nodeListText, parseNodeList } from '../../../src/cli/nodes/node-list.ts';
import { addressFrom } from '../../../src/model/network/address.ts';
import { registerElsewhere } from '../../fixtures/elsewhere-dialect.ts';
import { describeFault } from '../../../src/errors.ts';
import { faultsOf } from '../../fixtures/faults-of.ts';

const ALICE = addressFrom('alice');

interface NodeListCase {
  readonly what: string;
  readonly list: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly gives?: Readonly<Record<string, object>>;
  readonly tokens?: Readonly<Record<string, string>>;
  /** Parts of what is told, one of each fault. */
  readonly told?: readonly string[];
}

const CASES: readonly NodeListCase[] = parseYaml(
  readFileSync(new URL('node-lists.yaml', import.meta.url), 'utf8')
    .replaceAll('$ALICE', ALICE)
    .replaceAll('$alice', ALICE.toLowerCase()),
);

const parse = (text: string, env: Readonly<Record<string, string>> = {}) =>
  parseNodeList({ file: 'nodes.yaml', text, env });

const toldOf = (text: string, env?: Readonly<Record<string, string>>) =>
  faultsOf(() => parse(text, env)).map(describeFault);

describe('a node list', () => {
  it.each(CASES.filter(({ gives }) => gives !== undefined))('may hold $what', (each) => {
    const { list, env, gives, tokens = {} } = each;
    expect(parse(list, env)).toEqual({ targets: gives, tokens });
  });

  it.each(CASES.filter(({ told }) => told !== undefined))(
    'is refused without repeating a secret: $what',
    ({ list, env, told = [] }) => {
      const faults = toldOf(list, env);
      expect(faults).toHaveLength(told.length);
      for (const [index, part] of told.entries()) expect(faults[index]).toContain(part);
      expect(faults.join('\n')).not.toContain('hunter');
    },
  );

  it('written by serve reads back', () => {
    const targets = { alice: 'http://127.0.0.1:5001', '7': 'http://127.0.0.1:5002' };
    for (const dialect of [undefined, 'raiden-light'])
      expect(parse(nodeListText(targets, dialect)).targets).toEqual({
        alice: { baseUrl: targets.alice, ...(dialect && { dialect }) },
        '7': { baseUrl: targets['7'], ...(dialect && { dialect }) },
      });
  });
});

describe('a node list of another dialect', () => {
  registerElsewhere();

  it('takes an entry with the root of its dialect, and names paths under that root', () => {
    expect(parse('alice: {url: "http://127.0.0.1:5001/v2/", dialect: elsewhere}').targets).toEqual({
      alice: { baseUrl: 'http://127.0.0.1:5001', dialect: 'elsewhere' },
    });
    const entry = `{url: "http://127.0.0.1:5001", address: "${ALICE.toLowerCase()}", dialect: elsewhere}`;
    expect(toldOf(`alice: ${entry}`)[0]).toContain('GET /v2/address, or /v2/tokens.');
  });
});

describe('the gate before a load', () => {
  const targetsAt = (...urls: readonly string[]) =>
    Object.fromEntries(urls.map((baseUrl, index) => [`n${index + 1}`, { baseUrl }]));

  it('lets loopback targets pass without a word', () => {
    expect(() => requireOwnTargets('nodes.yaml', targetsAt('http://127.0.0.1:1'))).not.toThrow();
  });

  it('names the file, those elsewhere and how to allow them', () => {
    const targets = targetsAt('http://127.0.0.1:1', 'https://node.example');
    expect(() => requireOwnTargets('nodes.yaml', targets)).toThrow(
      /^nodes\.yaml: not on this machine: n2 at https:\/\/node\.example;.*money\n.*--i-own-this-target/,
    );
  });
});
