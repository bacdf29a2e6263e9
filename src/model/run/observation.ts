import type { Amount } from '../network/amount.ts';
import type { PaymentEvent } from './answer.ts';
import type { ChannelState, NodeName, TokenName } from '../network/network.ts';

/** Something besides one channel that is read until it is as expected. */
export type Observation =
  | ({ readonly of: 'channels'; readonly node: NodeName; readonly token: TokenName } & ExpectedChannels)
  | ({ readonly of: 'payments'; readonly node: NodeName; readonly token: TokenName } & ExpectedEntries)
  | ({
      readonly of: 'path-requests';
      readonly node: NodeName;
      readonly token: TokenName;
      /** Absent: requests to every target. */
      readonly target?: NodeName;
    } & ExpectedPathRequests)
  | {
      /** Asks the path-finding service itself. */
      readonly of: 'paths';
      readonly node: NodeName;
      readonly target: NodeName;
      readonly token: TokenName;
      readonly amount: Amount;
      readonly maxPaths: number;
      readonly count: number;
    }
  /** A node's debt to the path-finding service. Without `amount` any debt passes, without `isCharged` no debt passes, too. */
  | { readonly of: 'charge'; readonly node: NodeName; readonly isCharged?: boolean; readonly amount?: Amount }
  | ({ readonly of: 'events' } & ExpectedEvents)
  /** A channel that both settled together, and the one that asked for it. */
  | {
      readonly of: 'settlement';
      readonly node: NodeName;
      readonly partner: NodeName;
      readonly channel: ChannelKey;
      readonly amount?: Amount;
      readonly partnerAmount?: Amount;
    }
  /** The reward of a monitoring service for a channel. */
  | { readonly of: 'reward'; readonly channel: ChannelKey; readonly isClaimed: boolean }
  /** Fails always: what is asked for cannot be done. */
  | { readonly of: 'nothing'; readonly because: string };

/** Under which name a `remember` step has kept a channel. */
type ChannelKey = string;

/** The channels of one node in one token network: all their values, in any order, or what they add up to. */
interface ExpectedChannels {
  readonly balances?: readonly Amount[];
  readonly totalDeposits?: readonly Amount[];
  readonly states?: readonly ChannelState[];
  readonly balanceSum?: Amount;
  readonly totalDepositSum?: Amount;
  /** A pattern that the status of the answer matches. */
  readonly status?: string;
}

/** The payment history of one node in one token network, oldest first. */
interface ExpectedEntries {
  /** Absent: entries of all kinds. */
  readonly entries?: PaymentEvent['kind'];
  /** Absent: payments to and from everybody. */
  readonly partner?: NodeName;
  readonly count?: number;
  /** The amounts of the entries that have one. */
  readonly amounts?: readonly Amount[];
  readonly amountSum?: Amount;
  /** For each failed payment a part of the reason that the node tells. */
  readonly reasons?: readonly string[];
}

/** The answers of the path-finding service to one node. */
interface ExpectedPathRequests {
  readonly count?: number;
  /** How many paths each answer has; one number: every answer. */
  readonly paths?: number | readonly number[];
  /** The paths of all answers, one after the other. */
  readonly routes?: readonly (readonly NodeName[])[];
  /** Each path counts where it is first seen only. */
  readonly distinct?: boolean;
  /** The estimated fees of all paths, in the same order. */
  readonly fees?: readonly bigint[];
}

/** Events of a contract. */
interface ExpectedEvents {
  readonly contract: string;
  readonly event: string;
  /** By the contract's names; nodes by theirs, numbers in decimal. */
  readonly args: Readonly<Record<string, string>>;
  /** One matching argument is enough; absent: all must match. */
  readonly matchesAny?: boolean;
  readonly count: number;
}

/** A sentence about an observation: what is read, without what is expected. */
export function describeObservation(observation: Observation): string {
  switch (observation.of) {
    case 'channels':
      return `${observation.node} looks at its ${observation.token} channels`;
    case 'payments':
      return `the ${observation.entries === undefined ? '' : `${observation.entries} `}${observation.token} payments of ${observation.node}${observation.partner === undefined ? '' : ` with ${observation.partner}`}`;
    case 'path-requests':
      return `requests for paths of ${observation.node}${observation.target === undefined ? '' : ` to ${observation.target}`}`;
    case 'paths':
      return `paths from ${observation.node} to ${observation.target} for ${observation.amount}`;
    case 'charge':
      return `what ${observation.node} owes the path-finding service`;
    case 'events':
      return `events ${observation.event} of ${observation.contract}`;
    case 'settlement':
      return `the settlement of channel "${observation.channel}"`;
    case 'reward':
      return `the reward for channel "${observation.channel}"`;
    case 'nothing':
      return observation.because;
  }
}

/** The expectation of an observation, in words. */
export function expectedInWords(observation: Observation): string {
  switch (observation.of) {
    case 'channels':
      return listed({
        balances: observation.balances,
        'total deposits': observation.totalDeposits,
        states: observation.states,
        'sum of balances': observation.balanceSum,
        'sum of total deposits': observation.totalDepositSum,
        status: observation.status,
      });
    case 'payments':
      return listed({
        entries: observation.count,
        amounts: observation.amounts,
        'sum of amounts': observation.amountSum,
        reasons: observation.reasons,
      });
    case 'path-requests':
      return listed({
        requests: observation.count,
        'paths in each': observation.paths,
        paths: observation.routes?.map((route) => route.join(' - ')),
        fees: observation.fees,
      });
    case 'paths':
      return `${observation.count} paths`;
    case 'charge':
      if (observation.isCharged === false) return 'no charge';
      return observation.amount === undefined ? 'a charge' : `a charge of ${observation.amount}`;
    case 'events': {
      const args = Object.entries(observation.args).map(([name, value]) => `${name} ${value}`);
      return `${observation.count} events${args.length === 0 ? '' : ` with ${args.join(observation.matchesAny ? ' or ' : ', ')}`}`;
    }
    case 'settlement':
      return `settled together, asked for by ${observation.node}${suffix(' with', observation.amount)}${suffix(` and for ${observation.partner}`, observation.partnerAmount)}`;
    case 'reward':
      return observation.isClaimed ? 'a claimed reward' : 'no claimed reward';
    case 'nothing':
      return 'success';
  }
}

type Shown = bigint | number | string;

function listed(parts: Readonly<Record<string, Shown | readonly Shown[] | undefined>>): string {
  return Object.entries(parts)
    .flatMap(([name, value]) =>
      value === undefined ? [] : `${name} ${typeof value === 'object' ? `[${value.join(', ')}]` : value}`,
    )
    .join(', ');
}

function suffix(text: string, amount: Amount | undefined): string {
  return amount === undefined ? '' : `${text} ${amount}`;
}
