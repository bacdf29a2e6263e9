import type { ExpectedOutcome } from '../../model/run/operation.ts';
import type { Observation } from '../../model/run/observation.ts';
import type { Step, StepAction } from '../../model/scenario/scenario.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { PathStep } from '../text/yaml-document.ts';
import type { CurrentOptions } from './current-options.ts';
import type { NodeReference } from './task-fields.ts';
import type { Leaf } from './task-tree.ts';

/** How tasks become steps. */
export interface TaskContext {
  /** The file and the line of a task. */
  readonly placeOf: (path: readonly PathStep[]) => string;
  readonly token: TokenName;
  readonly nodeOf: (reference: NodeReference) => NodeName;
  readonly nodes: readonly NodeName[];
  /** Goes through the tasks as they stand in the file. */
  readonly options: CurrentOptions;
  /** Checks no more than the original does. */
  readonly asWritten: boolean;
}

const SECOND_MS = 1000;
// As long as the original asks again where a task does not say how long (docs/scenario-player.md).
const PATIENCE_S = 300;

type LeafOf<Kind extends Leaf['kind']> = Extract<Leaf, { kind: Kind }>;

/** The steps of one task, one after the other; none for a task that asks nothing of a network. */
export function stepsOf(task: Leaf, context: TaskContext): readonly Step[] {
  const { nodeOf } = context;
  switch (task.kind) {
    case 'wait':
      return [{ kind: 'wait', ms: task.options * SECOND_MS }];
    case 'wait_blocks':
      return [{ kind: 'wait', blocks: task.options }];
    // It asks a person at a terminal whether to go on.
    case 'wait_input':
      return [];
    case 'open_channel':
    case 'close_channel':
    case 'deposit':
    case 'withdraw':
    case 'transfer':
      return [{ ...requestOf(task, context), outcome: answered(task.options.expected_http_status) }];
    case 'leave_network': {
      const { from, expected_http_status } = task.options;
      const outcome = answered(expected_http_status);
      return [{ kind: 'leave', node: nodeOf(from), token: context.token, outcome }];
    }
    case 'update_node_options':
      context.options.update(task.options);
      return [];
    case 'start_node':
      return [startOf(task.options, context)];
    case 'stop_node':
    case 'kill_node':
      return [{ kind: 'stop', node: nodeOf(task.options) }];
    case 'store_channel_info': {
      const { from, to, key } = task.options;
      return [{ kind: 'remember', ...channelOf({ from, to }, context), as: key }];
    }
    case 'assert':
      return [expectation(task, context)];
    case 'join_network':
    case 'assert_all':
    case 'assert_sum':
    case 'assert_events':
    case 'assert_channel_settled_event':
    case 'assert_ms_claim':
    case 'assert_pfs_routes':
    case 'assert_pfs_history':
    case 'assert_pfs_iou': {
      const observation = observationOf(task, context);
      return observation === undefined
        ? []
        : [
            {
              kind: 'observe',
              observation,
              withinMs: patienceOf(task.options),
            },
          ];
    }
  }
}

/** A node that starts, with what its options have become. */
export function startOf(index: number, { nodeOf, options }: TaskContext): Step {
  return { kind: 'start', node: nodeOf(index), ...withoutUndefined({ settings: options.changed(index) }) };
}

function answered(status = '2..'): ExpectedOutcome {
  return { kind: 'answered', status };
}

function patienceOf({ timeout = PATIENCE_S }: { readonly timeout?: unknown }): number {
  return Number(timeout) * SECOND_MS;
}

function channelOf({ from, to }: LeafOf<'close_channel'>['options'], { nodeOf, token }: TaskContext) {
  return { from: nodeOf(from), to: nodeOf(to), token };
}

function requestOf(
  task: LeafOf<'open_channel' | 'close_channel' | 'deposit' | 'withdraw' | 'transfer'>,
  context: TaskContext,
): StepAction {
  const channel = channelOf(task.options, context);
  switch (task.kind) {
    case 'open_channel': {
      const { total_deposit: deposit = 0n, settle_timeout } = task.options;
      const settleTimeout = settle_timeout === undefined ? undefined : Number(settle_timeout);
      return { kind: 'open', ...channel, deposit, ...withoutUndefined({ settleTimeout }) };
    }
    case 'close_channel':
      return { kind: 'close', ...channel };
    case 'deposit':
      return { kind: 'deposit', ...channel, totalDeposit: task.options.total_deposit };
    case 'withdraw':
      return { kind: 'withdraw', ...channel, totalWithdraw: task.options.total_withdraw };
    case 'transfer': {
      const { amount, identifier, lock_timeout: lockTimeout, timeout } = task.options;
      const giveUpAfterMs = timeout === undefined ? undefined : timeout * SECOND_MS;
      return {
        kind: 'pay',
        ...channel,
        amount,
        times: 1,
        ...withoutUndefined({ identifier, lockTimeout, giveUpAfterMs }),
      };
    }
  }
}

