import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAnyScenario } from '../../../src/jobs/parse-scenario.ts';
import { unexpectedSteps } from '../../../src/report/figures/unexpected-steps.ts';
import { type Mutation, mutatedText, mutationsOf } from './mutations.ts';
import { failedLines, playerRun } from './player-run.ts';

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
  ])('%s fails', async (task, line) => {
    expect(failedLines(await playerRun(withTasks(OPENED, task)))).toEqual([line]);
  });

  it.each([
    'join_network: {from: 0, funds: 1, expected_http_status: 405}',
    'transfer: {from: 0, to: 1, amount: 5_000, expected_http_status: (2..|409)}',
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

describe('a file is refused', () => {
  it.each([
    ['an unknown task', 'transfre: {from: 0, to: 1}', /file.yaml:7:\d+: .*unknown task type "transfre"/],
    ['an unknown option', 'assert: {from: 0, to: 1, balanc: 7}', /file.yaml:7:\d+: .*unknown key "balanc"/],
    [
      'a node beyond the count',
      'deposit: {from: 2, to: 1, total_deposit: 7}',
      /found node 2, expected an index below the 2/,
    ],
    [
      'an address that is a number in YAML',
      'deposit: {from: 0, to: 0x59105441977ecD9d805A4f5b060E34676F50F806, total_deposit: 7}',
      /expected the index of a node, or an address[^]*put an address in quotes/,
    ],
    [
      'a value of another type',
      'wait: soon',
      /file.yaml:7:\d+: .*found "soon", expected a number of seconds/,
    ],
    [
      'an option of a node that is none',
      'update_node_options: {node: 0, options: {flat-fee: 1}}',
      /file.yaml:7:\d+: .*options.flat-fee: found 1, expected/,
    ],
    [
      'a channel that no task stores',
      'assert_ms_claim: {channel_info_key: nope}',
      /file.yaml:7:\d+: .*found "nope", expected a key that a `store_channel_info` task stores/,
    ],
    [
      'a contract that is not watched',
      'assert_events: {contract_name: Foo, event_name: ChannelOpened, num_events: 1}',
      /file.yaml:7:\d+: .*contract_name: found "Foo", expected /,
    ],
  ])('for %s, with its line', async (_what, task, message) => {
    await expect(playerRun(withTasks(task))).rejects.toThrow(message);
  });
});

describe('a file that asks for too much or for nothing that is known', () => {
  const told = (text: string) => () => parseAnyScenario({ file: 'file.yaml', text, readFile: () => '' });

  it.each([
    [
      'groups that repeat groups too often',
      withTasks('serial: {repeat: 100000, tasks: [{serial: {repeat: 100000, tasks: [{wait: 1}]}}]}'),
      /^file.yaml:7:17: scenario.serial.tasks\[0\].serial: found 100000 times 100000 steps, expected at most 200000/,
    ],
    [
      'empty groups, too',
      withTasks('serial: {repeat: 100000, tasks: [{serial: {repeat: 100000, tasks: []}}]}'),
      /found 100000 times 100000 steps/,
    ],
    ['nodes that are a number', 'version: 2\nnodes: 7\nscenario: {wait: 1}\n', /found 7, expected a mapping/],
    [
      'another version',
      'version: 1\nnodes: {count: 2}\nscenario: {wait: 1}\n',
      /found 1, expected 2, the version/,
    ],
    [
      'a long time',
      withTasks('wait: 1e9'),
      /found 1000000000, expected a number of seconds from 0 to 31622400/,
    ],
  ])('is refused for %s', (_what, text, message) => {
    expect(told(text)).toThrow(message);
  });
});
