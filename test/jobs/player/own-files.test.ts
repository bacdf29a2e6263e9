import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { mutatedText, type Mutation, mutationsOf } from './mutations.ts';
import { ENVIRONMENT, failedLines, playerRun, TEAM_FILES } from './player-run.ts';
import { parseAnyScenario, readPlayer } from '../../../src/jobs/parse-scenario.ts';
import { isStated, unexpectedSteps } from '../../../src/report/figures/unexpected-steps.ts';
import { replay } from '../../../src/jobs/replay/replay.ts';
import { startSandbox } from '../../../src/jobs/sandbox.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { LockstepClock } from '../../../src/runtime/lockstep-clock.ts';

const FOLDER = 'test/jobs/player/files';
const FILES = readdirSync(FOLDER).map((file) => [file, readFileSync(`${FOLDER}/${file}`, 'utf8')] as const);

const TWO_NODES = `version: 2
nodes: {count: 2}
scenario:
  serial:
    name: all
    tasks:
`;

const withTasks = (...tasks: readonly string[]): string =>
  TWO_NODES + tasks.map((task) => `      - ${task}\n`).join('');
const OPENED = 'open_channel: {from: 0, to: 1, total_deposit: 1_000}';

describe.each(FILES)('a file of every other task type, %s', (_file, text) => {
  it('passes, and fails at the line of each assertion that is changed', async () => {
    expect(failedLines(await playerRun(text))).toEqual([]);
    const changes = lastOfEachTask(mutationsOf(text));
    expect(failedLines(await playerRun(mutatedText(text, changes)))).toEqual(
      changes.map(({ taskLine }) => taskLine),
    );
  });
});

// Of the tasks of one line each has one value changed.
function lastOfEachTask(mutations: readonly Mutation[]): readonly Mutation[] {
  return [...new Map(mutations.map((mutation) => [mutation.taskLine, mutation])).values()];
}

describe('a failed task', () => {
  it('tells file, line, way, expected and found', async () => {
    const run = await playerRun(withTasks(OPENED, 'assert: {from: 0, to: 1, balance: 999, timeout: 3}'));
    expect(unexpectedSteps(run.records, run.header)).toMatchObject([
      {
        step: 'file.yaml:8 all / assert',
        expected: 'balance 999 within 3 s',
        observed: 'expected balance 999, found 1000',
      },
    ]);
  });

  it.each([
    ['join_network: {from: 0, funds: 1}', 8],
    ['transfer: {from: 0, to: 1, amount: 5_000}', 8],
    ['assert: {from: 0, to: 1, expected_http_status: 404}', 8],
    ['assert: {from: 1, to: 1, balance: 1, expected_http_status: 404}', 8],
    ['assert_all: {from: 0, expected_http_status: 404}', 8],
    ['assert_sum: {from: 0, expected_http_status: 404}', 8],
    ['store_channel_info: {from: 0, to: 1, key: a, expected_http_status: 404}', 8],
  ])('%s fails', async (task, line) => {
    expect(failedLines(await playerRun(withTasks(OPENED, task)))).toEqual([line]);
  });

  it.each([
    'join_network: {from: 0, funds: 1, expected_http_status: 405}',
    'transfer: {from: 0, to: 1, amount: 5_000, expected_http_status: (2..|409)}',
    // No node takes a text without checksum for an address, in a path or in a body.
    'transfer: {from: 0, to: "0x00000000000000000000000000000000000000ab", amount: 1, expected_http_status: 404}',
    'deposit: {from: 0, to: "0x00000000000000000000000000000000000000ab", total_deposit: 1, expected_http_status: 404}',
    'open_channel: {from: 0, to: "0x00000000000000000000000000000000000000ab", expected_http_status: 400}',
    'assert: {from: 0, to: "0x00000000000000000000000000000000000000ab", expected_http_status: 404}',
    'assert: {from: 0, to: 1, balance: 1_000, expected_http_status: 200}',
    'wait_input: null',
    'kill_node: 1',
    'update_node_options: {node: 0, options: {gas-price: fast, pathfinding-max-fee: 5}}',
    'update_node_options: {node: 0, options: {flat-fee: [x, 1]}}',
  ])('%s passes', async (task) => {
    expect(failedLines(await playerRun(withTasks(OPENED, task)))).toEqual([]);
  });
});

