import type { Amount } from '../network/amount.ts';
import type { AmountDistribution, BalanceSplit, DurationDistribution } from './distribution.ts';
import type { CaseSpec } from '../check/counterexample.ts';
import type { Disturbances } from '../disturbances/disturbance.ts';
import type { FeeSchedule } from '../network/fees.ts';
import type { NodeSettings } from './node-settings.ts';
import type { LoadSpec } from './load-spec.ts';
import type { RecordedTraffic } from './recorded-traffic.ts';
import type { PlanSpec } from '../plan/plan-spec.ts';
import type { NodeName, TokenName, TokenNetwork } from '../network/network.ts';
import type { StepAmount, StepTotal } from './step-amount.ts';
import type { Expectation } from './expectation.ts';
import type { ExpectedChannel, ExpectedOutcome, OperationRequest } from '../run/operation.ts';

/** A year of virtual time; beyond that a scenario is a typing error, and sums of times stay exact. */
export const LONGEST_MS = 366 * 24 * 3_600_000;

/** A scenario file, validated, with every default filled in. Plain data: it is stored in each run. */
export interface Scenario extends Disturbances {
  /** The file's name without extension; names the report folder. */
  readonly name: string;
  readonly question: string;
  readonly description?: string;
  readonly seed: string;
  readonly tokens: readonly TokenSpec[];
  /** At most one per token; a token without one starts with no channels. */
  readonly networks: readonly NetworkSpec[];
  /** Exceptions for single nodes, and nodes that have no channel at the start. */
  readonly nodes: Readonly<Record<NodeName, NodeSpec>>;
  /** Nodes with a common name and common settings. */
  readonly classes?: Readonly<Record<string, NodeClassSpec>>;
  readonly protocol: ProtocolSpec;
  readonly traffic: readonly TrafficSpec[];
  /** Absent: none. */
  readonly recorded?: readonly RecordedTraffic[];
  readonly steps: readonly Step[];
  readonly expect: readonly Expectation[];
  /** How `millrace load` puts it on its targets; every other job leaves it aside. */
  readonly load?: LoadSpec;
  /** How `millrace plan` varies it, and what it is asked; every other job leaves it aside. */
  readonly plan?: PlanSpec;
  /** The finding of `millrace check` that it shows; every other job ignores it. */
  readonly case?: CaseSpec;
}

/** What decides the network that a scenario starts from. */
export type NetworkParts = Pick<Scenario, 'seed' | 'tokens' | 'networks' | 'nodes' | 'classes'>;

export type TokenSpec = Omit<TokenNetwork, 'tokenAddress' | 'tokenNetworkAddress'>;

export interface NodeSpec extends NodeSettings {
  readonly online?: boolean;
  /** Its name is its address, which no node takes for one. */
  readonly misspelled?: true;
}

export interface NodeClassSpec extends NodeSpec {
  readonly nodes: readonly NodeName[];
  /** What both ends of each of their channels put in together; absent: what the network says. */
  readonly capacity?: AmountDistribution;
}

export interface NetworkSpec {
  readonly token: TokenName;
  readonly topology: TopologySpec;
  /** Capacity of each channel: what both ends put in together. Ignored where the topology itself says it. */
  readonly capacity: AmountDistribution;
  readonly split: BalanceSplit;
  /** When given, all capacities are scaled so that they add up to exactly this. */
  readonly totalDeposit?: Amount;
  /** Every mediator's schedule unless `nodes` says otherwise. */
  readonly fees: FeeSchedule;
  /** Blocks. */
  readonly settleTimeout: number;
  /** Blocks. */
  readonly revealTimeout: number;
}

/** Which nodes and channels there are. Sources: docs/models.md. */
export type TopologySpec =
  | { readonly kind: 'line'; readonly nodes: number }
  | { readonly kind: 'ring'; readonly nodes: number }
  /** Nodes `hub` and `spoke1`... */
  | { readonly kind: 'star'; readonly spokes: number }
  | { readonly kind: 'complete'; readonly nodes: number }
  | { readonly kind: 'grid'; readonly rows: number; readonly columns: number }
  /** Erdos-Renyi G(n, p). */
  | { readonly kind: 'random'; readonly nodes: number; readonly probability: number }
  /** Barabasi-Albert. */
  | { readonly kind: 'scale-free'; readonly nodes: number; readonly channelsPerNode: number }
  /** Watts-Strogatz. */
  | {
      readonly kind: 'small-world';
      readonly nodes: number;
      readonly neighbours: number;
      readonly rewiring: number;
    }
  | { readonly kind: 'random-regular'; readonly nodes: number; readonly degree: number }
  | {
      readonly kind: 'core-periphery';
      readonly core: number;
      readonly periphery: number;
      readonly links: number;
    }
  | { readonly kind: 'channels'; readonly channels: readonly ChannelSpec[] }
  | {
      readonly kind: 'snapshot';
      /** As written in the scenario, relative to it. */
      readonly file: string;
      readonly format: 'edge-list' | 'graphology' | 'graphml' | 'gexf' | 'csv';
      /** The file's names of columns, by ours; absent: they have ours. */
      readonly columns?: Readonly<Record<string, string>>;
      /** Keep only this many best-connected nodes and the channels between them. */
      readonly take?: number;
      /** The file's text; filled when the scenario is loaded, left out of stored runs. */
      readonly text?: string;
    };

