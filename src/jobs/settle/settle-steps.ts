import { directoryOf } from '../../model/network/directory.ts';
import { type Amount, smaller } from '../../model/network/amount.ts';
import type { Network, TokenName } from '../../model/network/network.ts';
import type { Scenario, SettledStep, Step } from '../../model/scenario/scenario.ts';
import type { StepTotal } from '../../model/scenario/step-amount.ts';
import { createRandomSource } from '../../runtime/random-source.ts';
import { VirtualClock } from '../../runtime/virtual-clock.ts';
import { assembleNetwork, assembleOperations, assembleSimulation } from '../assemble.ts';
import { perform } from '../drive/perform.ts';
import { comeToRest, onVirtualTime } from '../virtual-time.ts';
import { amountIn, endOf, fullestEnd } from './relative-amounts.ts';

interface SettledScenario extends Scenario {
  readonly steps: readonly SettledStep[];
}

/**
 * The scenario with numbers in place of relative amounts, worked out by simulating its steps one after the other, without
 * its traffic. A scenario that has none is returned as it is. A step is left out where `leavesOut` says so of those that
 * start together, of which it is the last. What a step can move is cut to `most`.
 */
export async function settleSteps(
  scenario: Scenario,
  known?: Network,
  { leavesOut, most }: StepLimits = {},
): Promise<SettledScenario> {
  const isLimited = leavesOut !== undefined || most !== undefined;
  if (!isLimited && hasOnlyNumbers(scenario)) return scenario;
  const start = known ?? assembleNetwork(scenario);
  const clock = new VirtualClock();
  const bare: Scenario = { ...scenario, steps: [], traffic: [] };
  const simulation = assembleSimulation({ scenario: bare, network: start, clock, traces: 'none' });
  const stage = { nodes: simulation, directory: directoryOf(start), clock, runControl: simulation.control };
  const steps: SettledStep[] = [];
  // One stream for all steps: payments that name no identifier draw different ones.
  const stream = createRandomSource(scenario.seed).stream('identifiers');
  const random = { stream: () => stream };
  const performAlone = async (step: SettledStep): Promise<void> => {
    const planned = { scenario: { ...bare, steps: [withoutTime(step)] }, network: start, random };
    for (const operation of assembleOperations(planned)) {
      await perform(operation, stage);
      await comeToRest(simulation, clock, scenario.protocol);
    }
  };
  const isRead = (step: Step): boolean => isLimited || !isSettled(step);
  const last = scenario.steps.findLastIndex(isRead);
  const work = async (): Promise<void> => {
    // Steps that start together find the same network.
    let network = start;
    let group: SettledStep[] = [];
    for (const [at, step] of scenario.steps.entries()) {
      const isShared = scenario.steps[at + 1]?.isBeside === true;
      if (step.isBeside !== true && (isShared || isRead(step))) network = simulation.control.network();
      const one = settled(step, network, most);
      const beside = one.isBeside === true ? group : [];
      if (leavesOut?.([...beside, one], network) === true) continue;
      group = [...beside, one];
      steps.push(one);
      // Steps after the last relative amount need no simulation.
      if (at < last) await performAlone(one);
    }
  };
  await onVirtualTime(clock, work());
  return { ...scenario, steps };
}

function withoutTime({ isBeside: _isBeside, atMs: _atMs, after: _after, ...step }: Step): Step {
  return step;
}

function hasOnlyNumbers(scenario: Scenario): scenario is SettledScenario {
  return scenario.steps.every(isSettled);
}

// True when all amounts of a step are numbers.
function isSettled(step: Step): step is SettledStep {
  if (step.kind === 'pay') return typeof step.amount === 'bigint';
  if (step.kind === 'open') return typeof step.deposit === 'bigint';
  if (step.kind === 'deposit') return typeof step.totalDeposit === 'bigint';
  return step.kind !== 'withdraw' || typeof step.totalWithdraw === 'bigint';
}

function settled(step: Step, shown: Network, most: Amount | undefined): SettledStep {
  if (!('from' in step)) return step;
  const { from, to, token } = step;
  const between = { network: channelsInToken(shown, token), from, to };
  const end = endOf(between.network, from, to);
  const cut = (amount: Amount): Amount => (most === undefined ? amount : smaller(amount, most));
  const total = (asked: StepTotal, before = 0n): bigint =>
    typeof asked === 'bigint' ? before + cut(asked - before) : before + cut(amountIn(asked.by, between));
  if (step.kind === 'pay') {
    const amount = amountIn(step.amount, { ...between, atLeast: 1n });
    // What no channel of the payer holds is refused, and moves nothing.
    const isRefused = amount > (fullestEnd(between.network, from)?.balance ?? 0n);
    return { ...step, amount: isRefused ? amount : cut(amount) };
  }
  if (step.kind === 'open') return { ...step, deposit: cut(amountIn(step.deposit, between)) };
  if (step.kind === 'deposit') return { ...step, totalDeposit: total(step.totalDeposit, end?.totalDeposit) };
  if (step.kind === 'withdraw')
    return { ...step, totalWithdraw: total(step.totalWithdraw, end?.totalWithdraw) };
  return step;
}

/** The network with its channels of one token only: neither amounts nor ways are shared between tokens. */
export function channelsInToken(network: Network, token: TokenName): Network {
  if (network.getAttribute('tokens').length === 1) return network;
  const copy = network.copy();
  for (const key of network.filterEdges((_key, channel) => channel.token !== token)) copy.dropEdge(key);
  return copy;
}

/** The token that sequences are about: the first of several. */
export function tokenOfSequences(network: Network): TokenName {
  return network.getAttribute('tokens')[0]?.name ?? '';
}

/** What keeps steps from being asked for, or from moving as much as they name. */
interface StepLimits {
  readonly leavesOut?: LeavesOut | undefined;
  /** The most that one step moves; absent: as much as it names. */
  readonly most?: Amount | undefined;
}

/** Judges the last of steps that start together, by the network that the first of them finds. */
export type LeavesOut = (group: readonly SettledStep[], network: Network) => boolean;
