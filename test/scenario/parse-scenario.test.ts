import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/jobs/parse-scenario.ts';
import { MAX_AMOUNT } from '../../src/model/network/amount.ts';
import { NO_FEES } from '../../src/model/network/fees.ts';

const HEAD = 'question: Who pays?\nseed: 1\n';
const LINE = `${HEAD}network: {topology: {line: {nodes: 3}}}\n`;

describe('a scenario file', () => {
  it('needs a question, a seed and a topology; everything else has a default', () => {
    expect(parse(LINE, 'folder/who-pays.yaml')).toEqual({
      name: 'who-pays',
      question: 'Who pays?',
      seed: '1',
      tokens: [{ name: 'TOK', decimals: 0, balancePerNode: 10n ** 30n }],
      networks: [
        {
          token: 'TOK',
          topology: { kind: 'line', nodes: 3 },
          capacity: { kind: 'fixed', amount: 1000n },
          split: { kind: 'equal' },
          fees: NO_FEES,
          settleTimeout: 500,
          revealTimeout: 50,
        },
      ],
      nodes: {},
      protocol: {
        kind: 'raiden',
        blockTimeMs: 15_000,
        confirmations: 5,
        hopLatency: { kind: 'fixed', ms: 50 },
        maxPendingLocks: 160,
        router: 'raiden',
        view: 'exact',
        viewDelayMs: 1000,
        maxPaths: 3,
        maxFeePercent: 20,
      },
      traffic: [],
      steps: [],
      expect: [],
    });
  });

  it('writes each kind of step as one key with its settings, and fills in the token', () => {
    const { steps } = parse(`${LINE}
steps:
  - pay: {from: n1, to: n3, amount: 1_000, times: 3}
    outcome: {failed: no-route}
    at: 1.5m
  - open: {from: n1, to: n3, deposit: 5, settleTimeout: 100}
  - deposit: {from: n1, to: n3, totalDeposit: 9}
  - withdraw: {from: n1, to: n3, totalWithdraw: 2}
  - expect: {from: n1, to: n3, state: absent, within: 2s}
  - close: {from: n1, to: n3}
  - leave: n1
  - leave: {node: n2}
  - stop: n2
  - start: n2
  - wait: 500ms
  - wait: {blocks: 5}
`);
    const ends = { from: 'n1', to: 'n3', token: 'TOK' };
    expect(steps).toEqual([
      {
        kind: 'pay',
        ...ends,
        amount: 1000n,
        times: 3,
        atMs: 90_000,
        outcome: { kind: 'failed', reason: 'no-route' },
      },
      { kind: 'open', ...ends, deposit: 5n, settleTimeout: 100 },
      { kind: 'deposit', ...ends, totalDeposit: 9n },
      { kind: 'withdraw', ...ends, totalWithdraw: 2n },
      { kind: 'expect', ...ends, state: 'absent', withinMs: 2000 },
      { kind: 'close', ...ends },
      { kind: 'leave', node: 'n1', token: 'TOK' },
      { kind: 'leave', node: 'n2', token: 'TOK' },
      { kind: 'stop', node: 'n2' },
      { kind: 'start', node: 'n2' },
      { kind: 'wait', ms: 500 },
      { kind: 'wait', blocks: 5 },
    ]);
  });

  it('reads every kind of traffic', () => {
    const { traffic } = parse(
      `${LINE}
traffic:
  - name: shopping
    arrivals: {poisson: {perSecond: 0.5}}
    start: 1s
    duration: 1h
    amounts: {lognormal: {median: 20, sigma: 0.8, max: 99}}
    pairs: {hot-spots: {}}
  - arrivals: {burst: {size: 5, every: 10s}}
    count: 50
    amounts: {csv: {file: amounts.csv, column: sats}}
    pairs: {list: [[n1, n2]]}
`,
    );
    expect(traffic).toEqual([
      {
        name: 'shopping',
        token: 'TOK',
        arrivals: { kind: 'poisson', ratePerSecond: 0.5 },
        startMs: 1000,
        durationMs: 3_600_000,
        amounts: { kind: 'lognormal', median: 20n, sigma: 0.8, max: 99n },
        pairs: { kind: 'hot-spots', exponent: 1 },
      },
      {
        name: 'traffic 2',
        token: 'TOK',
        arrivals: { kind: 'burst', size: 5, everyMs: 10_000 },
        startMs: 0,
        count: 50,
        amounts: { kind: 'csv', file: 'amounts.csv', column: 'sats', values: [7n, 8n] },
        pairs: { kind: 'list', pairs: [['n1', 'n2']] },
      },
    ]);
  });

  it('loads the text of a snapshot, and takes its format from its name unless told', () => {
    const read = (spec: string) =>
      parse(`${HEAD}network: {topology: {snapshot: ${spec}}}\n`).networks[0]?.topology;
    expect(read('{file: a.edgelist, take: 9}')).toEqual({
      kind: 'snapshot',
      file: 'a.edgelist',
      format: 'edge-list',
      take: 9,
      text: 'text of a.edgelist',
    });
    expect(read('{file: a.json}')).toMatchObject({ format: 'graphology' });
    expect(read('{file: a.json, format: edge-list}')).toMatchObject({ format: 'edge-list' });
  });

  it('lets steps name any node when only loading a snapshot tells which there are', () => {
    const text = `${HEAD}network: {topology: {snapshot: {file: a.edgelist}}}\nsteps: [{stop: 4928}]\n`;
    expect(parse(text).steps).toEqual([{ kind: 'stop', node: '4928' }]);
  });

  it('takes the tokens from the networks when it lists none', () => {
    const text = `${HEAD}networks: [{token: A, topology: {line: {nodes: 2}}}, {token: B, topology: {ring: {nodes: 3}}}]\n`;
    const { tokens, networks } = parse(text);
    expect(tokens.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(networks.map(({ token }) => token)).toEqual(['A', 'B']);
  });

  it('may have nodes without any channel, and no network at all', () => {
    const { networks, nodes } = parse(
      `${HEAD}nodes: {a: {}, b: {}}\nsteps: [{open: {from: a, to: b, deposit: 1}}]\n`,
    );
    expect(networks).toEqual([]);
    expect(Object.keys(nodes)).toEqual(['a', 'b']);
  });

  it('may start without channels: then the nodes it lists are the network', () => {
    const { networks, nodes } = parse(
      `${HEAD}network: {topology: {channels: []}}\nnodes: {alice: {}, bob: {}}\n`,
    );
    expect(networks[0]?.topology).toEqual({ kind: 'channels', channels: [] });
    expect(nodes).toEqual({ alice: {}, bob: {} });
  });

  it('understands aliases and JSON, tabs included', () => {
    const aliased = `${HEAD}network: {topology: {line: {nodes: 3}}, fees: &fees {flat: 2}}\nnodes: {n1: {fees: *fees}}\n`;
    expect(parse(aliased).nodes['n1']?.fees).toEqual({ ...NO_FEES, flat: 2n });
    const json =
      '{\n\t"question": "Who pays?",\n\t"seed": 1,\n\t"network": {"topology": {"line": {"nodes": 3}}}\n}\n';
    expect(parse(json)).toEqual(parse(LINE));
  });

  it('keeps every digit of amounts and of the seed', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX_AMOUNT }), fc.bigInt(), (amount, seed) => {
        const scenario = parse(
          `question: q\nseed: ${seed}\nnetwork: {topology: {line: {nodes: 2}}, capacity: ${amount}, totalDeposit: "${amount}"}\n`,
        );
        expect(scenario.seed).toBe(String(seed));
        expect(scenario.networks[0]?.capacity).toEqual({ kind: 'fixed', amount });
        expect(scenario.networks[0]?.totalDeposit).toBe(amount);
      }),
    );
  });
});

function parse(text: string, file = 'scenario.yaml') {
  const readFile = (path: string): string =>
    path.endsWith('.csv') ? 'id,sats\n1,7\n2,8\n' : `text of ${path}`;
  return parseScenario({ file, text, readFile });
}
