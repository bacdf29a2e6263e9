import { describe, expect, it } from 'vitest';
import { CHAIN_CONTRACTS } from '../../../src/model/network/contract-addresses.ts';
import { CurrentOptions } from '../../../src/scenario/player/node-options.ts';
import type { TaskContext } from '../../../src/scenario/player/task-type.ts';
import { TASKS } from '../../../src/scenario/player/task-types.ts';

// Two values of each key, in whatever task it stands; a task with values of its own says so.
const VALUES: Readonly<Record<string, readonly [unknown, unknown]>> = {
  from: [0, 2],
  to: [1, 2],
  source: [0, 2],
  target: [1, 2],
  initiator: [0, 2],
  partner: [1, 2],
  timeout: [5, 6],
  expected_http_status: [200, 404],
  state: ['opened', 'closed'],
  states: [['opened'], ['closed']],
  state_sum: [{ opened: 1 }, { opened: 2 }],
  balances: [[1], [2]],
  total_deposits: [[1], [2]],
  contract_name: [CHAIN_CONTRACTS[0], CHAIN_CONTRACTS[1]],
  event_name: ['a', 'b'],
  event_args: [{ amount: 1 }, { amount: 2 }],
  key: ['a', 'b'],
  channel_info_key: ['a', 'b'],
  must_claim: [true, false],
  expected_routes: [[[0, 1]], [[0, 2]]],
  distinct_routes_only: [true, false],
  expected_fees: [[1], [2]],
  iou_exists: [true, false],
};

// Nodes join no networks, and a request other than a payment is answered before any timeout.
const LEFT_ASIDE = [
  ...['from', 'funds', 'initial_channel_target', 'joinable_funds_target', 'timeout'].map(
    (key) => `join_network.${key}`,
  ),
  ...['open_channel', 'close_channel', 'deposit', 'withdraw', 'leave_network', 'store_channel_info'].map(
    (task) => `${task}.timeout`,
  ),
];

interface Shaped {
  readonly unwrap?: () => Shaped;
  readonly shape?: Readonly<Record<string, unknown>>;
}

const keysOf = (schema: Shaped): readonly string[] => Object.keys((schema.unwrap?.() ?? schema).shape ?? {});

const KEYS = Object.entries(TASKS).flatMap(([task, { schema }]) =>
  task === 'update_node_options' ? [] : keysOf(schema as Shaped).map((key) => [task, key] as const),
);

function stepsOf(task: string, key: string, at: 0 | 1) {
  const { schema, steps } = TASKS[task] as NonNullable<(typeof TASKS)[string]>;
  const context: TaskContext = {
    placeOf: () => '',
    token: 'TKN',
    nodeOf: (node) => `node${node}`,
    nodes: ['node0', 'node1', 'node2'],
    options: new CurrentOptions(() => ({}), { userDeposit: 0n }),
    asWritten: false,
  };
  const options = keysOf(schema as Shaped).map((name) => [
    name,
    (VALUES[name] ?? [7, 8])[name === key ? at : 0],
  ]);
  return steps(schema.parse(Object.fromEntries(options)), context);
}

describe('a key of a task that is accepted', () => {
  it.each(KEYS.filter(([task, key]) => !LEFT_ASIDE.includes(`${task}.${key}`)))(
    'counts: %s, %s',
    (task, key) => {
      expect(stepsOf(task, key, 1)).not.toEqual(stepsOf(task, key, 0));
    },
  );
});
