import { directoryOf } from '../../model/network/directory.ts';
import type { Network, TokenName } from '../../model/network/network.ts';
import type { Scenario, SettledStep, Step } from '../../model/scenario/scenario.ts';
import type { StepTotal } from '../../model/scenario/step-amount.ts';
import { VirtualClock } from '../../runtime/virtual-clock.ts';
import { assembleNetwork, assembleOperations, assembleSimulation } from '../assemble.ts';
import { perform } from '../drive/perform.ts';
import { comeToRest, onVirtualTime } from '../virtual-time.ts';
import { amountIn, endOf } from './relative-amounts.ts';

interface SettledScenario extends Scenario {
  readonly steps: readonly SettledStep[];
}

/**
 * The scenario with numbers in place of relative amounts, worked out by simulating its steps one after the other, without
 * its traffic. A scenario that has none is returned as it is.
 */
export async function settleSteps(scenario: Scenario, start?: Network): Promise<SettledScenario> {
  if (hasOnlyNumbers(scenario)) return scenario;
  const steps = await inTurn({
    scenario,
    start: start ?? assembleNetwork(scenario),
    things: scenario.steps,
    stepsWith: (step, { network, steps: before }) => [...before, settled(step, network)],
  });
  return { ...scenario, steps };
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

function settled(step: Step, shown: Network): SettledStep {
  if (!('from' in step)) return step;
  const { from, to, token } = step;
  const between = { network: channelsInToken(shown, token), from, to };
  const end = endOf(between.network, from, to);
  const total = (asked: StepTotal, before = 0n): bigint =>
    typeof asked === 'bigint' ? asked : before + amountIn(asked.by, between);
  if (step.kind === 'pay') return { ...step, amount: amountIn(step.amount, { ...between, atLeast: 1n }) };
  if (step.kind === 'open') return { ...step, deposit: amountIn(step.deposit, between) };
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

/** Of several, the first is the one that sequences are about. */
export function tokenOfSequences(network: Network): TokenName {
  return network.getAttribute('tokens')[0]?.name ?? '';
}

/** Where something finds itself when its turn comes. */
interface StepTurn {
  /** As simulated nodes show it. What starts together finds the same. */
  readonly network: Network;
  /** Those before it. */
  readonly steps: readonly SettledStep[];
}

/**
 * Makes steps of things in their turn, each by what simulated nodes show when those before it have come to rest. Nothing
 * else happens meanwhile, and a thing of which nothing comes is left out.
 */
export async function inTurn<Thing extends { readonly isBeside?: true }>({
  scenario,
  start,
  things,
  stepsWith,
}: {
  /** Its own steps and traffic are left out. */
  readonly scenario: Scenario;
  readonly start: Network;
  readonly things: readonly Thing[];
  /** All steps, those of this thing included; `undefined`: nothing comes of it. */
  readonly stepsWith: (thing: Thing, turn: StepTurn) => readonly SettledStep[] | undefined;
}): Promise<readonly SettledStep[]> {
  const clock = new VirtualClock();
  const bare: Scenario = { ...scenario, steps: [], traffic: [] };
  const simulation = assembleSimulation({ scenario: bare, network: start, clock, traces: 'none' });
  const directory = directoryOf(start);
  const stage = { nodes: simulation, directory, clock, runControl: simulation.control };
  const work = async (): Promise<readonly SettledStep[]> => {
    let steps: readonly SettledStep[] = [];
    let network = start;
    let performed = 0;
    for (const thing of things) {
      if (thing.isBeside !== true) network = simulation.control.network();
      const settledSteps = stepsWith(thing, { network, steps });
      if (settledSteps === undefined) continue;
      steps = settledSteps;
      const operations = assembleOperations({ scenario: { ...bare, steps }, network: start });
      for (const operation of operations.slice(performed)) {
        await perform(operation, stage);
        await comeToRest(simulation, clock, scenario.protocol);
      }
      performed = operations.length;
    }
    return steps;
  };
  return await onVirtualTime(clock, work());
}
