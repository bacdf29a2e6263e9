import type { Network, NodeName } from '../../model/network/network.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { RunContract } from './contract/run-contract.ts';
import type { DraftChoices } from './arbitraries/drafts.ts';
import type { OwnTerms } from './listed/own-terms.ts';
import type { Supplied } from './listed/supply.ts';
import type { ReplayOptions } from '../replay/replay.ts';
import type { ProbedHistories } from './probes/probed-node.ts';
import type { Departure, SimulatedReplay } from './simulated-replay.ts';
import type { Target } from '../targets/target.ts';

/** Where sequences are tried: it gives each of them nodes in a known state. */
export interface TestBench {
  /** One sentence: how each try is kept apart from those before it. */
  readonly isolation: string;
  /** What may be asked for there. */
  readonly may: Pick<
    DraftChoices,
    'stopsNodes' | 'opensAndCloses' | 'takesTime' | 'looksBriefly' | 'sharesIdentifiers'
  >;
  /** What is not done to nodes here, in one sentence; absent: nothing. */
  readonly cannot?: string;
  /** True where nobody knows how long a call that waits for blocks takes. */
  readonly isChainSlow?: boolean;
  /** How many tries may be under way at once, where each has nodes of its own; absent: one. */
  readonly atOnce?: number;
  furnish(scenario: Scenario): Promise<Furnished | FurnishedWithoutHttp>;
  /** Gives nodes the money that the steps of a case need, where tries before have left less; absent: none do. */
  readonly supply?: (scenario: Scenario) => Promise<Supplied>;
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
  extends Pick<ReplayOptions, 'useExisting' | 'tokens' | 'controlUrl' | 'settleMs' | 'deadlineMs'> {
  readonly targets: Readonly<Record<NodeName, Target | string>>;
  /** How many times as fast as the wall their clock is. */
  readonly speed: number;
  /** The network as it stands, in which the try begins. */
  readonly start: Network;
  /** What is known of the nodes' own time-outs, which learns from each try; absent: what the case and their channels say. */
  readonly terms?: OwnTerms;
  /** What probes have seen of these nodes; absent: nothing, they are new. */
  readonly probed?: ProbedHistories;
  /** What identifiers are drawn with beside the seed; absent: nothing, every try has nodes that know none. */
  readonly identifiers?: string;
  readonly release: () => Promise<void>;
}
