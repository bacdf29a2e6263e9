import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BalanceSplit } from '../../src/model/scenario/distribution.ts';
import { assertNetworkInvariants } from '../../src/model/network/invariants.ts';
import type { Network } from '../../src/model/network/network.ts';
import type { NetworkSpec, Scenario } from '../../src/model/scenario/scenario.ts';
import { createRandomSource } from '../../src/runtime/random-source.ts';
import { buildNetwork } from '../../src/topology/build-network.ts';
import { exportNetwork } from '../../src/topology/formats/export-network.ts';
import { GENERATORS } from '../../src/jobs/assemble.ts';
import { networkSpec, scenarioWith } from './scenario-fixture.ts';
import { parseScenario } from '../../src/jobs/parse-scenario.ts';
import { planOperations } from '../../src/workload/plan-operations.ts';
import { allArrivals, allPairs } from '../workload/all-choices.ts';

const LIGHTNING = new URL('../../scenarios/data/lnd_july15_2019.edgelist', import.meta.url);

function build(parts: Partial<Scenario>): Network {
  const scenario = scenarioWith(parts);
  return buildNetwork(scenario, createRandomSource(scenario.seed), GENERATORS);
}

const buildOne = (parts: Partial<NetworkSpec>, seed = 'millrace'): Network =>
  build({ seed, networks: [networkSpec(parts)] });

const depositsOf = (network: Network): (readonly [bigint, bigint])[] =>
  network.mapEdges((_key, { totalDeposit }) => totalDeposit);

const capacitiesOf = (network: Network): bigint[] => depositsOf(network).map(([one, other]) => one + other);

const total = (network: Network): bigint => capacitiesOf(network).reduce((one, other) => one + other, 0n);

const scaleFree = { kind: 'scale-free', nodes: 40, channelsPerNode: 2 } as const;
const lognormal = { kind: 'lognormal', median: 1_000_000n, sigma: 1 } as const;

