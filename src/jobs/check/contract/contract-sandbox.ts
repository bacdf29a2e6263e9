import type { NodeName } from '../../../model/network/network.ts';
import type { Scenario } from '../../../model/scenario/scenario.ts';
import { startSandbox } from '../../sandbox.ts';
import { readCase } from '../sequence.ts';
import type { Target } from '../../targets/target.ts';

// All that a case of any contract may need: a partner, a node behind it, one without a channel, one that does not run,
// a second token. Locks live for hours of its clock, so that no pause of this machine makes one expire.
const SCENARIO = `
question: Does a sandbox answer as its dialect's contract says?
seed: contract
tokens: [{name: TOK}, {name: OTHER}]
network:
  token: TOK
  topology:
    channels:
      - {between: [alice, bob], deposits: [1_000_000, 1_000_000]}
      - {between: [bob, carol], deposits: [1_000_000, 1_000_000]}
      - {between: [alice, erin], deposits: [1_000_000, 1_000_000]}
  settleTimeout: 100_000
  revealTimeout: 10_000
steps: [{leave: {node: dave, token: TOK}}]
nodes: {dave: {}, erin: {online: false}}
protocol: {blockTime: 1s, hopLatency: 20ms}
`;

// Five confirmations of a block of a second pass in five milliseconds.
export const CONTRACT_SPEED = 1000;

/** The network that has all that a case of any contract may need; its first node is the one to check. */
export function contractScenario(): Scenario {
  return readCase(SCENARIO);
}

/** The nodes that a contract is run against when there are none; the first is the one to check. */
export async function startContractSandbox(
  dialect: string,
  start = startSandbox,
): Promise<{ readonly targets: Readonly<Record<NodeName, Target>>; stop(): Promise<void> }> {
  const scenario = contractScenario();
  const sandbox = await start({ scenario, speed: CONTRACT_SPEED, dialect });
  const named = Object.entries(sandbox.targets).map(([name, baseUrl]): readonly [NodeName, Target] => [
    name,
    { baseUrl, address: sandbox.network.getNodeAttribute(name, 'address'), dialect },
  ]);
  return { targets: Object.fromEntries(named), stop: () => sandbox.stop() };
}
