import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/jobs/parse-scenario.ts';
import { plan } from '../../src/jobs/plan/plan.ts';
import { assembleNetwork } from '../../src/jobs/assemble.ts';
import { QUESTION_SETTINGS } from '../../src/jobs/plan/questions.ts';
import { plan as planFields } from '../../src/scenario/fields/plan-fields.ts';
import { withPlanNodesNamed } from '../../src/scenario/named-nodes.ts';
import { namedNodes } from '../../src/scenario/node-patterns.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';

const KNOWN = new Set(['hub', 'spoke1', 'spoke2', 'spoke10', 'r1c1', 'n007', 'n008', 'odd..name', 'a.b']);

describe('a list of nodes', () => {
  it('holds names, ranges and patterns, and each node once', () => {
    expect(namedNodes(['spoke1..3'], KNOWN)).toEqual(['spoke1', 'spoke2', 'spoke3']);
    expect(namedNodes(['n007..8'], KNOWN)).toEqual(['n007', 'n008']);
    expect(namedNodes(['spoke*'], KNOWN)).toEqual(['spoke1', 'spoke2', 'spoke10']);
    expect(namedNodes(['r*c*', 'hub'], KNOWN)).toEqual(['r1c1', 'hub']);
    expect(namedNodes(['spoke2', 'spoke*'], KNOWN)).toEqual(['spoke2', 'spoke1', 'spoke10']);
    expect(namedNodes(['*'], KNOWN)).toEqual([...KNOWN]);
    expect(namedNodes(['a.b*'], KNOWN)).toEqual(['a.b']);
  });

  it('means a node of that very name first, and keeps what stands for none', () => {
    expect(namedNodes(['odd..name', 'hub', 'hub'], KNOWN)).toEqual(['odd..name', 'hub', 'hub']);
    expect(namedNodes(['x*'], KNOWN)).toEqual(['x*']);
  });

  it('is written out between which channels are', () => {
    const withChannels = (between: string, to = 'shop1'): string => `
question: Whom can the hub pay?
seed: 1
network: {topology: {channels: [{between: ${between}, deposits: [500, 0]}]}}
steps: [{pay: {from: hub, to: ${to}, amount: 50}}]
`;
    const [network] = scenarioFrom(withChannels('[hub, shop1..3]')).networks;
    const topology = network?.topology as { readonly channels: readonly object[] };
    expect(topology.channels).toHaveLength(3);
    expect(topology.channels[2]).toEqual({ between: ['hub', 'shop3'], deposits: [500n, 0n] });
    expect(() => scenarioFrom(withChannels('[shop2, shop1..3]'))).toThrow(/two different nodes/);
    expect(() => scenarioFrom(withChannels('[hub, shop*]'))).toThrow(/a range such as shop1\.\.8/);
    expect(() => scenarioFrom(withChannels('[a1..1000, shop1..1000]'))).toThrow(/at most 100000 channels/);
    expect(() => scenarioFrom(withChannels('[hub, shop1..3]', 'shop1..3'))).toThrow(
      /expected the name of a node/,
    );
  });

  it('stands for a node as the names that it matches, whatever these hold', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_.@-]{0,8}$/);
    const property = fc.property(fc.uniqueArray(name, { minLength: 1 }), name, (names, prefix) => {
      const known = new Set(names);
      const wanted = names.filter((each) => each.startsWith(prefix));
      expect(namedNodes([`${prefix}*`], known)).toEqual(wanted.length === 0 ? [`${prefix}*`] : wanted);
    });
    fc.assert(property);
  });

  it('is written out of a snapshot, whose names only its file tells', () => {
    const { traffic } = parseScenario({
      file: 'snapshot.yaml',
      text: `
question: Who pays whom?
seed: 1
network: {topology: {snapshot: {file: net.txt}}, capacity: 100}
traffic:
  - {arrivals: {constant: {perSecond: 1}}, duration: 1s, amounts: 1, pairs: {uniform: {from: shop*}}}
`,
      readFile: () => 'shop1 a\nshop2 a\n',
    });
    expect(traffic[0]?.pairs).toEqual({ kind: 'uniform', from: ['shop1', 'shop2'] });
  });
});