describe('as written', () => {
  it.each([
    ['an option that the original does not know', 'assert: {from: 0, to: 1, total_withdraw: 7}'],
    [
      'events of which one argument matches',
      'assert_events: {contract_name: TokenNetwork, event_name: ChannelOpened, num_events: 1, event_args: {participant1: 0, participant2: 0}}',
    ],
    ['a debt that is none', 'assert_pfs_iou: {source: 0, amount: 5}'],
    [
      'no requests where there is one',
      'assert_pfs_routes: {from: 1, to: 0, amount: 1, expected_paths: 0}',
      'assert_pfs_history: {source: 1, request_count: 0, routes_count: 0}',
    ],
    [
      'other amounts of a settlement',
      'store_channel_info: {from: 0, to: 1, key: kept}',
      'close_channel: {from: 0, to: 1}',
      'assert_channel_settled_event: {initiator: 0, partner: 1, channel_info_key: kept, initiator_amount: 7}',
    ],
  ])('passes %s, which is checked otherwise', async (_what, ...tasks) => {
    const text = withTasks(OPENED, ...tasks);
    expect(failedLines(await playerRun(text))).toEqual([7 + tasks.length]);
    expect(failedLines(await playerRun(text, { asWritten: true }))).toEqual([]);
  });

  it('leaves aside an option that does not exist, which is refused otherwise', async () => {
    const text = withTasks(OPENED, 'assert: {from: 0, to: 1, balanc: 7}');
    expect(failedLines(await playerRun(text, { asWritten: true }))).toEqual([]);
    await expect(playerRun(text)).rejects.toThrow('unknown key "balanc"');
  });
});

interface RefusedFile {
  readonly what: string;
  readonly task?: string;
  readonly text?: string;
  readonly told: string;
}

const REFUSED: readonly RefusedFile[] = parse(readFileSync('test/jobs/player/refused.yaml', 'utf8'));

describe('a file is refused, with its line,', () => {
  it.each(REFUSED)('for $what', ({ task = '', text = withTasks(task), told }) => {
    const read = () => parseAnyScenario({ file: 'file.yaml', text });
    expect(read).toThrow(told);
    expect(read).toThrow(/^file\.yaml:\d+:\d+: /);
  });
});

const scenarioOf = (text: string) =>
  readPlayer({ file: 'file.yaml', text, environment: ENVIRONMENT, asWritten: false }).scenario;

async function servedRun(text: string, lockstep?: LockstepClock): Promise<Run> {
  const scenario = scenarioOf(text);
  const speed = lockstep === undefined ? 1000 : 1;
  const sandbox = await startSandbox({ scenario, speed, lockstep });
  try {
    return await replay({ scenario, targets: sandbox.targets, pace: 'scenario', speed, lockstep });
  } finally {
    await sandbox.stop();
  }
}

it('a file passes over HTTP as it does in a simulation, with every assertion judged there', async () => {
  const run = await servedRun(TEAM_FILES.get('ms1_simple_monitoring') as string);
  expect(failedLines(run)).toEqual([]);
  expect(run.records.filter(isStated)).toHaveLength(7);
  expect(run.comparison?.differences).toBe(0);
});

it.each([
  ['pfs1_get_a_simple_path', TEAM_FILES.get('pfs1_get_a_simple_path') as string],
  ['pfs8_mediator_goes_offline', TEAM_FILES.get('pfs8_mediator_goes_offline') as string],
  [
    'one that starts nodes with other options',
    readFileSync('test/jobs/player/files/other-options.yaml', 'utf8'),
  ],
  ['one whose mediators pay', readFileSync('test/jobs/player/files/paid-to-balance.yaml', 'utf8')],
])('in lockstep %s goes over HTTP as in a simulation, at the same moments', async (_name, text) => {
  const run = await servedRun(text, new LockstepClock());
  expect(failedLines(run)).toEqual([]);
  expect(run.comparison?.differences).toBe(0);
  const moments = ({ records }: Run) =>
    records
      .map(({ operation, endedAtMs }) => [operation.id, endedAtMs] as const)
      .toSorted(([one], [other]) => one - other);
  expect(moments(run)).toEqual(moments(await simulate({ scenario: scenarioOf(text) })));
});
