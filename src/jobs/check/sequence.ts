import { InvariantError, onError } from '../../errors.ts';
import type { CaseSpec } from '../../model/check/counterexample.ts';
import type { FeeSchedule } from '../../model/network/fees.ts';
import type { Network, Timeouts } from '../../model/network/network.ts';
import { longestMs } from '../../model/scenario/distribution.ts';
import type { ChannelSpec, Scenario, SettledStep, Step, TokenSpec } from '../../model/scenario/scenario.ts';
import { createRandomSource } from '../../runtime/random-source.ts';
import { type CaseParts, caseText, hasKey, variedText } from '../../scenario/text/edited-text.ts';
import { hasExpired } from '../../verdict/refusals.ts';
import { paymentIdentifiers } from '../../workload/payment-supply.ts';
import { parseScenario } from '../parse-scenario.ts';
import { simulate } from '../simulate.ts';
import { endOf, fullestEnd } from '../settle/relative-amounts.ts';
import { channelsInToken, tokenOfSequences } from '../settle/settle-steps.ts';

/** A scenario in which only steps happen: it can be settled, then driven with `simulate`, `replay` or `load`. */
export interface Sequence extends Pick<CaseSpec, 'pace' | 'looks'> {
  readonly scenario: Scenario;
  /** The file that says what the scenario does not say otherwise. */
  readonly text: string;
  /** The network is the one to check; absent: it was made up, and can be made smaller. */
  readonly keepsNetwork?: true;
  /** The pairs of the space of calls and states that it covers; absent: chance made it, or a person. */
  readonly pairs?: readonly string[];
}

/** A network to ask for calls in: a sequence there, and what its nodes show. */
export interface CalledNetwork {
  readonly sequence: Sequence;
  readonly network: Network;
}

const QUESTION = 'Do the nodes behave as the model predicts?';

/** The file that networks which are made up have in common. */
const PLAIN = `question: ${QUESTION}
seed: 1
network:
  topology:
    channels:
      - {between: [n1, n2], deposits: [1, 1]}
  fees: {flat: 0, proportionalPpm: 0, imbalancePpm: 0}
  settleTimeout: 40
  revealTimeout: 10
protocol:
  blockTime: 1s
  confirmations: 2
`;

/** A text with how its files are read. */
interface ReadCase {
  /** In place of its own. */
  readonly seed?: string;
  readonly readFile?: ((path: string) => string) | undefined;
}

/** Reads the text of a case. */
export function readCase(text: string, { seed, readFile }: ReadCase = {}): Scenario {
  const scenario = parseScenario({ file: 'case.yaml', text, readFile, isForNodes: true });
  return seed === undefined ? scenario : { ...scenario, seed };
}

/** The sequence of a file: its steps, and nothing else that happens in it. */
export function readSequence(text: string, how: ReadCase = {}): Sequence {
  const { name, seed, tokens, networks, nodes, classes, protocol, steps } = readCase(text, how);
  const pace = steps.some(({ isBeside }) => isBeside === true) ? 'scenario' : 'sequential';
  const happens = { steps, traffic: [], expect: [], ...(classes && { classes }) };
  const scenario = { name, question: QUESTION, seed, tokens, networks, nodes, protocol, ...happens };
  return { scenario, text, pace };
}

/** A sequence without steps in the smallest network. Reading it costs more than trying a sequence does. */
export function plainSequence(): Sequence {
  return readSequence(PLAIN);
}

/** The part of a scenario that is made up with its network, and made smaller with it. */
export interface MadeNetwork {
  readonly channels: readonly ChannelSpec[];
  readonly fees: FeeSchedule;
  /** The timeouts of every channel unless a step says otherwise. */
  readonly timeouts: Timeouts;
}

/** The scenario in another network, which is made up. */
export function inNetwork(scenario: Scenario, { channels, fees, timeouts }: MadeNetwork): Scenario {
  const made = { topology: { kind: 'channels', channels }, fees, ...timeouts } as const;
  return { ...scenario, networks: scenario.networks.map((network) => ({ ...network, ...made })) };
}

/** The network of a sequence as far as it was made up; `undefined`: it is the one to check, or has several tokens. */
export function madeNetwork({ scenario, keepsNetwork }: Sequence): MadeNetwork | undefined {
  const [network, ...others] = scenario.networks;
  if (keepsNetwork === true || others.length > 0 || network?.topology.kind !== 'channels') return undefined;
  const { settleTimeout, revealTimeout, fees, topology } = network;
  return { channels: topology.channels, fees, timeouts: { settleTimeout, revealTimeout } };
}