function expectation({ options }: LeafOf<'assert'>, context: TaskContext): Step {
  const { balance, total_deposit, total_withdraw, state } = options;
  return {
    kind: 'expect',
    ...channelOf(options, context),
    withinMs: patienceOf(options),
    ...withoutUndefined({
      balance,
      totalDeposit: total_deposit,
      // The original knows no such option, and leaves it aside.
      totalWithdraw: context.asWritten ? undefined : total_withdraw,
      state,
      balanceTolerance: options.allow_balance_error,
      totalDepositTolerance: options.allow_total_deposit_error,
    }),
  };
}

type Observed = LeafOf<
  | 'join_network'
  | 'assert_all'
  | 'assert_sum'
  | 'assert_events'
  | 'assert_channel_settled_event'
  | 'assert_ms_claim'
  | 'assert_pfs_routes'
  | 'assert_pfs_history'
  | 'assert_pfs_iou'
>;

function observationOf(task: Observed, context: TaskContext): Observation | undefined {
  const { nodeOf, token, asWritten } = context;
  switch (task.kind) {
    case 'join_network':
      return joining(task);
    case 'assert_all': {
      const { from, balances, total_deposits: totalDeposits, states } = task.options;
      return {
        of: 'channels',
        node: nodeOf(from),
        token,
        ...withoutUndefined({ balances, totalDeposits, states }),
      };
    }
    case 'assert_sum': {
      const { from, balance_sum: balanceSum, total_deposit_sum: totalDepositSum, state_sum } = task.options;
      const states = statesIn(state_sum);
      return {
        of: 'channels',
        node: nodeOf(from),
        token,
        ...withoutUndefined({ balanceSum, totalDepositSum, states }),
      };
    }
    case 'assert_events': {
      const { contract_name: contract, event_name: event, num_events: count, event_args = {} } = task.options;
      const args = Object.fromEntries(
        Object.entries(event_args).map(([name, value]) => [name, argumentText(name, value, context)]),
      );
      return { of: 'events', contract, event, args, count, ...(asWritten ? { matchesAny: true } : {}) };
    }
    case 'assert_channel_settled_event': {
      const {
        initiator,
        partner,
        channel_info_key: channel,
        initiator_amount,
        partner_amount,
      } = task.options;
      // The original takes an event of which the channel alone matches.
      const amounts = asWritten
        ? {}
        : withoutUndefined({ amount: initiator_amount, partnerAmount: partner_amount });
      return { of: 'settlement', node: nodeOf(initiator), partner: nodeOf(partner), channel, ...amounts };
    }
    case 'assert_ms_claim':
      return { of: 'reward', channel: task.options.channel_info_key, isClaimed: task.options.must_claim };
    case 'assert_pfs_routes': {
      const { from, to, amount, max_paths: maxPaths, expected_paths: count } = task.options;
      return { of: 'paths', node: nodeOf(from), target: nodeOf(to), token, amount, maxPaths, count };
    }
    case 'assert_pfs_history':
      return requests(task, context);
    case 'assert_pfs_iou': {
      const { source, amount, iou_exists } = task.options;
      // The original compares an amount where there is one.
      const isCharged = asWritten && iou_exists !== false ? undefined : (iou_exists ?? true);
      return { of: 'charge', node: nodeOf(source), ...withoutUndefined({ amount, isCharged }) };
    }
  }
}

// The endpoint is gone since version 2.0.0 of the node (raiden.md 1.1).
function joining({ options }: LeafOf<'join_network'>): Observation | undefined {
  const { expected_http_status: wanted = '2..' } = options;
  return new RegExp(`^(?:${wanted})$`).test('405')
    ? undefined
    : {
        of: 'nothing',
        because: `expected status ${wanted}, found 405: nodes join no networks since version 2.0.0`,
      };
}

function requests(
  { options }: LeafOf<'assert_pfs_history'>,
  { nodeOf, token, asWritten }: TaskContext,
): Observation {
  const { source, target, request_count, routes_count, expected_fees, expected_routes } = options;
  // The original takes 0 for nothing expected.
  const [count, paths] = [request_count, routes_count].map((expected) =>
    asWritten && expected === 0 ? undefined : expected,
  ) as [typeof request_count, typeof routes_count];
  return {
    of: 'path-requests',
    node: nodeOf(source),
    token,
    ...withoutUndefined({
      target: target === undefined ? undefined : nodeOf(target),
      count,
      paths,
      routes: expected_routes?.map((route) => route.map(nodeOf)),
      distinct: options.distinct_routes_only,
      fees: expected_fees?.flat(),
    }),
  };
}

type StateSum = LeafOf<'assert_sum'>['options']['state_sum'];

// How many channels are in each state, or the states of all.
function statesIn(sum: StateSum): Extract<Observation, { of: 'channels' }>['states'] {
  if (sum === undefined || Array.isArray(sum)) return sum;
  return Object.entries(sum).flatMap(([state, times]) =>
    Array.from({ length: times }, () => state),
  ) as ReturnType<typeof statesIn>;
}

// Arguments of that name may be the index of a node.
function argumentText(name: string, value: unknown, { nodeOf }: TaskContext): string {
  if (name.includes('participant') && /^\d+$/.test(String(value))) return nodeOf(Number(value));
  return typeof value === 'string' && value.startsWith('0x') ? nodeOf(value) : String(value);
}