describe('a built network', () => {
  it('numbers the channels of each token from 1 in the order of the structure', () => {
    const tokens = ['T', 'U'].map((name) => ({ name, decimals: 0, balancePerNode: 10_000n }));
    const ring = networkSpec({ token: 'U', topology: { kind: 'ring', nodes: 3 } });
    const network = build({ tokens, networks: [networkSpec(), ring] });
    expect(network.edges()).toEqual(['T:1', 'T:2', 'U:1', 'U:2', 'U:3']);
    expect(network.nodes()).toEqual(['n1', 'n2', 'n3']);
  });

  it.each(['{channels: [{between: [hub, a], deposits: [5, 0]}]}', '{snapshot: {file: net}}'])(
    'refuses a capacity of a class where no channel takes it: %s',
    (topology) => {
      const text = `question: q\nseed: 1\nnetwork: {topology: ${topology}}\nclasses: {shops: {nodes: a, capacity: 50}}`;
      const snapshot = '{"edges": [{"source": "hub", "target": "a", "balance": [5, 0]}]}';
      expect(() => parseScenario({ file: 's.yaml', text, readFile: () => snapshot })).toThrow(
        's: classes.shops.capacity: found a capacity, but each channel',
      );
    },
  );

  it('says while it grows how much of it stands', () => {
    const scenario = scenarioWith({ networks: [networkSpec({ topology: { kind: 'line', nodes: 2500 } })] });
    const heard: object[] = [];
    buildNetwork(scenario, createRandomSource(scenario.seed), GENERATORS, (state) => heard.push(state));
    expect(heard).toEqual([1000, 2000, 3000, 4000].map((done) => ({ done, total: 4999 })));
  });

  it('opens every channel with balances that are its deposits', () => {
    const network = buildOne({
      capacity: { kind: 'fixed', amount: 7n },
      settleTimeout: 300,
      revealTimeout: 30,
    });
    expect(network.getEdgeAttributes('T:1')).toEqual({
      identifier: 1,
      token: 'T',
      state: 'opened',
      settleTimeout: 300,
      revealTimeout: [30, 30],
      totalDeposit: [4n, 3n],
      totalWithdraw: [0n, 0n],
      balance: [4n, 3n],
    });
  });

  it('takes the deposits that listed channels state', () => {
    const channels = [{ between: ['a', 'b'], deposits: [10n, 3n] }] as const;
    expect(depositsOf(buildOne({ topology: { kind: 'channels', channels } }))).toEqual([[10n, 3n]]);
  });

  it('scales listed channels to the total, each in the proportion of its deposits', () => {
    const channels = [
      { between: ['a', 'b'], deposits: [3n, 1n] },
      { between: ['b', 'c'], deposits: [0n, 4n] },
    ] as const;
    const network = buildOne({ topology: { kind: 'channels', channels }, totalDeposit: 80n });
    expect(depositsOf(network).flat()).toEqual([30n, 10n, 0n, 40n]);
  });

  it('gives nodes the fees of their network unless they have their own', () => {
    const fees = { flat: 1n, proportionalPpm: 2, imbalancePpm: 3 };
    const own = { flat: 9n, proportionalPpm: 0, imbalancePpm: 0 };
    const network = build({ networks: [networkSpec({ fees })], nodes: { n2: { fees: own, online: false } } });
    expect(network.mapNodes((_name, attributes) => attributes.fees?.T)).toEqual([fees, own, fees]);
    expect(network.mapNodes((_name, attributes) => attributes.online)).toEqual([true, false, true]);
  });

  it('gives each node the fees of every token network, channels there or not', () => {
    const tokens = ['T', 'U'].map((name) => ({ name, decimals: 0, balancePerNode: 10_000n }));
    const [first, second] = [1n, 2n].map((flat) => ({ flat, proportionalPpm: 0, imbalancePpm: 0 }));
    const networks = [
      networkSpec({ fees: first as never }),
      networkSpec({ token: 'U', fees: second as never }),
    ];
    const network = build({ tokens, networks, nodes: { visitor: {} } });
    expect(network.mapNodes((_name, { fees }) => fees)).toEqual(
      network.mapNodes(() => ({ T: first, U: second })),
    );
  });

  it('gives each end the reveal timeout of its node, and nodes the defaults of their network', () => {
    const networks = [networkSpec({ settleTimeout: 300, revealTimeout: 30 })];
    const network = build({ networks, nodes: { n2: { revealTimeout: 40 }, visitor: { settleTimeout: 90 } } });
    expect(network.mapEdges((_key, { revealTimeout }) => revealTimeout).flat()).toEqual([30, 40, 40, 30]);
    expect(network.getNodeAttribute('n1', 'timeouts')).toEqual({
      T: { settleTimeout: 300, revealTimeout: 30 },
    });
    expect(network.getNodeAttribute('visitor', 'timeouts')).toEqual({
      T: { settleTimeout: 90, revealTimeout: 30 },
    });
  });

  it('adds nodes that only the list of nodes names, without channels', () => {
    const network = build({ networks: [networkSpec()], nodes: { visitor: {}, n1: {} } });
    expect(network.nodes()).toEqual(['n1', 'n2', 'n3', 'visitor']);
    expect(network.degree('visitor')).toBe(0);
  });

  it('gives a node the same address whatever the network around it', () => {
    const address = (network: Network): string => network.getNodeAttribute('n1', 'address');
    expect(address(buildOne({}))).toBe(address(buildOne({ topology: { kind: 'ring', nodes: 9 } })));
    expect(address(buildOne({}))).not.toBe(address(buildOne({}, 'another seed')));
  });

  it('keeps every capacity when only the split changes, and every channel when only the capacities change', () => {
    const network = buildOne({ topology: scaleFree, capacity: lognormal });
    const split = buildOne({ topology: scaleFree, capacity: lognormal, split: { kind: 'uniform' } });
    const capacity = buildOne({ topology: scaleFree, capacity: { kind: 'uniform', min: 1n, max: 9n } });
    const ends = (each: Network): string[] =>
      each.mapEdges((_key, _channel, one, other) => `${one} ${other}`);
    expect(capacitiesOf(split)).toEqual(capacitiesOf(network));
    expect(depositsOf(split)).not.toEqual(depositsOf(network));
    expect(ends(capacity)).toEqual(ends(network));
  });

  it('puts in exactly the total deposit and keeps its invariants, whatever the distributions', () => {
    const splits: readonly BalanceSplit[] = [
      { kind: 'equal' },
      { kind: 'one-sided' },
      { kind: 'uniform' },
      { kind: 'beta', alpha: 0.3, beta: 2 },
    ];
    const property = fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 200n }),
      fc.constantFrom(...splits),
      fc.string(),
      (totalDeposit, split, seed) => {
        const network = buildOne({ topology: scaleFree, capacity: lognormal, split, totalDeposit }, seed);
        expect(total(network)).toBe(totalDeposit);
        assertNetworkInvariants(network);
      },
    );
    fc.assert(property, { numRuns: 30 });
  });

  it('is the same to the byte for this seed, on every version of Node', () => {
    const spec = { capacity: lognormal, split: { kind: 'beta', alpha: 0.5, beta: 2 } } as const;
    const topologies = [
      scaleFree,
      { kind: 'random', nodes: 60, probability: 0.1 },
      { kind: 'small-world', nodes: 40, neighbours: 4, rewiring: 0.3 },
      { kind: 'random-regular', nodes: 30, degree: 3 },
      { kind: 'core-periphery', core: 5, periphery: 30, links: 2 },
    ] as const;
    const texts = topologies.map((topology) => exportNetwork(buildOne({ ...spec, topology }, '42'), 'json'));
    expect(createHash('sha256').update(texts.join('')).digest('hex')).toMatchInlineSnapshot(
      `"67487a6041155d739b28dd49466112fa2ed5485072de29de99a8d51c132a9640"`,
    );
  });
});

