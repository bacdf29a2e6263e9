import { z } from 'zod';
import { isAddress } from '../../model/network/address.ts';
import { CHAIN_CONTRACTS } from '../../model/network/contract-addresses.ts';
import { CHANNEL_STATES, LONGEST_SETTLE_TIMEOUT } from '../../model/network/network.ts';
import { LONGEST_MS } from '../../model/scenario/scenario.ts';
import { statusPattern } from '../fields/values.ts';
import { mapping, scalar } from '../text/schema.ts';

// Far beyond any file of the team's: what is larger is a slip.
const MOST_NODES = 10_000;
const MOST_REPETITIONS = 100_000;

/** The options of every task type (docs/scenario-player.md), by its name; those of groups, which hold other tasks, are in `GROUPS`. */
export const TASKS = {
  wait: seconds(),
  wait_blocks: count(1_000_000),
  wait_input: z.unknown(),
  open_channel: rest(() => ({
    ...between(),
    total_deposit: integer().exactOptional(),
    settle_timeout: integer().exactOptional(),
  })),
  close_channel: rest(between),
  deposit: rest(() => ({ ...between(), total_deposit: integer() })),
  withdraw: rest(() => ({ ...between(), total_withdraw: integer() })),
  transfer: rest(() => ({
    ...between(),
    amount: integer(),
    identifier: z.union([z.literal('generate').transform(() => undefined), integer()]).exactOptional(),
    lock_timeout: count(10_000_000).exactOptional(),
  })),
  join_network: rest(() => ({
    from: node(),
    funds: integer(),
    initial_channel_target: integer().exactOptional(),
    joinable_funds_target: number().exactOptional(),
  })),
  leave_network: rest(() => ({ from: node() })),
  assert: rest(() => ({
    ...between(),
    balance: integer().exactOptional(),
    total_deposit: integer().exactOptional(),
    total_withdraw: integer().exactOptional(),
    state: state().exactOptional(),
    allow_balance_error: integer().exactOptional(),
    allow_total_deposit_error: integer().exactOptional(),
  })),
  assert_all: rest(() => ({
    from: node(),
    balances: z.array(integer()).exactOptional(),
    total_deposits: z.array(integer()).exactOptional(),
    states: z.array(state()).exactOptional(),
  })),
  assert_sum: rest(() => ({
    from: node(),
    balance_sum: integer().exactOptional(),
    total_deposit_sum: integer().exactOptional(),
    state_sum: z.union([z.record(z.string(), count(MOST_NODES)), z.array(state())]).exactOptional(),
  })),
  store_channel_info: rest(() => ({ ...between(), key: text() })),
  start_node: index(),
  stop_node: index(),
  kill_node: index(),
  update_node_options: z.looseObject({ node: index(), options: options() }),
  assert_events: timed(() => ({
    contract_name: z.enum(CHAIN_CONTRACTS),
    event_name: text(),
    num_events: count(1_000_000),
    event_args: z.record(z.string(), z.unknown()).exactOptional(),
  })),
  assert_channel_settled_event: timed(() => ({
    initiator: index(),
    partner: index(),
    channel_info_key: text(),
    initiator_amount: integer().exactOptional(),
    partner_amount: integer().exactOptional(),
  })),
  assert_ms_claim: timed(() => ({ channel_info_key: text(), must_claim: flag().prefault(true) })),
  assert_pfs_routes: timed(() => ({
    from: index(),
    to: index(),
    amount: integer(),
    max_paths: count(1_000).prefault(5),
    expected_paths: count(1_000),
  })),
  assert_pfs_history: timed(() => ({
    source: index(),
    target: index().exactOptional(),
    request_count: count(1_000_000).exactOptional(),
    routes_count: z.union([count(1_000), z.array(count(1_000))]).exactOptional(),
    expected_routes: z.array(z.array(index())).exactOptional(),
    distinct_routes_only: flag().exactOptional(),
    expected_fees: z.array(z.union([integer(), z.array(integer())])).exactOptional(),
  })),
  assert_pfs_iou: timed(() => ({
    source: index(),
    amount: integer().exactOptional(),
    iou_exists: flag().exactOptional(),
  })),
} as const;

/** The options of groups, beside their tasks. */
export const GROUPS = {
  serial: group(() => ({})),
  parallel: group(() => ({ concurrency: count(MOST_REPETITIONS).exactOptional() })),
  snapshot: group(() => ({})),
} as const;

/** Task types that hold no other tasks. */
export type TaskType = keyof typeof TASKS;

/** The options of a task as they were read. */
export type TaskOptions<Type extends TaskType> = z.output<(typeof TASKS)[Type]>;

