import { describe, expect, it, onTestFinished } from 'vitest';
import { replay } from '../../../src/jobs/replay/replay.ts';
import { sandboxOf } from '../../fixtures/in-sandbox.ts';
import type { Target } from '../../../src/jobs/targets/target.ts';
import type { Address } from '../../../src/model/network/address.ts';
import type { NodeName, TokenName } from '../../../src/model/network/network.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { startRubbishNodes } from '../../fixtures/rubbish-nodes.ts';
import { scenarioFrom, stepsIn } from '../scenario-text.ts';

// What a real node says of a sandbox's control API. Its settings name a service that has one: it is not for the run.
const NOT_FOUND = Buffer.from('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
const SPEED = 100;

interface RealNodes {
  readonly targets: Readonly<Record<NodeName, Target>>;
  readonly addressOf: (node: NodeName) => Address;
  readonly tokens: Readonly<Record<TokenName, Address>>;
}

/** Nodes that nobody can stop or reset from outside. */
async function realNodes(text: string): Promise<RealNodes> {
  const sandbox = await sandboxOf(scenarioFrom(text), { speed: SPEED });
  const nodes = await startRubbishNodes(sandbox.targets, ({ path }) =>
    path.includes('_millrace') ? NOT_FOUND : undefined,
  );
  onTestFinished(() => nodes.close());
  const known = sandbox.network.getAttribute('tokens');
  return {
    targets: Object.fromEntries(Object.entries(nodes.targets).map(([name, baseUrl]) => [name, { baseUrl }])),
    addressOf: (node) => sandbox.network.getNodeAttribute(node, 'address'),
    tokens: Object.fromEntries(known.map(({ name, tokenAddress }) => [name, tokenAddress])),
  };
}

function replayed(text: string, { targets }: RealNodes, tokens: RealNodes['tokens'] = {}): Promise<Run> {
  return replay({ scenario: scenarioFrom(text), targets, tokens, speed: SPEED, deadlineMs: 5_000 });
}

const lineOfThree = (more = '') =>
  stepsIn(
    'n1 50 - 50 n2 50 - 50 n3',
    ['n2', 'n3'].map((to) => `pay: {from: n1, to: ${to}, amount: 1}`),
    { more },
  );
const LINE = lineOfThree();
const OFFLINE = lineOfThree('nodes: {n3: {online: false}}');

describe('a real node that the scenario says is offline', () => {
  it('is taken as offline when the node list says its address', async () => {
    const nodes = await realNodes(OFFLINE);
    const n3 = { ...(nodes.targets['n3'] as Target), address: nodes.addressOf('n3') };
    const run = await replayed(OFFLINE, { ...nodes, targets: { ...nodes.targets, n3 } });
    expect(run.comparison).toMatchObject({ differences: 0, general: [] });
    expect(run.records.map(({ outcome }) => outcome.kind)).toEqual(['succeeded', 'failed']);
    expect(run.start.getNodeAttribute('n3', 'online')).toBe(false);
  });

  it('is asked for its address where the list has none, because it cannot tell it', async () => {
    await expect(replayed(OFFLINE, await realNodes(OFFLINE))).rejects.toThrow(
      /^node n3 does not answer: .*; the scenario says it is offline: give its `address:` in the node list$/,
    );
  });

  it('is refused when it answers, since it cannot be stopped from here', async () => {
    await expect(replayed(OFFLINE, await realNodes(LINE))).rejects.toThrow(
      /^n3 should be offline at the start by the scenario, and answers\n {2}Stop it first, or take `online: false` out of the scenario/,
    );
  });
});

describe('real nodes that know several tokens', () => {
  const TWO = `
question: Which token is which?
seed: 3
tokens: [{name: DAI}, {name: WETH}]
networks: [{token: DAI, topology: {line: {nodes: 2}}}, {token: WETH, topology: {line: {nodes: 2}}}]
protocol: {hopLatency: 1ms}
steps:
  - pay: {from: n1, to: n2, amount: 1, token: WETH}
`;

  it('are refused until the node list says which is which', async () => {
    const nodes = await realNodes(TWO);
    await expect(replayed(TWO, nodes)).rejects.toThrow(
      /^which token is DAI\? The scenario has DAI, WETH, the nodes know 0x.*\n.*write in the node list `tokens: \{DAI: 0x\.\.\.\}`\.$/,
    );
    const run = await replayed(TWO, nodes, nodes.tokens);
    expect(run.comparison).toMatchObject({ differences: 0, general: [] });
  });
});
