import { readSequence, type Sequence } from '../../src/jobs/check/sequence.ts';
import type { Scenario } from '../../src/model/scenario/scenario.ts';
import type { ScenarioText } from '../../src/scenario/parse-scenario.ts';
import { parseScenario } from '../../src/jobs/parse-scenario.ts';
import { topology } from '../world/world.ts';

/** A file that holds this text, and names no others. */
export function sourceOf(text: string): ScenarioText {
  return { file: 'test.yaml', text };
}

/** A scenario from its YAML text, for tests that want to show the file they run. */
export function scenarioFrom(text: string): Scenario {
  return parseScenario(sourceOf(text));
}

/** What a file of steps says beside its channels; texts are fields in YAML. */
interface StepsFile {
  readonly seed?: number;
  /** Of the network, beside its channels. */
  readonly network?: string;
  /** Of the protocol, beside blocks of a second and two confirmations. */
  readonly protocol?: string;
  /** Further sections, each on a line. */
  readonly more?: string;
}

/** The text of a scenario of these steps, in channels in the notation of `world` or a generated topology in YAML. */
export function stepsIn(
  channels: string,
  steps: readonly string[],
  { seed = 7, network = '', protocol = '', more = '' }: StepsFile = {},
): string {
  const made = channels.startsWith('{') ? channels : topology(channels);
  return `
question: What do these steps come to?
seed: ${seed}
network: {topology: ${[made, network].filter(Boolean).join(', ')}}
protocol: {${['blockTime: 1s, confirmations: 2', protocol].filter(Boolean).join(', ')}}
${more}
steps:${steps.map((step) => `\n  - ${step}`).join('') || ' []'}
`;
}

/** The text of a scenario in which eight nodes of a small world pay each other 10 to 150. */
export function marketIn(
  capacity: string,
  choice: { readonly [Name in 'seed' | 'perSecond' | 'count']?: number } = {},
): string {
  const { seed = 5, perSecond = 20, count = 60 } = choice;
  return `
question: What do overlapping payments come to?
seed: ${seed}
network:
  topology: {small-world: {nodes: 8, neighbours: 4, rewiring: 0.2}}
  capacity: ${capacity}
  fees: {flat: 1, proportionalPpm: 5_000}
  settleTimeout: 40
  revealTimeout: 10
protocol: {blockTime: 1s}
traffic:
  - {name: market, arrivals: {poisson: {perSecond: ${perSecond}}}, count: ${count}, amounts: {uniform: {min: 10, max: 150}}}
`;
}

/** Capacities that hold less than the payments of a market want together. */
export const SCARCE = '{uniform: {min: 100, max: 400}}';

/** A made-up sequence of these steps, in channels in the notation of `world`, whose mediators ask a flat fee. */
export function sequenceIn(channels: string, steps: readonly string[], flatFee = 0): Sequence {
  const network = `fees: {flat: ${flatFee}}, settleTimeout: 40, revealTimeout: 10`;
  return readSequence(stepsIn(channels, steps, { seed: 1, network, protocol: 'hopLatency: 20ms' }));
}
