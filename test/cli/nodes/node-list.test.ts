import { describe, expect, it } from 'vitest';
import { requireOwnTargets, nodeListText, parseNodeList } from '../../../src/cli/nodes/node-list.ts';
import { addressFrom } from '../../../src/model/network/address.ts';
import { registerElsewhere } from '../../fixtures/elsewhere-dialect.ts';
import { describeFault } from '../../../src/errors.ts';
import { faultsOf } from '../../fixtures/faults-of.ts';

function parse(text: string, env: Record<string, string> = {}) {
  return parseNodeList({ file: 'nodes.yaml', text, env }).targets;
}

const toldOf = (text: string) =>
  faultsOf(() => parse(text))
    .map(describeFault)
    .join('\n');

const ALICE = addressFrom('alice');

describe('a node list', () => {
  it('gives each node a base URL', () => {
    expect(
      parse(
        'alice: http://127.0.0.1:5001\nbob: http://127.0.0.1:5002/api/v1\ncarol: https://example.org/raiden/\n',
      ),
    ).toEqual({
      alice: { baseUrl: 'http://127.0.0.1:5001' },
      bob: { baseUrl: 'http://127.0.0.1:5002' },
      carol: { baseUrl: 'https://example.org/raiden' },
    });
  });

  it('says of a node that it is another kind of node', () => {
    const text = nodeListText({ alice: 'http://127.0.0.1:5001' }, 'raiden-light');
    expect(parse(text)).toEqual({ alice: { baseUrl: 'http://127.0.0.1:5001', dialect: 'raiden-light' } });
    expect(toldOf('alice: {url: "http://127.0.0.1:1", dialect: klingon}')).toMatch(
      /alice\.dialect: expected one of as-documented, raiden, raiden-light/,
    );
  });

  describe('of another dialect', () => {
    registerElsewhere();

    it('takes an entry with the root of its dialect, and names paths under that root', () => {
      expect(parse('alice: {url: "http://127.0.0.1:5001/v2/", dialect: elsewhere}')).toEqual({
        alice: { baseUrl: 'http://127.0.0.1:5001', dialect: 'elsewhere' },
      });
      const wrong = ALICE.replace(/[a-f]/, (letter) => letter.toUpperCase());
      const misspelt = wrong === ALICE ? ALICE.replace(/[A-F]/, (letter) => letter.toLowerCase()) : wrong;
      expect(
        toldOf(`alice: {url: "http://127.0.0.1:5001", address: "${misspelt}", dialect: elsewhere}`),
      ).toMatch('GET /v2/address, or /v2/tokens.');
    });
  });

  it.each([
    ['a password that holds an at sign', 'http://me:hunter@2@node.example'],
    ['a password that holds a slash', 'http://me:hunter/2@node.example'],
    ['a token in the query', 'http://node.example/?token=hunter2'],
    ['a token behind a hash', 'http://node.example/#hunter2'],
  ])('refuses %s without repeating it', (_what, url) => {
    const said = toldOf(`alice: "${url}"`);
    expect(said).toContain('expected an http or https URL, credentials under headers');
    expect(said).not.toMatch(/hunter/);
  });

  it.each([
    [
      'a value with a line break',
      'Authorization',
      'hunter2\r\nX-Other: 1',
      /Authorization: its value has a line break/,
    ],
    ['a value that ends with one, as files of secrets do', 'Authorization', 'hunter2\n', /line break/],
    ['a value beyond latin1', 'Authorization', 'hunter2€', /a character no header may have/],
    ['a name that is none', '"X Y"', 'hunter2', /X Y: no name of a header/],
  ])('refuses %s without repeating it', (_what, name, value, said) => {
    const text = `alice:\n  url: http://127.0.0.1:1\n  headers:\n    ${name}: \${TOKEN}\n`;
    expect(() => parse(text, { TOKEN: value })).toThrow(said);
    expect(() => parse(text, { TOKEN: value })).not.toThrow(/hunter/);
  });

  it('refuses one header under two spellings', () => {
    const headers = 'headers: {authorization: one, Authorization: two}';
    expect(() => parse(`alice: {url: "http://127.0.0.1:1", ${headers}}`)).toThrow(
      /the same header as authorization/,
    );
  });

  it('may say which address a node must have, and what to send with every request', () => {
    const text = `alice:\n  url: https://node.example\n  address: "${ALICE}"\n  headers:\n    Authorization: Bearer \${TOKEN}\n`;
    expect(parse(text, { TOKEN: 'secret' })).toEqual({
      alice: { baseUrl: 'https://node.example', address: ALICE, headers: { Authorization: 'Bearer secret' } },
    });
  });

  it('may give tokens their addresses', () => {
    const text = `alice: http://localhost:1\ntokens:\n  DAI: "${ALICE}"\n`;
    expect(parseNodeList({ file: 'nodes.yaml', text, env: {} })).toEqual({
      targets: { alice: { baseUrl: 'http://localhost:1' } },
      tokens: { DAI: ALICE },
    });
  });

  it('is refused with the place of a token address that is none', () => {
    expect(toldOf('alice: http://localhost:1\ntokens:\n  DAI: dai\n')).toBe(
      'nodes.yaml:3:8: tokens.DAI: expected an address (0x and 40 hex digits), found "dai"',
    );
  });

  it('may have a node called tokens', () => {
    expect(parse('tokens: {url: "http://localhost:1"}\n')).toEqual({
      tokens: { baseUrl: 'http://localhost:1' },
    });
  });

  it('written by serve reads back', () => {
    const targets = { alice: 'http://127.0.0.1:5001', '7': 'http://127.0.0.1:5002' };
    expect(parse(nodeListText(targets))).toEqual({
      alice: { baseUrl: targets.alice },
      '7': { baseUrl: targets['7'] },
    });
  });

  it('is refused with the place of every fault', () => {
    expect(toldOf('alice: 127.0.0.1:5001\nbob:\n  uri: http://localhost\n')).toBe(
      'nodes.yaml:1:8: alice: expected an http or https URL, credentials under headers, found "127.0.0.1:5001"\n' +
        'nodes.yaml:3:8: bob.uri: unknown key; expected url, address, headers or dialect',
    );
  });

  it('is refused with credentials in a URL, without repeating them', () => {
    const faults = toldOf('alice: http://me:secret@localhost:5001\n');
    expect(faults).toContain('found "http://***@localhost:5001"');
    expect(faults).not.toContain('secret');
  });

  it('is refused when an address has a wrong checksum', () => {
    expect(toldOf(`alice:\n  url: http://localhost\n  address: "${ALICE.toLowerCase()}"\n`)).toContain(
      'nodes.yaml:3:12: alice.address: the address has a wrong checksum (EIP-55)',
    );
  });

  it('is refused when two nodes share a URL or an address', () => {
    expect(toldOf('alice: http://localhost:1\nbob: http://localhost:1\n')).toContain(
      'has the same URL as alice',
    );
    expect(
      toldOf(
        `alice: {url: "http://localhost:1", address: "${ALICE}"}\nbob: {url: "http://localhost:2", address: "${ALICE}"}\n`,
      ),
    ).toContain('has the same address as alice');
  });

  it('is refused when a header needs a variable that is not set', () => {
    expect(toldOf('alice:\n  url: http://localhost\n  headers: {Authorization: "${NO_SUCH}"}\n')).toContain(
      'the environment has no variable NO_SUCH',
    );
  });

  it.each(['', '[]', '- alice', 'alice', '{}'])('is refused when it names no node: %j', (text) => {
    expect(toldOf(text)).toContain('names no node');
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
