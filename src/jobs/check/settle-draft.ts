import type { CaseSpec } from '../../model/check/counterexample.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { Pace } from '../../model/run/run.ts';
import { longestMs } from '../../model/scenario/distribution.ts';
import type { Scenario, SettledStep } from '../../model/scenario/scenario.ts';
import { caseText } from '../../scenario/text/case-text.ts';
import { stepEntry } from '../../scenario/text/step-entry.ts';
import { assembleNetwork } from '../assemble.ts';
import { parseScenario } from '../parse-scenario.ts';
import { channelsInToken, inTurn, tokenOfSequences } from '../settle/settle-steps.ts';
import { endOf, fullestEnd } from '../settle/relative-amounts.ts';
import { baseText, type CaseDraft, madeName, type MadeNetwork } from './case-draft.ts';
import type { Move } from './moves/move.ts';
import { settleMove } from './moves/settle-move.ts';

/** A case file's text, how its steps follow each other, and how closely nodes are looked at. */
export interface CaseText extends Pick<CaseSpec, 'looks'> {
  readonly text: string;
  readonly pace: Pace;
}

/** A case that can be driven: with `simulate`, `replay` or `load`. Its text is written when it is asked for. */
export interface SettledCase extends CaseText {
  readonly scenario: Scenario;
}

/** How a draft becomes a case. */
interface SettleDraft {
  readonly seed?: string;
  /** Where it begins; absent: the network of the draft. */
  readonly start?: Network;
  /** The scenario of the draft's network; absent: it is read once more. */
  readonly base?: Scenario;
  /** The scenario file that lends its network to drafts without one. */
  readonly scenarioText?: string | undefined;
  readonly readFile?: ((path: string) => string) | undefined;
  /** False: what mediators ask is not known; absent: it is. */
  readonly knowsFees?: boolean | undefined;
}

const CASE_QUESTION = 'Do the nodes do what the model says?';

/** Settles the moves of a draft by what simulated nodes show when their turn comes. */
export async function settleDraft(draft: CaseDraft, how: SettleDraft = {}): Promise<SettledCase> {
  const { seed = '1' } = how;
  const base = (): string => baseText(draft, how.scenarioText);
  const scenario = how.base ?? readCase(base(), how);
  const start = how.start ?? assembleNetwork(scenario);
  const steps = await settleMoves({ scenario, start, moves: draft.moves, mediates: how.knowsFees });
  let text: string | undefined;
  return {
    // Writing YAML and reading it costs as much as all the rest of a try, and few cases are ever shown.
    get text() {
      text ??= textOf(base(), { scenario, steps, seed });
      return text;
    },
    pace: draft.manner === 'sequential' ? 'sequential' : 'scenario',
    ...(draft.looks && { looks: draft.looks }),
    scenario: onlySteps(scenario, { steps, seed }),
  };
}

interface CaseSteps {
  readonly steps: readonly SettledStep[];
  readonly seed: string;
}

function textOf(
  base: string,
  { scenario, steps, seed }: CaseSteps & { readonly scenario: Scenario },
): string {
  const withToken = scenario.tokens.length > 1;
  const entries = steps.map((step) => stepEntry(step, { withToken }));
  return caseText(base, { question: CASE_QUESTION, seed, steps: entries });
}

/** The scenario that reading the text of the case gives. */
function onlySteps(scenario: Scenario, { steps, seed }: CaseSteps): Scenario {
  const { name, tokens, networks, nodes, protocol } = scenario;
  const happens = { steps, traffic: [], expect: [] };
  return { name, question: CASE_QUESTION, seed, tokens, networks, nodes, protocol, ...happens };
}

/** Reads a case, with another seed than its own if one is given. */
export function readCase(text: string, { seed, readFile = noFile }: SettleDraft): Scenario {
  const scenario = parseScenario({ file: 'case.yaml', text, readFile, isForNodes: true });
  return seed === undefined ? scenario : { ...scenario, seed };
}

function noFile(path: string): never {
  throw new Error(`no file ${path} beside a case`);
}

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

/**
 * The steps that moves come to in a network: each move is settled by what simulated nodes show when its turn comes.
 * A move that the network has no room for, such as the close of a channel where there is none to name, is left out.
 */
async function settleMoves({
  scenario,
  start,
  moves,
  mediates = true,
}: {
  /** Its own steps and traffic are replaced. */
  readonly scenario: Scenario;
  readonly start: Network;
  readonly moves: readonly Move[];
  /** False: calls by which a mediator might have to pass on a payment are left out. */
  readonly mediates?: boolean | undefined;
}): Promise<readonly SettledStep[]> {
  const token = tokenOfSequences(start);
  const { blockTimeMs } = scenario.protocol;
  const hopLatencyMs = longestMs(scenario.protocol.hopLatency);
  // The network in which the first of those that start together is settled.
  let networkOfGroup = channelsInToken(start, token);
  return await inTurn({
    scenario,
    start,
    things: moves,
    stepsWith: (move, { network: shown, steps }) => {
      const network = channelsInToken(shown, token);
      const settled = settleMove(move, { network, token, hopLatencyMs, blockTimeMs, steps });
      if (settled === undefined) return undefined;
      const group = lastGroup(settled);
      const found = group.length === 1 ? network : networkOfGroup;
      if (!mediates && mayBeMediated(group, found)) return undefined;
      networkOfGroup = found;
      return settled;
    },
  });
}

type Payment = Extract<SettledStep, { kind: 'pay' }>;

/** Those of the steps that start together with the last one, and that one. */
function lastGroup(steps: readonly SettledStep[]): readonly SettledStep[] {
  const first = steps.findLastIndex(({ isBeside }) => isBeside !== true);
  return steps.slice(Math.max(0, first));
}

/** True when, of calls that start together, a payment may come to be passed on, in whatever order they are made. */
function mayBeMediated(group: readonly SettledStep[], network: Network): boolean {
  return group.some((step) => {
    if (step.kind !== 'pay') return false;
    const beside = group.filter((other) => other !== step);
    // An amount that no channel of the payer can come to hold is refused, whatever mediators ask.
    return leastBetween(step, beside, network) < step.amount && mostAt(step, beside, network) >= step.amount;
  });
}

function leastBetween({ from, to }: Payment, beside: readonly SettledStep[], network: Network): Amount {
  const whole = endOf(network, from, to)?.balance ?? 0n;
  return beside.reduce((left, step) => left - takenBy(step, { from, to, whole }), whole);
}

interface End {
  readonly from: NodeName;
  readonly to: NodeName;
  readonly whole: Amount;
}

function takenBy(step: SettledStep, { from, to, whole }: End): Amount {
  if (step.kind === 'leave') return [from, to].includes(step.node) ? whole : 0n;
  if (step.kind === 'close')
    return [from, to].includes(step.from) && [from, to].includes(step.to) ? whole : 0n;
  if (step.kind !== 'pay' && step.kind !== 'withdraw') return 0n;
  if (step.from !== from || step.to !== to) return 0n;
  return step.kind === 'pay' ? step.amount : whole;
}

function mostAt({ from }: Payment, beside: readonly SettledStep[], network: Network): Amount {
  return beside.reduce((sum, step) => sum + givenBy(step, from), fullestEnd(network, from)?.balance ?? 0n);
}

function givenBy(step: SettledStep, node: NodeName): Amount {
  if (step.kind === 'pay') return step.to === node ? step.amount : 0n;
  if (step.kind === 'deposit') return step.from === node ? step.totalDeposit : 0n;
  return step.kind === 'open' && step.from === node ? step.deposit : 0n;
}