/** The tokens that a node owns beside its deposits where a file does not say it. */
export const PLENTY = 10n ** 30n;

/** The scenario file of a sequence. */
export function sequenceText(
  sequence: Sequence,
  { question = QUESTION, ...parts }: Omit<CaseParts, 'question'> & { readonly question?: string },
): string {
  const { scenario, text } = sequence;
  const made = madeNetwork(sequence);
  if (made === undefined) return caseText(text, scenario, { question, ...parts });
  const isTold =
    hasKey(text, 'tokens') || scenario.tokens.some(({ balancePerNode }) => balancePerNode !== PLENTY);
  const own = [
    { path: 'network.topology.channels', value: made.channels },
    { path: 'network.fees', value: made.fees },
    { path: 'network.settleTimeout', value: made.timeouts.settleTimeout },
    { path: 'network.revealTimeout', value: made.timeouts.revealTimeout },
    { path: 'protocol.hopLatency', value: `${longestMs(scenario.protocol.hopLatency)}ms` },
    ...(isTold ? [{ path: 'tokens', value: scenario.tokens.map(tokenEntry) }] : []),
  ];
  return caseText(variedText({ file: 'case.yaml', text }, own), scenario, { question, ...parts });
}

function tokenEntry({ decimals, ...token }: TokenSpec): object {
  return decimals === 0 ? token : { ...token, decimals };
}

/** The same steps in another order or fewer of them: the first one begins with none. */
export function withSteps(sequence: Sequence, [first, ...others]: readonly Step[]): Sequence {
  const steps = first === undefined ? [] : [alone(first), ...others];
  return { ...sequence, scenario: { ...sequence.scenario, steps } };
}

/** A step that starts when the one before it has ended. */
export function alone({ isBeside: _isBeside, atMs: _atMs, ...step }: Step): Step {
  return step;
}

/**
 * The same steps with other identifiers where they name some, one for each that they name: nodes keep to what they answered
 * to an identifier before (raiden.md 1.5).
 */
export function withFreshIdentifiers(scenario: Scenario, seed: string): Scenario {
  const next = paymentIdentifiers(createRandomSource(seed).stream('named identifiers'));
  const fresh = new Map<bigint, bigint>();
  const freshFor = (named: bigint): bigint => {
    const known = fresh.get(named) ?? next();
    fresh.set(named, known);
    return known;
  };
  return {
    ...scenario,
    steps: scenario.steps.map((step) =>
      step.kind === 'pay' && step.identifier !== undefined
        ? { ...step, identifier: freshFor(step.identifier) }
        : step,
    ),
  };
}

/**
 * True when, of calls that start together, a payment may come to be passed on, in whatever order they are made: where the
 * channel between payer and payee may not hold all that is asked of it.
 */
export function mayBeMediated(group: readonly SettledStep[], shown: Network): boolean {
  const network = channelsInToken(shown, tokenOfSequences(shown));
  const payments = group.filter((step) => step.kind === 'pay');
  return payments.some(({ from, to, amount }) => {
    const beside = payments.filter((other) => other.from === from && other.to === to);
    const asked = beside.reduce((sum, other) => sum + other.amount, 0n);
    // Anything but a payment may leave less in the channel.
    if (payments.length === group.length && asked <= (endOf(network, from, to)?.balance ?? 0n)) return false;
    // An amount that no channel of the payer holds is refused, whatever mediators ask.
    return group.length > 1 || amount <= (fullestEnd(network, from)?.balance ?? 0n);
  });
}

/** The first sequence in which no lock expires, which takes nodes with a real chain half an hour; if there is none, the first. */
export async function firstWithoutExpiry(
  candidates: readonly Sequence[],
  start: Network | undefined,
): Promise<Sequence> {
  const [first] = candidates;
  if (first === undefined) throw new InvariantError('no sequence was drawn');
  for (const sequence of candidates.length === 1 ? [] : candidates)
    if (!(await expiresIn(sequence, start))) return sequence;
  return first;
}

async function expiresIn({ scenario, pace }: Sequence, start: Network | undefined): Promise<boolean> {
  // A simulation that breaks off is to be tried: nobody has seen that before.
  return await simulate({ scenario, pace, givesUp: true, ...(start && { start }) }).then(
    ({ records }) => records.some(({ outcome }) => hasExpired(outcome)),
    onError(InvariantError, () => false),
  );
}
