import { z } from 'zod';
import { CHAIN_CONTRACTS } from '../../model/network/contract-addresses.ts';
import type { Observation } from '../../model/run/observation.ts';
import type { Step } from '../../model/scenario/scenario.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import { options } from './node-options.ts';
import {
  channelOf,
  observation,
  PATIENCE_MS,
  request,
  startOf,
  status,
  task,
  type TaskContext,
  type TaskType,
  timed,
} from './task-type.ts';
import { count, flag, index, integer, node, number, seconds, state, text } from './task-values.ts';

// Far beyond any file of the team's: what is larger is a slip.
const MOST_NODES = 10_000;
const SECOND_MS = 1000;
// Nodes join no networks since version 2.0.0 (raiden.md 1.1).
const JOINED_STATUS = '405';

/** Every task type (docs/scenario-player.md) that holds no other tasks. */
export const TASKS: Readonly<Record<string, TaskType>> = {
  wait: task(seconds(), (waited) => [{ kind: 'wait', ms: waited * SECOND_MS }]),
  wait_blocks: task(count(1_000_000), (blocks) => [{ kind: 'wait', blocks }]),
  // It asks a person at a terminal whether to go on.
  wait_input: task(z.unknown(), () => []),
  open_channel: request(
    () => ({
      ...between(),
      total_deposit: integer().exactOptional(),
      settle_timeout: integer().transform(Number).exactOptional(),
    }),
    ({ from, to, totalDeposit: deposit = 0n, ...rest }, context) => ({
      kind: 'open',
      ...channelOf({ from, to }, context),
      deposit,
      ...rest,
    }),
  ),
  close_channel: request(between, (ends, context) => ({ kind: 'close', ...channelOf(ends, context) })),
  deposit: request(
    () => ({ ...between(), total_deposit: integer() }),
    (given, context) => ({ kind: 'deposit', ...given, ...channelOf(given, context) }),
  ),
  withdraw: request(
    () => ({ ...between(), total_withdraw: integer() }),
    (given, context) => ({ kind: 'withdraw', ...given, ...channelOf(given, context) }),
  ),
  transfer: request(
    () => ({
      ...between(),
      amount: integer(),
      identifier: z.union([z.literal('generate').transform(() => undefined), integer()]).exactOptional(),
      lock_timeout: count(10_000_000).exactOptional(),
    }),
    ({ from, to, amount, identifier, ...rest }, context, giveUpAfterMs) => ({
      kind: 'pay',
      ...channelOf({ from, to }, context),
      amount,
      ...withoutUndefined({ identifier }),
      ...rest,
      times: 1,
      ...withoutUndefined({ giveUpAfterMs }),
    }),
  ),
  join_network: observation(
    () => ({
      from: node(),
      funds: integer(),
      initial_channel_target: integer().exactOptional(),
      joinable_funds_target: number().exactOptional(),
      ...status(),
    }),
    ({ expectedHttpStatus: wanted = '2..' }) => {
      if (new RegExp(`^(?:${wanted})$`).test(JOINED_STATUS)) return undefined;
      const because = `expected status ${wanted}, found ${JOINED_STATUS}: nodes join no networks since version 2.0.0`;
      return { of: 'nothing', because };
    },
  ),
  leave_network: request(
    () => ({ from: node() }),
    ({ from }, { nodeOf, token }) => ({ kind: 'leave', node: nodeOf(from), token }),
  ),
  assert: timed(
    () => ({
      ...between(),
      balance: integer().exactOptional(),
      total_deposit: integer().exactOptional(),
      total_withdraw: integer().exactOptional(),
      state: state().exactOptional(),
      allow_balance_error: integer().exactOptional(),
      allow_total_deposit_error: integer().exactOptional(),
      ...status(),
    }),
    (given, context, withinMs = PATIENCE_MS) => [
      {
        kind: 'expect',
        ...channelOf(given, context),
        ...withoutUndefined({
          balance: given.balance,
          totalDeposit: given.totalDeposit,
          // The original knows no such option, and leaves it aside.
          totalWithdraw: context.asWritten ? undefined : given.totalWithdraw,
          state: given.state,
          status: given.expectedHttpStatus,
          balanceTolerance: given.allowBalanceError,
          totalDepositTolerance: given.allowTotalDepositError,
        }),
        withinMs,
      },
    ],
  ),
  assert_all: observation(
    () => ({
      from: node(),
      balances: z.array(integer()).exactOptional(),
      total_deposits: z.array(integer()).exactOptional(),
      states: z.array(state()).exactOptional(),
      ...status(),
    }),
    ({ from, expectedHttpStatus, ...expected }, { nodeOf, token }) => ({
      of: 'channels',
      node: nodeOf(from),
      token,
      ...expected,
      ...withoutUndefined({ status: expectedHttpStatus }),
    }),
  ),
  assert_sum: observation(
    () => ({
      from: node(),
      balance_sum: integer().exactOptional(),
      total_deposit_sum: integer().exactOptional(),
      // How many channels are in each state, or the states of all.
      state_sum: z.union([z.record(z.string(), count(MOST_NODES)), z.array(state())]).exactOptional(),
      ...status(),
    }),
    ({ from, expectedHttpStatus, stateSum, ...sums }, { nodeOf, token }) => ({
      of: 'channels',
      node: nodeOf(from),
      token,
      ...sums,
      ...withoutUndefined({ states: statesIn(stateSum), status: expectedHttpStatus }),
    }),
  ),
  store_channel_info: timed(
    () => ({ ...between(), key: text(), ...status() }),
    ({ expectedHttpStatus: wanted, ...given }, context) => [
      {
        kind: 'remember',
        ...channelOf(given, context),
        as: given.key,
        ...(wanted === undefined ? {} : { outcome: { kind: 'answered', status: wanted } }),
      },
    ],
  ),
  start_node: task(oneNode(), ({ node: started }, context) => [startOf(started, context)]),
  stop_node: task(oneNode(), stopOf),
  kill_node: task(oneNode(), stopOf),
  update_node_options: task(
    z.lazy(() => z.looseObject({ node: index(), options: options() })),
    (update, context) => {
      context.options.update(update);
      return [];
    },
  ),
  assert_events: observation(
    () => ({
      contract_name: z.enum(CHAIN_CONTRACTS),
      event_name: text(),
      num_events: count(1_000_000),
      event_args: z.record(z.string(), z.unknown()).prefault({}),
    }),
    ({ contractName: contract, eventName: event, numEvents, eventArgs }, context) => ({
      of: 'events',
      contract,
      event,
      args: Object.fromEntries(
        Object.entries(eventArgs).map(([name, value]) => [name, argumentText(name, value, context)]),
      ),
      count: numEvents,
      ...(context.asWritten ? { matchesAny: true } : {}),
    }),
  ),
  assert_channel_settled_event: observation(
    () => ({
      initiator: index(),
      partner: index(),
      channel_info_key: text(),
      initiator_amount: integer().exactOptional(),
      partner_amount: integer().exactOptional(),
    }),
    ({ initiator, partner, channelInfoKey: channel, ...amounts }, { nodeOf, asWritten }) => ({
      of: 'settlement',
      node: nodeOf(initiator),
      partner: nodeOf(partner),
      channel,
      // The original takes an event of which the channel alone matches.
      ...(asWritten
        ? {}
        : withoutUndefined({ amount: amounts.initiatorAmount, partnerAmount: amounts.partnerAmount })),
    }),
  ),
  assert_ms_claim: observation(
    () => ({ channel_info_key: text(), must_claim: flag().prefault(true) }),
    ({ channelInfoKey: channel, mustClaim: isClaimed }) => ({ of: 'reward', channel, isClaimed }),
  ),
  assert_pfs_routes: observation(
    () => ({
      from: index(),
      to: index(),
      amount: integer(),
      max_paths: count(1_000).prefault(5),
      expected_paths: count(1_000),
    }),
    ({ from, to, expectedPaths, ...rest }, { nodeOf, token }) => ({
      of: 'paths',
      node: nodeOf(from),
      target: nodeOf(to),
      token,
      ...rest,
      count: expectedPaths,
    }),
  ),
  assert_pfs_history: observation(
    () => ({
      source: index(),
      target: index().exactOptional(),
      request_count: count(1_000_000).exactOptional(),
      routes_count: z.union([count(1_000), z.array(count(1_000))]).exactOptional(),
      expected_routes: z.array(z.array(index())).exactOptional(),
      distinct_routes_only: flag().exactOptional(),
      expected_fees: z.array(z.union([integer(), z.array(integer())])).exactOptional(),
    }),
    ({ source, target, requestCount, routesCount, ...rest }, { nodeOf, token, asWritten }) => ({
      of: 'path-requests',
      node: nodeOf(source),
      token,
      ...withoutUndefined({
        target: target === undefined ? undefined : nodeOf(target),
        // The original takes 0 for nothing expected.
        count: asWritten && requestCount === 0 ? undefined : requestCount,
        paths: asWritten && routesCount === 0 ? undefined : routesCount,
        routes: rest.expectedRoutes?.map((route) => route.map(nodeOf)),
        distinct: rest.distinctRoutesOnly,
        fees: rest.expectedFees?.flat(),
      }),
    }),
  ),
  assert_pfs_iou: observation(
    () => ({ source: index(), amount: integer().exactOptional(), iou_exists: flag().exactOptional() }),
    ({ source, amount, iouExists }, { nodeOf, asWritten }) => {
      // The original compares an amount where there is one.
      const isCharged = asWritten && iouExists !== false ? undefined : (iouExists ?? true);
      return { of: 'charge', node: nodeOf(source), ...withoutUndefined({ amount, isCharged }) };
    },
  ),
};

function between() {
  return { from: node(), to: node() };
}

function oneNode() {
  return index().transform((at) => ({ node: at }));
}

function stopOf({ node: stopped }: { readonly node: number }, { nodeOf }: TaskContext): readonly Step[] {
  return [{ kind: 'stop', node: nodeOf(stopped) }];
}

type States = Extract<Observation, { of: 'channels' }>['states'];

function statesIn(sum: States | Readonly<Record<string, number>>): States {
  if (sum === undefined || Array.isArray(sum)) return sum as States;
  return Object.entries(sum).flatMap(([name, times]) => Array.from({ length: times }, () => name)) as States;
}

// Arguments of that name may be the index of a node.
function argumentText(name: string, value: unknown, { nodeOf }: TaskContext): string {
  if (name.includes('participant') && /^\d+$/.test(String(value))) return nodeOf(Number(value));
  return typeof value === 'string' && value.startsWith('0x') ? nodeOf(value) : String(value);
}