/** A node by its index, or by an address that is none of the file's nodes. */
export type NodeReference = number | string;

function between() {
  return { from: node(), to: node() };
}

function rest<Shape extends z.core.$ZodLooseShape>(shape: () => Shape) {
  return timed(() => ({ ...shape(), expected_http_status: statusPattern().exactOptional() }));
}

function timed<Shape extends z.core.$ZodLooseShape>(shape: () => Shape) {
  return z.lazy(() => mapping({ ...shape(), timeout: seconds().exactOptional() }));
}

function group<Shape extends z.core.$ZodLooseShape>(shape: () => Shape) {
  return z.lazy(() =>
    mapping({
      tasks: z.array(z.unknown()).prefault([]),
      name: text().exactOptional(),
      repeat: count(MOST_REPETITIONS).prefault(1),
      timeout: seconds().exactOptional(),
      ...shape(),
    }),
  );
}

/** An integer of any size and sign; Python lets digits be grouped, in texts too. */
export function integer() {
  return scalar({ expected: 'an integer', read: integerIn, json: { type: 'integer' } });
}

function integerIn(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  if (typeof value !== 'string' || !/^\s*[-+]?\d+(_\d+)*\s*$/.test(value)) return undefined;
  return BigInt(value.replaceAll('_', '').trim().replace(/^\+/, ''));
}

/** A small integer that is not negative. */
export function count(most: number) {
  return scalar({
    expected: `an integer from 0 to ${most}`,
    read: (value) => {
      const read = integerIn(value);
      return read !== undefined && read >= 0n && read <= BigInt(most) ? Number(read) : undefined;
    },
    json: { type: 'integer' },
  });
}

function number() {
  return scalar({
    expected: 'a number',
    read: (value) => (Number.isFinite(Number(value)) ? Number(value) : undefined),
    json: { type: 'number' },
  });
}

function seconds() {
  return scalar({
    expected: `a number of seconds from 0 to ${LONGEST_MS / 1000}`,
    read: (value) => {
      const read = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
      return value !== '' && read >= 0 && read <= LONGEST_MS / 1000 ? read : undefined;
    },
    json: { type: 'number' },
  });
}

function index() {
  return count(MOST_NODES - 1);
}

function node() {
  return scalar<NodeReference>({
    expected: 'the index of a node, or an address',
    read: (value) => {
      if (typeof value === 'string' && value.startsWith('0x')) return isAddress(value) ? value : undefined;
      const read = integerIn(value);
      return read !== undefined && read >= 0n && read < MOST_NODES ? Number(read) : undefined;
    },
    hint: (value) =>
      typeof value === 'bigint' ? 'put an address in quotes: without, it is a number' : undefined,
    json: { type: ['integer', 'string'] },
  });
}

function isScalar(value: unknown): value is string | number | bigint | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

function state() {
  return z.enum(CHANNEL_STATES);
}

function text() {
  return scalar({
    expected: 'a text',
    read: (value) => (isScalar(value) ? String(value) : undefined),
    json: { type: 'string' },
  });
}

// YAML 1.1, which the original reads, has more words for them.
/** True or false. */
export function flag() {
  return scalar({
    expected: 'true or false',
    read: (value) => {
      if (typeof value === 'boolean') return value;
      if (/^(yes|on|true)$/i.test(String(value))) return true;
      return /^(no|off|false)$/i.test(String(value)) ? false : undefined;
    },
    json: { type: 'boolean' },
  });
}

/** The options of a node that a simulation knows; the others belong to its process. */
export type NodeOptions = z.output<ReturnType<typeof options>>;

/** The command line options of a node; those without an effect here are left out. */
export function options() {
  return z.object({
    'flat-fee': feePerToken().exactOptional(),
    'proportional-fee': feePerToken().exactOptional(),
    'proportional-imbalance-fee': feePerToken().exactOptional(),
    'cap-mediation-fees': flag().exactOptional(),
    'no-cap-mediation-fees': flag().exactOptional(),
    'default-settle-timeout': count(LONGEST_SETTLE_TIMEOUT).exactOptional(),
    'default-reveal-timeout': count(LONGEST_SETTLE_TIMEOUT / 2).exactOptional(),
    'pathfinding-max-paths': count(100).exactOptional(),
    'enable-monitoring': flag().exactOptional(),
  });
}

// `[token, fee]`, as on a command line, or several of them; there is one token.
function feePerToken() {
  const one = z.tuple([z.unknown(), integer()]).transform(([, fee]) => fee);
  return z.union([one, z.array(one).transform((fees) => fees.at(-1) ?? 0n)]);
}
