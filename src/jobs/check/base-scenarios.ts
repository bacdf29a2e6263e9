import type { Scenario } from '../../model/scenario/scenario.ts';
import { baseText, type CaseDraft } from './case-draft.ts';
import { type MadeNetwork, madeName } from './moves/made-network.ts';
import { readCase, type SettleDraft } from './settle-draft.ts';

// Any will do: all of it is replaced.
const SOME_NETWORK: MadeNetwork = {
  nodes: 2,
  channels: [{ between: [0, 1], deposits: [1n, 1n] }],
  fees: { flat: 0n, proportionalPpm: 0, imbalancePpm: 0 },
  settleTimeout: 40,
  revealTimeout: 10,
  hopLatencyMs: 20,
};

/**
 * The scenarios of drafts, before anything happens in them: what reading `baseText` comes to. The file is read once, and
 * so is what a made-up network has by default, since reading costs more than a sequence does.
 */
export function baseScenarios(
  how: Pick<SettleDraft, 'seed' | 'scenarioText' | 'readFile'>,
): (draft: Pick<CaseDraft, 'network'>) => Scenario {
  const given = how.scenarioText === undefined ? undefined : readCase(how.scenarioText, how);
  const made = readCase(baseText({ network: SOME_NETWORK }, undefined), how);
  return ({ network }) => {
    if (network !== undefined) return inNetwork(made, network);
    return given ?? readCase('', how);
  };
}

function inNetwork(
  scenario: Scenario,
  { channels, fees, settleTimeout, revealTimeout, hopLatencyMs, balancePerNode }: MadeNetwork,
): Scenario {
  const named = channels.map(({ between: [one, other], deposits }) => ({
    between: [madeName(one), madeName(other)] as const,
    deposits,
  }));
  const made = {
    topology: { kind: 'channels', channels: named },
    fees,
    settleTimeout,
    revealTimeout,
  } as const;
  return {
    ...scenario,
    ...(balancePerNode !== undefined && {
      tokens: scenario.tokens.map((token) => ({ ...token, balancePerNode })),
    }),
    networks: scenario.networks.map((network) => ({ ...network, ...made })),
    protocol: { ...scenario.protocol, hopLatency: { kind: 'fixed', ms: hopLatencyMs } },
  };
}
