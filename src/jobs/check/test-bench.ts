import type { Network, NodeName } from '../../model/network/network.ts';
import type { Scenario, SettledStep, Step } from '../../model/scenario/scenario.ts';
import type { RunContract } from './contract/run-contract.ts';
import type { SequenceChoices } from './arbitraries/sequences.ts';
import type { OwnTerms } from './listed/own-terms.ts';
import type { ReplayOptions } from '../replay/replay.ts';
import type { Departure, SimulatedReplay } from './simulated-replay.ts';
import type { Target } from '../targets/target.ts';

/** Where sequences are tried: it gives each of them nodes in a known state. */
export interface TestBench {
  /** One sentence: how each try is kept apart from those before it. */
  readonly isolation: string;
  /** The kinds of calls that may be asked for there. */
  readonly may: Pick<
    SequenceChoices,
    'stopsNodes' | 'opensAndCloses' | 'takesTime' | 'looksBriefly' | 'sharesIdentifiers'
  >;
  /** The things that are not done to nodes here, in one sentence; absent: everything is done. */
  readonly cannot?: string;
  /** True where nobody knows how long a call that waits for blocks takes. */
  readonly isChainSlow?: boolean;
  /** How many tries may be under way at once, where each has nodes of its own; absent: one. */
  readonly atOnce?: number;
  furnish(scenario: Scenario, signal?: AbortSignal): Promise<Furnished | FurnishedWithoutHttp>;
  /** Gives nodes the money that the steps of a case need, and says what is missing all the same; absent: nodes are new in every try. */
  readonly supply?: (scenario: Scenario, signal?: AbortSignal) => Promise<readonly string[]>;
  /** Nodes that are asked what their dialect's contract says; absent: none are. */
  readonly askContract?: (() => Promise<ContractNodes>) | undefined;
}

/** Nodes that a contract is asked of: of the first one, the others are its neighbours. */
export interface ContractNodes extends Pick<RunContract, 'targets' | 'mayChange'> {
  readonly release: () => Promise<void>;
}

/** Simulated nodes of one try, on virtual clocks. */
export interface FurnishedWithoutHttp extends Pick<Furnished, 'start' | 'release'> {
  /** How the nodes that are asked differ from those of the prediction. */
  readonly departure: (plan: Pick<SimulatedReplay, 'scenario' | 'pace'>) => Departure;
}

/** Nodes of one try. */
export interface Furnished
  extends Pick<
    ReplayOptions,
    'useExisting' | 'tokens' | 'controlUrl' | 'lockstep' | 'settleMs' | 'deadlineMs' | 'graceMs' | 'waitedFor'
  > {
  readonly targets: Readonly<Record<NodeName, Target | string>>;
  /** How many times as fast as the wall their clock is; with `lockstep`: how much of their time a wait on the wall counts. */
  readonly speed: number;
  /** The network as it stands, in which the try begins. */
  readonly start: Network;
  /** The payments that come first in the try: what tries before have left too little of is paid back. Absent: none. */
  readonly owed?: readonly SettledStep[];
  /** The nodes' own timeouts as far as they are known; absent: as the case and the channels say. */
  readonly terms?: OwnTerms;
  /** True for a step whose outcome depends on what nobody knows. Absent: there is none. */
  readonly leavesOut?: (step: Step) => boolean;
  /** A text with which identifiers are drawn beside the seed; absent: every try has nodes that know no identifier. */
  readonly identifiers?: string;
  readonly release: () => Promise<void>;
}