describe('a network that cannot be built', () => {
  it('names the field in the file', () => {
    expect(() => buildOne({ topology: { kind: 'complete', nodes: 5000 } })).toThrow(
      'fixture: network.topology.complete: asks for about 12497500 channels, expected at most 2000000',
    );
    expect(() => buildOne({ topology: { kind: 'line', nodes: 1 }, totalDeposit: 5n })).toThrow(
      'fixture: network.totalDeposit: found 5 to share out, but the topology has no channels',
    );
  });

  it('names which of several networks it is', () => {
    const tokens = ['T', 'U'].map((name) => ({ name, decimals: 0, balancePerNode: 10_000n }));
    const large = networkSpec({ token: 'U', topology: { kind: 'complete', nodes: 5000 } });
    expect(() => build({ tokens, networks: [networkSpec(), large] })).toThrow(
      'fixture: networks[1].topology.complete: asks for about 12497500 channels',
    );
  });

  it.each(['__proto__', 'constructor', 'toString'])('refuses %s, a name that every object has', (name) => {
    const topology = { kind: 'snapshot', file: 'ln.txt', format: 'edge-list', text: `a ${name}` } as const;
    expect(() => buildOne({ topology })).toThrow(`network: found a node called ${name}`);
  });

  it('names the snapshot file and the line', () => {
    const topology = { kind: 'snapshot', file: 'ln.txt', format: 'edge-list', text: 'a b\nb' } as const;
    expect(() => buildOne({ topology })).toThrow('ln.txt:2:1: found "b"');
  });
});

it('the Lightning network of July 2019 keeps its capacities', () => {
  const text = readFileSync(LIGHTNING, 'utf8');
  const network = buildOne({ topology: { kind: 'snapshot', file: 'lnd', format: 'edge-list', text } });
  expect([network.order, network.size]).toEqual([5_630, 34_069]);
  const stated = [...text.matchAll(/u'(\d+)'/g)].reduce(
    (sum, [, capacity]) => sum + BigInt(capacity as string),
    0n,
  );
  expect(total(network)).toBe(stated);
});

const ROOT = new URL('../../', import.meta.url);

// The parts of a page are fragments: a question, a seed and a network make a scenario of each.
function scenarioText(fragment: string): string {
  const network = /^networks?:/m.test(fragment) ? '' : 'network: {topology: {line: {nodes: 5}}}\n';
  return `question: Does this example of the documentation work?\nseed: 1\n${network}${fragment}`;
}

describe('the examples of docs/models.md', () => {
  const page = 'docs/models.md';
  const text = readFileSync(new URL(page, ROOT), 'utf8');
  const examples = [...text.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, fragment]) => fragment ?? '');

  it('exist', () => {
    expect(examples.length).toBeGreaterThan(4);
  });

  it.each(examples)('is a scenario that can be built and planned: %s', (fragment) => {
    const scenario = parseScenario({
      file: page,
      text: scenarioText(fragment),
      readFile: (path) => readFileSync(new URL(`scenarios/${path}`, ROOT), 'utf8'),
    });
    const random = createRandomSource(scenario.seed);
    const network = buildNetwork(scenario, random, GENERATORS);
    expect(network.order).toBeGreaterThan(1);
    const operations = planOperations({ scenario, network, random, arrivals: allArrivals, pairs: allPairs });
    expect(operations.length > 0).toBe(scenario.traffic.length + scenario.steps.length > 0);
  });
});
