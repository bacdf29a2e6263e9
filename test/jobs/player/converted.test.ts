import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { convertPlayer, parseScenario } from '../../../src/jobs/parse-scenario.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { ENVIRONMENT, playerRun, TEAM_FILES } from './player-run.ts';

const FOLDER = 'test/jobs/player/files';
const OWN_FILES = readdirSync(FOLDER).map(
  (file) => [file, readFileSync(`${FOLDER}/${file}`, 'utf8')] as const,
);

const converted = (text: string): string =>
  convertPlayer({ file: 'file.yaml', text, environment: ENVIRONMENT, asWritten: false });

const parsed = (text: string) => parseScenario({ file: 'file.yaml', text, readFile: () => '' });

// Whatever happened, but for where it is written.
const course = ({ records, end }: Run) => [
  records.map(({ operation: { origin: _origin, ...operation }, ...record }) => ({ ...record, operation })),
  end?.edges().map((edge) => end.getEdgeAttributes(edge)),
];

describe.each([...TEAM_FILES, ...OWN_FILES])('%s, converted', (_name, text) => {
  it('goes as the original does', async () => {
    const run = await simulate({ scenario: parsed(converted(text)) });
    expect(course(run)).toEqual(course(await playerRun(text)));
  });
});

describe('a converted file', () => {
  it('keeps groups and loops', () => {
    const text = converted(`version: 2
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

  it('is refused by the line of the task that it comes from', () => {
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
    expect(() => converted(text)).toThrow(
      /^file.yaml:11: assert cannot be converted: found -4, expected [^\n]*integer from 0/,
    );
  });

  it('is refused by the group that it comes from', () => {
    const text = 'version: 2\nnodes: {count: 2}\nscenario: {serial: {tasks: [{parallel: {tasks: []}}]}}\n';
    expect(() => converted(text)).toThrow(
      /^file.yaml: scenario.serial.tasks\[0\].parallel: cannot be converted: found an empty list/,
    );
  });

  it('is refused where a task can only fail, with its line', () => {
    const text = 'version: 2\nnodes: {count: 2}\nscenario: {join_network: {from: 0, funds: 1}}\n';
    expect(() => converted(text)).toThrow(/file.yaml:3: join_network cannot be converted/);
  });
});