export interface ChannelSpec {
  readonly between: readonly [NodeName, NodeName];
  readonly deposits: readonly [Amount, Amount];
}

/** The rules payments run by. Defaults: the Python node's (raiden.md 1.3 and 2). */
export interface ProtocolSpec {
  /** How payments happen; each kind reads what it knows of the rest. */
  readonly kind: string;
  readonly blockTimeMs: number;
  /** Blocks until an on-chain transaction counts. */
  readonly confirmations: number;
  /** One message from one node to the next. */
  readonly hopLatency: DurationDistribution;
  /** A node's work on one payment request or one message, one after the other; absent: none. */
  readonly processingTime?: DurationDistribution;
  /** Per channel end (160, raiden.md 2.1; Lightning has 483). */
  readonly maxPendingLocks: number;
  readonly router: string;
  /** How old and how complete the routers' knowledge is. */
  readonly view: 'exact' | 'delayed' | 'capacity';
  /** For `delayed`: how long a balance change takes to become known. */
  readonly viewDelayMs: number;
  /** Routes asked for per payment (3). */
  readonly maxPaths: number;
  /** Highest mediation fee a sender accepts, percent of the amount (20). */
  readonly maxFeePercent: number;
  /** How often a payer tries a payment before it says that it failed; absent: once, as Raiden nodes do (2.3). */
  readonly attempts?: number;
  /** The price of an answer of the path-finding service, whatever it says; absent: nothing. */
  readonly pathFindingPrice?: Amount;
}

export interface TrafficSpec {
  readonly name: string;
  readonly token: TokenName;
  readonly arrivals: ArrivalSpec;
  /** Milliseconds after the run's start. */
  readonly startMs: number;
  /** How long payments arrive; absent: until `count`. */
  readonly durationMs?: number;
  readonly count?: number;
  readonly amounts: AmountDistribution;
  readonly pairs: PairSpec;
}

export type ArrivalSpec =
  | { readonly kind: 'poisson'; readonly ratePerSecond: number }
  | { readonly kind: 'constant'; readonly ratePerSecond: number }
  /** `size` payments at once, every `everyMs`. */
  | { readonly kind: 'burst'; readonly size: number; readonly everyMs: number };

export type PairSpec =
  /** Initiator and target uniform over `from` and `to` (default: all nodes of the token network). */
  | { readonly kind: 'uniform'; readonly from?: readonly NodeName[]; readonly to?: readonly NodeName[] }
  /** Targets by Zipf's law over the nodes ranked by degree, then name: P(rank r) ~ 1/r^exponent. */
  | {
      readonly kind: 'hot-spots';
      readonly exponent: number;
      readonly from?: readonly NodeName[];
      readonly to?: readonly NodeName[];
    }
  /** Initiator and target each with probability proportional to the capacity of the node's channels. */
  | { readonly kind: 'by-capacity' }
  /** Drawn uniformly from a list. */
  | { readonly kind: 'list'; readonly pairs: readonly (readonly [NodeName, NodeName])[] };

/** One scripted step; steps run one after the other, beside the traffic. */
export type Step<A = StepAmount, Total = StepTotal> = {
  readonly atMs?: number;
  /** Starts with the step before it, not after it. */
  readonly isBeside?: true;
  /** Starts when these have ended, by their places in the list; absent: after the step before. */
  readonly after?: readonly number[];
  /** Where a person wrote it, where that is not this list; absent: `steps[3]`. */
  readonly origin?: string;
  readonly outcome?: ExpectedOutcome;
} & StepAction<A, Total>;

/** A step whose amounts are numbers. */
export type SettledStep = Step<Amount, Amount>;

export type StepAction<A = StepAmount, Total = StepTotal> =
  | StepBetween<
      'pay',
      {
        readonly amount: A;
        readonly identifier?: bigint;
        readonly lockTimeout?: number;
        /** How long the caller waits for the answer; absent: until it comes. */
        readonly giveUpAfterMs?: number;
        /** This many payments, one after the other (1). */
        readonly times: number;
      }
    >
  | StepBetween<
      'open',
      { readonly deposit: A; readonly settleTimeout?: number; readonly revealTimeout?: number }
    >
  | StepBetween<'deposit', { readonly totalDeposit: Total }>
  | StepBetween<'withdraw', { readonly totalWithdraw: Total }>
  | StepBetween<'set', { readonly revealTimeout: number }>
  | StepBetween<'close', object>
  | StepBetween<'expect', ExpectedChannel>
  | StepBetween<'remember', { readonly as: string }>
  | Extract<OperationRequest, { readonly kind: 'observe' | 'leave' | 'stop' | 'start' | 'slow' }>
  | { readonly kind: 'wait'; readonly ms?: number; readonly blocks?: number };

type StepBetween<Kind extends string, Details> = {
  readonly kind: Kind;
  readonly from: NodeName;
  readonly to: NodeName;
  readonly token: TokenName;
} & Details;
