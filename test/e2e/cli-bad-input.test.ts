import { createServer } from 'node:net';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesUnder, folderWith, GOOD_SCENARIO, runCli } from './built-cli.ts';

interface BadInput {
  readonly name: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly args: readonly string[];
  readonly code: 1 | 2 | 3;
  /** What the message must say; one message, whatever else is wrong because of it. */
  readonly says: RegExp;
  /** Why this machine cannot show it. */
  readonly needs?: { readonly path: string };
}

// A port that is taken and one where nobody listens; filled before the first test.
const ports = { taken: 0, closed: 0 };
const taken = createServer();

beforeAll(async () => {
  ports.taken = await listen(taken);
  const gone = createServer();
  ports.closed = await listen(gone);
  await new Promise((resolve) => gone.close(resolve));
});

afterAll(() => void taken.close());

const SCENARIO = { 'a.yaml': GOOD_SCENARIO };
const RUN = { ...SCENARIO, 'run/run.json': '{"format": "millrace-run/1",', 'run/outcomes.ndjson': '' };
const nodesAt = (...urls: readonly string[]): string =>
  urls.map((url, index) => `n${index + 1}: ${url}\n`).join('');

const PLAYER = 'version: 2\nnodes: {count: 2}\nscenario: {wait: 1}\n';
const COMMANDS: readonly BadInput[] = [
  bad(
    'a scenario that stands where a conversion would write one',
    { 'channels.json': readFileSync('examples/raiden-hub/channels.json'), 'mine/me.yaml': 'mine' },
    /mine\/me\.yaml exists already/,
    ['convert', 'channels.json', 'mine'],
  ),
  bad(
    'a conversion without a folder',
    { 'channels.json': '' },
    /found one argument, channels\.json, expected/,
    ['convert', 'channels.json'],
  ),
  bad('an empty file to convert', { 'channels.json': '' }, /channels\.json: found nothing in it, expected/, [
    'convert',
    'channels.json',
    'mine',
  ]),
  ...[['--name', 'me'], ['--token', '0x0'], ['--whole']].map((options) =>
    bad(
      `${options[0]} with a scenario-player file`,
      { 'p.yaml': PLAYER },
      new RegExp(`found ${options[0]}, expected only --environment`),
      ['convert', 'p.yaml', 'own.yaml', ...options],
    ),
  ),
  bad('a name that would end a line', { 'channels.json': '' }, /'--name <name>'.* is invalid\. A name has/s, [
    'convert',
    'channels.json',
    'mine',
    '--name',
    'me\nseed: 9',
  ]),
  bad('no command at all', SCENARIO, /Usage: millrace/, []),
  bad('a queue that is no Redis', SCENARIO, /expected the address of a Redis/, [
    'plan',
    'a.yaml',
    '--queue',
    'http://:hush@host',
  ]),
  bad('a queue without an address', SCENARIO, /there is no queue to use\n.*MILLRACE_REDIS/, ['worker']),
];

// What else a scenario can say wrongly stands in test/scenario/faults.yaml, with all that is told of it.
const SCENARIO_FILES: readonly BadInput[] = [
  bad('a scenario that is missing', {}, /nowhere\.yaml: no such file/, ['validate', 'nowhere.yaml']),
  bad('a folder instead of a scenario', { 'b.yaml/x': '' }, /b\.yaml: is a directory/, [
    'simulate',
    'b.yaml',
  ]),
  bad(
    'a scenario that is not text',
    { 'a.yaml': new Uint8Array([0xff, 0xfe, 0, 1]) },
    /a\.yaml:1:1: is not UTF-8 text/,
  ),
  bad('broken YAML', { 'a.yaml': 'question: [unclosed\nseed: 7\n' }, /a\.yaml:\d+:\d+: not valid YAML/),
  bad(
    'a snapshot that cannot be read',
    {
      'a.yaml': GOOD_SCENARIO.replace('{line: {nodes: 3}}', '{snapshot: {file: s.edgelist}}'),
      's.edgelist': 'not an edge list at all ;;\n',
    },
    /s\.edgelist/,
  ),
  bad(
    'several faults at once',
    { 'a.yaml': GOOD_SCENARIO.replace('amount: 5', 'amount: -5').replace('to: n1', 'to: n8') },
    /a\.yaml:7[^]*a\.yaml:8/,
  ),
];

const TARGETS: readonly BadInput[] = [
  bad('a node list that is missing', SCENARIO, /nodes\.yaml: no such file/, replayed()),
  bad(
    'a node list without a node of the scenario',
    { ...SCENARIO, 'nodes.yaml': nodesAt('http://127.0.0.1:1') },
    /nodes\.yaml: does not list n2, n3/,
    replayed(),
  ),
  bad(
    'a token that the scenario does not have',
    {
      ...SCENARIO,
      'nodes.yaml': `${nodesAt('http://h:1', 'http://h:2', 'http://h:3')}tokens: {DAI: "0x6B175474E89094C44Da98b954EedeAC495271d0F"}\n`,
    },
    /nodes\.yaml: tokens\.DAI: scenario a has no token DAI/,
    replayed(),
  ),
];

const TRACE = { ...SCENARIO, 'day.csv': 'at,from,to,amount\n1,n1,n3,5\n2,n1,n9,5\n' };
const TRACES: readonly BadInput[] = [
  bad('a trace with a node that is none', TRACE, /day\.csv:3:6: found "n9", expected a node of the network/, [
    'load',
    'a.yaml',
    '--sandbox',
    '--trace',
    'day.csv',
  ]),
  bad(
    'a trace that a scenario names and nobody can read',
    { 'a.yaml': `${GOOD_SCENARIO}load: {executors: {day: {executor: trace, file: gone.csv}}}\n` },
    /gone\.csv: no such file; expected recorded payments/,
  ),
];

