import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.ts';
import { parseScenario } from '../../src/jobs/parse-scenario.ts';
import { QUESTION_SETTINGS } from '../../src/jobs/plan/questions.ts';
import { plan as planFields } from '../../src/scenario/fields/plan-fields.ts';
import { withPlanNodesNamed } from '../../src/scenario/named-nodes.ts';
import { namedNodes } from '../../src/scenario/node-patterns.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';

const KNOWN = new Set(['hub', 'spoke1', 'spoke2', 'spoke10', 'r1c1', 'n007', 'n008', 'odd..name', 'a.b']);

const STAR = `question: Who pays whom?
seed: 1
network: {topology: {star: {spokes: 4}}, capacity: 100}
traffic:
  - arrivals: {constant: {perSecond: 1}}
    duration: 1s
    amounts: 1
`;

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

  it('stands for a node as the names that it matches, whatever these hold', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_.@-]{0,8}$/);
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1 }), name, (names, prefix) => {
        const known = new Set(names);
        const wanted = names.filter((each) => each.startsWith(prefix));
        expect(namedNodes([`${prefix}*`], known)).toEqual(wanted.length === 0 ? [`${prefix}*`] : wanted);
      }),
    );
  });

  it('is written out wherever a scenario lists nodes', () => {
    const { traffic, churn, griefing } =
      scenarioFrom(`${STAR}    pairs: {uniform: {from: spoke2..4, to: [spoke1, h*]}}
  - arrivals: {constant: {perSecond: 1}}
    duration: 1s
    amounts: 1
    pairs: {uniform: {from: all, to: [hub]}}
churn:
  - random: {nodes: [spoke*], online: {exponential: {mean: 10s}}, offline: {exponential: {mean: 1s}}}
griefing:
  - hold: {nodes: spoke1..2}
`);
    expect(traffic.map(({ pairs }) => pairs)).toEqual([
      { kind: 'uniform', from: ['spoke2', 'spoke3', 'spoke4'], to: ['spoke1', 'hub'] },
      { kind: 'uniform', from: ['hub', 'spoke1', 'spoke2', 'spoke3', 'spoke4'], to: ['hub'] },
    ]);
    expect(churn?.[0]?.nodes).toEqual({ kind: 'named', names: ['spoke1', 'spoke2', 'spoke3', 'spoke4'] });
    expect(griefing?.[0]).toMatchObject({ nodes: { kind: 'named', names: ['spoke1', 'spoke2'] } });
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

  it.each([
    [
      'spoke1..5',
      'found "spoke1..5", expected a node of this scenario',
      /^there is no spoke5; nodes are hub, /,
    ],
    ['spook*', 'found "spook*", expected a node of this scenario', /nodes are hub, spoke1/],
    ['spoke4..1', 'found "spoke4..1", expected a node, or several as spoke1..40 or spoke*', /counts up/],
    ['spoke1..99999999', /^found "spoke1\.\.99999999", expected a node/, /at most/],
    ['"sp oke*"', 'found "sp oke*", expected a node, or several as spoke1..40 or spoke*', /names have/],
  ])('is refused with its place where it names what there is not: %s', (entry, message, hint) => {
    expect(faultsOf(entry)).toEqual([
      {
        place: expect.objectContaining({ file: 'scenario.yaml', line: 9 }) as unknown,
        message: typeof message === 'string' ? message : (expect.stringMatching(message) as unknown),
        hint: expect.stringMatching(hint) as unknown,
      },
    ]);
  });
});

function faultsOf(entry: string): unknown {
  try {
    parseScenario({
      file: 'scenario.yaml',
      text: `${STAR}    pairs:
      uniform: {from: [${entry}]}
`,
      readFile: () => '',
    });
  } catch (error) {
    if (error instanceof InputError) return error.faults;
    throw error;
  }
  return undefined;
}

const asked = (plan: unknown) => planFields(QUESTION_SETTINGS).parse(plan);

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

  it('need no network where they hold names only', () => {
    const spec = asked({ mine: ['hub'] });
    const named = withPlanNodesNamed(spec, () => {
      throw new Error('no network is needed');
    });
    expect(named).toEqual(spec);
  });
});
