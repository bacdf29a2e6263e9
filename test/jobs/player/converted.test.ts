import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { convertPlayer } from '../../../src/jobs/convert/convert-player.ts';
import { parseScenario } from '../../../src/jobs/parse-scenario.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { ENVIRONMENT, playerRun, TEAM_FILES } from './player-run.ts';

const FOLDER = 'test/jobs/player/files';
const OWN_FILES = readdirSync(FOLDER).map(
  (file) => [file, readFileSync(`${FOLDER}/${file}`, 'utf8')] as const,
);

const converted = (text: string): Promise<string> =>
  convertPlayer({ file: 'file.yaml', text, environment: ENVIRONMENT, asWritten: false });

const parsed = (text: string) => parseScenario({ file: 'file.yaml', text });

// Whatever happened, but for sleeps and for when and where in the file it was.
const course = ({ records, end }: Run) => [
  records
    .filter(({ operation }) => operation.kind !== 'wait')
    .map(({ operation, outcome, trace }) => [
      operation.kind,
      outcome.kind,
      trace?.path,
      trace?.fee,
      trace?.received,
    ]),
  end?.edges().map((edge) => end.getEdgeAttributes(edge)),
];

describe.each([...TEAM_FILES, ...OWN_FILES])('%s, converted', (_name, text) => {
  it('goes as the original does', async () => {
    const run = await simulate({ scenario: parsed(await converted(text)) });
    expect(course(run)).toEqual(course(await playerRun(text)));
  });
});

describe('a sleep before assertions', () => {
  const tasks = async (...lines: readonly string[]): Promise<string> => {
    const text = `version: 2
nodes: {count: 2, default_options: {default-settle-timeout: 40, default-reveal-timeout: 10}}
scenario:
  serial:
    tasks:
      - open_channel: {from: 0, to: 1, total_deposit: 1000}
${lines.map((line) => `      - ${line}`).join('\n')}
`;
    const written = await converted(text);
    return written.slice(written.indexOf('outcome') + 1);
  };
  const PAID = 'transfer: {from: 0, to: 1, amount: 10}';
  const RECEIVED = 'assert: {from: 1, to: 0, balance: 10, timeout: 20}';

  it.each([
    ['becomes their patience', [PAID, 'wait: 5', RECEIVED], 'balance: 10, within: 25000ms'],
    ['in blocks, too', [PAID, 'wait_blocks: 2', RECEIVED], 'balance: 10, within: 50000ms'],
    ['of several parts, too', [PAID, 'wait: 1', 'wait: 2', RECEIVED], 'balance: 10, within: 23000ms'],
    [
      'serves all that follow',
      [
        PAID,
        'wait: 5',
        'assert_sum: {from: 0, balance_sum: 990, timeout: 1}',
        `parallel: {tasks: [${RECEIVED}]}`,
      ],
      'balance: 10, within: 25000ms',
    ],
  ])('%s', async (_what, lines, expected) => {
    const written = await tasks(...lines);
    expect(written).not.toContain('wait:');
    expect(written).toContain(expected);
  });

  const KEPT = 'assert: {from: 0, to: 1, balance: 990, timeout: 20}';

  it.each([
    ['is followed by something else', [PAID, 'stop_node: 1', 'wait: 5', 'start_node: 1', RECEIVED]],
    [
      'gives time to what must not happen',
      [PAID, 'wait: 5', 'assert_pfs_history: {source: 0, request_count: 0}', RECEIVED],
    ],
    ['shows that a balance stays', [PAID, KEPT, 'wait: 120', KEPT]],
    [
      'shows that a balance stays, in blocks',
      [PAID, KEPT, 'wait_blocks: 50', 'assert_sum: {from: 0, balance_sum: 990}'],
    ],
    ['shows that a balance stays, in parts', [PAID, KEPT, 'wait: 60', 'wait: 60', KEPT]],
    [
      'shows that a balance stays, beside others',
      [PAID, `parallel: {tasks: [{serial: {tasks: [{wait: 5}, {${KEPT}}]}}, {wait: 5}]}`],
    ],
    [
      'shows that a balance stays, from the second turn on',
      [PAID, `serial: {repeat: 2, tasks: [{wait: 5}, {${KEPT}}]}`],
    ],
    [
      'comes after a refusal',
      [
        'transfer: {from: 1, to: 0, amount: 10, expected_http_status: 409}',
        'wait: 5',
        'assert_sum: {from: 1, balance_sum: 0}',
      ],
    ],
    [
      'a later task needs',
      [
        'stop_node: 1',
        'close_channel: {from: 0, to: 1}',
        'wait_blocks: 60',
        'assert_events: {contract_name: TokenNetwork, event_name: ChannelClosed, num_events: 1}',
        'open_channel: {from: 0, to: 1, total_deposit: 5, expected_http_status: 201}',
      ],
    ],
  ])('stays where it %s', async (_what, lines) => {
    const written = await tasks(...lines);
    expect(written.match(/wait:/g)).toHaveLength(lines.join().match(/wait(_blocks)?:/g)?.length ?? 0);
  });

  it('goes, however many stay that later tasks need', async () => {
    const reopened = Array.from({ length: 21 }, (_, before) => [
      'close_channel: {from: 0, to: 1}',
      'wait_blocks: 60',
      `assert_events: {contract_name: TokenNetwork, event_name: ChannelClosed, num_events: ${before + 1}}`,
      'open_channel: {from: 0, to: 1, total_deposit: 5, expected_http_status: 201}',
    ]).flat();
    const written = await tasks(PAID, 'wait: 5', RECEIVED, 'stop_node: 1', ...reopened);
    expect(written).toContain('balance: 10, within: 25000ms');
    expect(written.match(/wait:/g)).toHaveLength(21);
  });
});