const RUN_FOLDERS: readonly BadInput[] = [
  bad('a run folder that is missing', {}, /reports\/none: no such folder/, ['report', 'reports/none']),
  bad('a file instead of a run folder', SCENARIO, /a\.yaml: is a file/, ['compare', 'a.yaml']),
  bad('a folder that is no run', { 'notes/x.txt': '' }, /notes: is no run folder: it has no run\.json/, [
    'report',
    'notes',
  ]),
  bad('a damaged run.json', RUN, /run\/run\.json(:\d+:\d+)?: is not valid JSON/, ['report', 'run']),
  bad(
    'a run.json of somebody else',
    { ...RUN, 'run/run.json': '{"format": "x"}' },
    /run\/run\.json: .*is not a Millrace run/,
    ['report', 'run'],
  ),
  bad('a comparison for an unknown kind of file', RUN, /c\.txt: must end in \.json or \.html/, [
    'compare',
    'run',
    '-o',
    'c.txt',
  ]),
];

const OUTPUTS: readonly BadInput[] = [
  bad(
    "somebody's list where that of the runs should be",
    { ...SCENARIO, 'reports/index.html': '<h1>What I ran with Millrace</h1>' },
    /reports\/index\.html: is no page of Millrace/,
    ['simulate', 'a.yaml'],
  ),
  bad(
    'a folder where the list of the runs should be',
    { ...SCENARIO, 'reports/index.html/notes.txt': '' },
    /reports\/index\.html: is no page of Millrace/,
    ['simulate', 'a.yaml'],
  ),
  bad(
    "somebody's page where that of the run should be",
    { ...SCENARIO, 'reports/a/seed-7/report.html': '<h1>My own page</h1>' },
    /seed-7\/report\.html: is no page of Millrace/,
    ['simulate', 'a.yaml'],
  ),
  bad(
    'a file where the reports folder should be',
    { ...SCENARIO, reports: '' },
    /reports.*cannot be written: .*file/,
    ['simulate', 'a.yaml'],
  ),
  bad('a reports folder inside a file', { ...SCENARIO, 'x.txt': '' }, /x\.txt.*cannot be written/, [
    'simulate',
    'a.yaml',
    '--out',
    'x.txt/reports',
  ]),
  // Nobody answers at these nodes: that is found out only after this.
  ...['load', 'replay'].map((command) =>
    bad(
      `a ${command} that could not be kept, before any node is asked`,
      {
        ...SCENARIO,
        'x.txt': '',
        'nodes.yaml': nodesAt('http://127.0.0.1:1', 'http://127.0.0.1:2', 'http://127.0.0.1:3'),
      },
      /x\.txt.*cannot be written/,
      [command, 'a.yaml', '--nodes', 'nodes.yaml', '--out', 'x.txt/reports'],
    ),
  ),
  bad(
    'a folder where the output file should be',
    { ...SCENARIO, 'o.json/x': '' },
    /o\.json: cannot be written: a folder stands there/,
    ['generate', 'a.yaml', '-o', 'o.json'],
  ),
  {
    ...bad('a full disk', SCENARIO, /\/dev\/full: cannot be written: the disk is full/, [
      'generate',
      'a.yaml',
      '-o',
      '/dev/full',
    ]),
    needs: { path: '/dev/full' },
  },
  {
    ...bad('a place nobody may write to', SCENARIO, /\/proc\/.*cannot be written/, [
      'simulate',
      'a.yaml',
      '--out',
      '/proc/millrace',
    ]),
    needs: { path: '/proc' },
  },
];

describe.concurrent('bad input gives one clear message, the right exit code and no file', () => {
  for (const { name, files = {}, args, code, says, needs } of [
    ...SCENARIO_FILES,
    ...COMMANDS,
    ...TRACES,
    ...TARGETS,
    ...RUN_FOLDERS,
    ...OUTPUTS,
  ]) {
    const missing = needs !== undefined && !existsSync(needs.path);
    it.skipIf(missing)(missing ? `${name} (skipped: no ${needs.path}; Linux has it)` : name, async () => {
      await expectRefusal({ files, args, code, says });
    });
  }

  it('a port that is taken', async () => {
    await expectRefusal({
      files: SCENARIO,
      args: ['serve', 'a.yaml', '--port', String(ports.taken), '--path-finding-port', '0'],
      code: 2,
      says: new RegExp(`${ports.taken}`),
    });
  });

  it('a node that does not answer ends with 3', async () => {
    const gone = `http://127.0.0.1:${ports.closed}`;
    await expectRefusal({
      files: {
        ...SCENARIO,
        'nodes.yaml': nodesAt(gone, gone.replace('127.0.0.1', 'localhost'), `${gone}/third`),
      },
      args: replayed(),
      code: 3,
      says: new RegExp(`n1[^]*${ports.closed}`),
    });
  });
});

function bad(
  name: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  says: RegExp,
  args: readonly string[] = ['validate', 'a.yaml'],
): BadInput {
  return { name, files, args, code: 2, says };
}

function replayed(): readonly string[] {
  return ['replay', 'a.yaml', '--nodes', 'nodes.yaml'];
}

async function expectRefusal({
  files,
  args,
  code,
  says,
}: Required<Pick<BadInput, 'files' | 'args' | 'code' | 'says'>>): Promise<void> {
  const folder = folderWith(files);
  const before = filesUnder(folder);
  const result = await runCli(args, { folder });
  expect(result.stderr).toMatch(says);
  expect(result.code).toBe(code);
  expect(result.stderr, 'a bare stack trace').not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
  expect(result.stdout).toBe('');
  expect(filesUnder(folder), 'files left behind').toEqual(before);
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