describe('classes of nodes', () => {
  const text = `
question: Can the shops pay the hubs?
seed: 1
classes:
  hubs: hub1..2
  shops: {nodes: shop*, capacity: 500, fees: {flat: 3}, maxPaths: 2}
network: {topology: {snapshot: {file: net.txt}}, capacity: 100}
nodes: {shop2: {fees: {flat: 7}}}
traffic:
  - {arrivals: {constant: {perSecond: 1}}, duration: 1s, amounts: 1, pairs: {uniform: {from: shops, to: [hubs, a]}}}
`;
  const read = (changed = text) =>
    parseScenario({ file: 's.yaml', text: changed, readFile: () => 'hub1 a\nhub2 a\na shop1\na shop2\n' });
  const flat = (fee: bigint) => expect.objectContaining({ flat: fee });

  it('are names for their nodes, which have the settings of their class and their own before these', () => {
    const { traffic, nodes } = read();
    expect(traffic[0]?.pairs).toMatchObject({ from: ['shop1', 'shop2'], to: ['hub1', 'hub2', 'a'] });
    expect(nodes).toEqual({
      shop1: { fees: flat(3n), maxPaths: 2 },
      shop2: { fees: flat(7n), maxPaths: 2 },
    });
  });

  it('have channels of their own capacity', () => {
    const capacities = assembleNetwork(read()).mapEdges((_, { balance }) => balance[0] + balance[1]);
    expect(capacities).toEqual([100n, 100n, 500n, 500n]);
  });

  it('are varied by a plan', async () => {
    const varied = `
question: q
seed: 1
classes: {shops: {nodes: spoke*, capacity: 10}}
network: {topology: {star: {spokes: 2}}}
steps: [{pay: {from: spoke1, to: spoke2, amount: 50}}]
plan: {goal: success_rate >= 50%, replications: 2, vary: {classes.shops.capacity: [10, 200]}}
`;
    const { points } = (await plan({ source: { file: 's.yaml', text: varied }, questions: [] })).result;
    expect(points.map(({ metrics }) => metrics['success_rate']?.mean)).toEqual([0, 1]);
  });

  it('are told apart in the lists of a plan', () => {
    const { classes } = read();
    const spec = asked({ mine: 'hubs', deposit: { classes: { sellers: 'shops' } } });
    expect(withPlanNodesNamed(spec, () => ['hub1', 'hub2', 'shop1'], classes)).toMatchObject({
      mine: ['hub1', 'hub2'],
      deposit: { classes: { sellers: ['shop1', 'shop2'] } },
    });
  });

  it.each([
    ['hubs: hub1..2', 'all: hub1..2', /s\.yaml:5:8: classes\.all: this name stands/],
    ['snapshot: {file: net.txt}', 'star: {spokes: 2}', /5:9: classes\.hubs: found "hub1\.\.2"/],
    ['maxPaths: 2', 'revealTimeout: 300', /classes\.shops\.revealTimeout: found 300/],
    ['hubs: hub1..2', 'hubs: shops', /classes\.hubs: found "shops", expected nodes of this network/],
    ['shop*', 'kiosk*', /classes\.shops: found "kiosk\*", expected nodes of this network/],
  ])('are refused where %s is %s', (from, to, message) => {
    expect(() => read(text.replace(from, to))).toThrow(message);
  });
});

const asked = (written: unknown) => planFields(QUESTION_SETTINGS).parse(written);

describe('the lists of nodes of a plan', () => {
  it('hold the names of all that ranges and patterns stand for', () => {
    const spec = asked({
      mine: 'hub*',
      deposit: { classes: { shops: ['shop1..2'] } },
      remove: { groups: { hosts: ['shop*', 'hub1'] } },
    });
    expect(withPlanNodesNamed(spec, () => ['hub1', 'hub2', 'shop1', 'shop2'])).toMatchObject({
      mine: ['hub1', 'hub2'],
      deposit: { classes: { shops: ['shop1', 'shop2'] } },
      remove: { groups: { hosts: ['shop1', 'shop2', 'hub1'] } },
    });
  });

  it('stay as written where a field is varied, whose network is another one at each point', () => {
    const vary = { 'traffic[0].pairs': [{ uniform: { from: ['spoke*', 5] } }] };
    const spec = asked({ vary, mine: 'hub*' });
    expect(withPlanNodesNamed(spec, () => ['hub1', 'spoke1'])).toEqual({ ...spec, mine: ['hub1'] });
  });

  it('need no network where they hold names only', () => {
    const spec = asked({ mine: ['hub'] });
    const named = withPlanNodesNamed(spec, () => {
      throw new Error('no network is needed');
    });
    expect(named).toEqual(spec);
  });
});