describe('a converted file', () => {
  it('keeps groups and loops', async () => {
    const text = await converted(`version: 2
nodes: {count: 2}
scenario:
  serial:
    name: all
    tasks:
      - parallel: {name: both, concurrency: 2, repeat: 3, tasks: [{wait: 5}, {stop_node: 1}]}
`);
    expect(text.slice(text.indexOf('steps:'))).toBe(`steps:
  - serial:
      name: all
      steps:
        - parallel:
            name: both
            repeat: 3
            atOnce: 2
            steps:
              - wait: 5000ms
              - stop: node1
`);
  });

  it('is refused by the line of the task that it comes from', async () => {
    const text = `version: 2
nodes: {count: 2}
scenario:
  serial:
    tasks:
      - snapshot: {tasks: [{wait: 1}]}
      - wait: 1
      - parallel:
          tasks:
            - wait: 2
            - assert: {from: 0, to: 1, balance: -4}
`;
    await expect(converted(text)).rejects.toThrow(
      /^file.yaml:11: assert cannot be converted: found -4, expected [^\n]*integer from 0/,
    );
  });

  it('is refused by the group that it comes from', async () => {
    const text = 'version: 2\nnodes: {count: 2}\nscenario: {serial: {tasks: [{parallel: {tasks: []}}]}}\n';
    await expect(converted(text)).rejects.toThrow(
      /^file.yaml:3:30: scenario.serial.tasks\[0\].parallel: cannot be converted: found an empty list/,
    );
  });

  it('is refused where a task can only fail, with its line', async () => {
    const text = 'version: 2\nnodes: {count: 2}\nscenario: {join_network: {from: 0, funds: 1}}\n';
    await expect(converted(text)).rejects.toThrow(/file.yaml:3: join_network cannot be converted/);
  });

  it('is refused where a task expects nothing, as the converted step would be', async () => {
    const text = 'version: 2\nnodes: {count: 2}\nscenario: {assert_sum: {from: 0}}\n';
    await expect(converted(text)).rejects.toThrow(
      'file.yaml:3: assert_sum cannot be converted: it expects nothing',
    );
  });
});
