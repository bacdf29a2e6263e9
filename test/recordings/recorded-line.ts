import { type Address, addressFrom } from '../../src/model/network/address.ts';
import { assembleNetwork, assembleSimulation } from '../../src/jobs/assemble.ts';
import type { NodeApi } from '../../src/ports/node-api.ts';
import type { Simulation } from '../../src/ports/simulation.ts';
import { type ServedNodes, serveNodes } from '../../src/rest/serve/serve-nodes.ts';
import { VirtualClock } from '../../src/runtime/virtual-clock.ts';
import type { RecordedResponse } from './recorded-exchanges.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';

// The recorded nodes before their first request.
const SCENARIO = scenarioFrom(`
question: Do sandbox nodes answer as live ones did?
seed: recorded
tokens: [{ name: TTT, balancePerNode: 1_000_000_000_000_000_000_000_000 }]
network:
  topology: { channels: [] }
  settleTimeout: 60
  revealTimeout: 20
  fees: { proportionalPpm: 4000, imbalancePpm: 3000 }
nodes: { n1: {}, n2: {}, n3: {}, n4: {}, n5: {}, n6: {} }
protocol: { blockTime: 1s }
`);

const RECORDED_NODES: readonly Address[] = [
  '0x42D449aaf65BdeE5068894233d9F02776BE98EcE',
  '0x822bdEb5052dB3c7fB65D2a380a40cDfA88D493d',
  '0x2dAD059b77B423a120eA768cd1a4E9205509BDd4',
  '0xEDe67d909Ebd970030B437813C33FD7aBE104aA9',
  '0xd8AD64BC8c44D0cd94AC343875D3a41A633AADbA',
];
const RECORDED_TOKEN: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const RECORDED_PATH_FINDING = 'http://127.0.0.1:5555';
const RECORDED_TOKEN_NETWORK: Address = '0x856e4424f806D16E8CBC702B3c0F2ede5468eae5';
// Registered while they ran.
const LATER_TOKEN: Address = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const LATER_TOKEN_NETWORK: Address = '0xb0279Db6a2F1E01fbC8483FCCef0Be2bC6299cC3';

/** A sandbox of six nodes as the recorded ones, in a time that the test moves. */
export interface RecordedLine extends ServedNodes {
  readonly simulation: Simulation;
  readonly clock: VirtualClock;
  /** Its own addresses, for those in the recordings. */
  readonly addresses: ReadonlyMap<Address, Address>;
  /** Sends a request; time passes while a node is at work on it, but not while it is on its way over the wire. */
  ask(send: () => Promise<RecordedResponse>): Asked;
}

/** A request that was sent. */
export interface Asked {
  /** Lets time pass until its answer is there. */
  answer(): Promise<RecordedResponse>;
}

/** Serves the six nodes without a channel. */
export async function recordedLine(): Promise<RecordedLine> {
  const network = assembleNetwork(SCENARIO);
  const clock = new VirtualClock();
  const simulation = assembleSimulation({
    scenario: SCENARIO,
    network,
    clock,
    pathFindingUrl: () => RECORDED_PATH_FINDING,
  });
  const atWork = new Set<object>();
  const nodes: Simulation = {
    ...simulation,
    node: (name) => observed(simulation.node(name), atWork),
  };
  const served = await serveNodes({ nodes, basePort: 0, pathFindingPort: 0 });
  const [token] = network.getAttribute('tokens');
  if (token === undefined) throw new Error('the scenario has one token');
  return {
    ...served,
    simulation,
    clock,
    addresses: new Map([
      [RECORDED_TOKEN, token.tokenAddress],
      [RECORDED_TOKEN_NETWORK, token.tokenNetworkAddress],
      [LATER_TOKEN_NETWORK, addressFrom(`millrace token network ${LATER_TOKEN}`)],
      ...RECORDED_NODES.map(
        (address, i) => [address, network.getNodeAttribute(`n${i + 1}`, 'address')] as const,
      ),
    ]),
    ask: (send) => {
      const before = new Set(atWork);
      const state = { isThere: false };
      const answered = send().finally(() => {
        state.isThere = true;
      });
      return {
        answer: async () => {
          while (!state.isThere) {
            if ([...atWork].some((call) => !before.has(call))) clock.advanceTo(clock.nextEventMs);
            await turn();
          }
          return answered;
        },
      };
    },
  };
}

// Tells which requests a node is at work on.
function observed(api: NodeApi, atWork: Set<object>): NodeApi {
  return new Proxy(api, {
    get: (node, name) => {
      const member: unknown = Reflect.get(node, name);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]): Promise<unknown> => {
        const call = {};
        atWork.add(call);
        try {
          return await (Reflect.apply(member, node, given) as Promise<unknown>);
        } finally {
          atWork.delete(call);
        }
      };
    },
  });
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
