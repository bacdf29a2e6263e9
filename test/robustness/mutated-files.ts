import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { runProgram } from '../cli/run-program.ts';
import { filesUnder, folderWith, planFolderIn } from '../e2e/built-cli.ts';
import { drawn, type HardTries, mustHold, type TriedRow } from './hard-tries.ts';
import { mutated } from './mutations.ts';
import { requireWords, runTried, type TriedEnd } from './tried-command.ts';
import { PLANNED, SHORT } from './tried-scenarios.ts';
import { newFolder } from '../new-folder.ts';

const BAD_INPUT = 2;
const UNREACHABLE = 3;
// Of a scenario whose network has become another one.
const FIELD = /^error: \w+: [\w.[\]]+: /m;

const SNAPSHOT = (file: string): string =>
  `question: q\nseed: 1\nnetwork: {topology: {snapshot: {file: ${file}}}, capacity: 100}\ntraffic: [{arrivals: {poisson: {perSecond: 1}}, amounts: 3, count: 6}]\n`;
const TRACED = `${SHORT}load: {executors: {day: {executor: trace, file: day.csv}}}\n`;
const RECORDS = TRACED.replace('day.csv', 'day.ndjson');
const AMOUNTS = SHORT.replace('amounts: 3', 'amounts: {csv: {file: amounts.csv, column: amount}}');
const GRAPH = `question: q\nseed: 1\nnetwork:\n  topology:\n    channels:\n      - {between: [a, b], deposits: [50, 60]}\n      - {between: [b, c], deposits: [70, 80]}\nsteps: [{pay: {from: a, to: c, amount: 1}}]\n`;
const LISTED = `n1: http://127.0.0.1:1\nn2: {url: "http://127.0.0.1:1/second", headers: {Authorization: "Bearer \${TOKEN}"}}\nn3:\n  url: http://127.0.0.1:1/third\n  dialect: raiden-light\nn4: http://127.0.0.1:1/fourth\n`;
const ACCEPTED = '- check: history\n  call: pay\n  seen: succeeded # late\n  reason: entries are late\n';
const LOAD = 'load short.yaml --nodes nodes.yaml --rate 10 --duration 0.1 --deadline 1'.split(' ');
const NAMES: Readonly<Record<string, string>> = {
  json: 'graphology JSON',
  graphml: 'GraphML',
  gexf: 'GEXF, which is refused',
};
const CASE = new URL('./cases/ae84b82f.yaml', import.meta.url);

/** Files of every kind that is read, changed by chance. */
export const mutatedFiles: HardTries = {
  kind: 'Mutated files',
  what: 'Bytes are flipped, cut, doubled and put in, words and lines exchanged. The command runs, or ends with 2 and names the file, or the field of the scenario that no longer fits it (a node list may also lead nowhere, or to a machine that the load must be allowed); never a stack trace, never 70.',
  rows: [
    row(
      'a scenario in YAML',
      200,
      inFolder({ 'a.yaml': GRAPH + PLANNED.slice(PLANNED.indexOf('plan:')) }, ['validate', 'a.yaml']),
    ),
    row('a scenario with traffic', 200, inFolder({ 'a.yaml': SHORT }, ['validate', 'a.yaml'])),
    row(
      'a scenario in JSON',
      200,
      inFolder({ 'a.json': JSON.stringify(parse(GRAPH), null, 1) }, ['validate', 'a.json']),
    ),
    ...['json', 'graphml', 'gexf'].map((format) => row(`a network in ${NAMES[format]}`, 200, graph(format))),
    row(
      'an edge list',
      200,
      inFolder(
        {
          'a.edgelist': "a b {'capacity': 250}\nb c {'capacity': 99}\n# end\n",
          's.yaml': SNAPSHOT('a.edgelist'),
        },
        ['validate', 's.yaml'],
      ),
    ),
    row(
      'a CSV of payments',
      200,
      inFolder(
        {
          'day.csv': 'at,from,to,amount,note\n1,n1,n3,5,a\n2.5,n2,n4,"6",b\n3,n4,n1,7,c\n',
          's.yaml': TRACED,
        },
        ['validate', 's.yaml'],
      ),
    ),
    row(
      'a CSV of amounts',
      200,
      inFolder({ 'amounts.csv': 'amount,who\n5,a\n6,b\n"7",c\n', 's.yaml': AMOUNTS }, ['validate', 's.yaml']),
    ),
    row('recorded payments of a run', 200, recorded),
    row('a run folder of `simulate`, by `report`', 200, runFolder(['simulate'], ['report'])),
    row(
      'a run folder of `replay`, by `report`',
      200,
      runFolder(['replay', '--sandbox', '--speed', '1000'], ['report']),
    ),
    row(
      'a run folder of `replay`, by `compare`',
      200,
      runFolder(['replay', '--sandbox', '--speed', '1000'], ['compare']),
    ),
    row(
      'a run folder of `load`, by `report`',
      200,
      runFolder(['load', '--sandbox', '--rate', '50', '--duration', '0.5'], ['report']),
    ),
    row('the journal of a plan, by `plan --resume`', 20, journal),
    row(
      'a case, by `check --replay`',
      200,
      inFolder(
        { 'case.yaml': readFileSync(CASE, 'utf8') },
        'check --simulated --replay case.yaml --out .'.split(' '),
      ),
    ),
    row(
      'known violations, by `check --accepted`',
      200,
      inFolder(
        { 'accepted.yaml': ACCEPTED },
        'check --simulated --runs 1 --accepted accepted.yaml --out . --case-folder cases'.split(' '),
      ),
    ),
    row('a node list, by `load`', 200, inFolder({ 'nodes.yaml': LISTED, 'short.yaml': SHORT }, LOAD)),
    row('a variable of the environment in a node list', 200, environment),
  ],
};

/** How one try is made: the command line, which file is changed, and where it stands. */
interface Reading {
  /** Absolute. */
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Only what is built has threads. */
  readonly isBuilt?: boolean;
}

type Reader = () => Promise<(random: () => number) => Reading>;

function row(name: string, tries: number, reader: Reader): TriedRow {
  return {
    name,
    tries,
    async start() {
      const read = await reader();
      return {
        async attempt(random) {
          const { file, args, env = { TOKEN: 'x' }, isBuilt = false } = read(random);
          const bytes = readFileSync(file);
          try {
            const ended = isBuilt ? runTried(args, dirname(file)) : inProcess(args, env);
            requireClear(await ended, basename(file));
          } catch (error) {
            const shown = JSON.stringify(bytes.toString('latin1').slice(0, 3000));
            throw new Error(`${(error as Error).message}\n${file}: ${shown}`, { cause: error });
          }
        },
      };
    },
  };
}

async function inProcess(args: readonly string[], env: NodeJS.ProcessEnv): Promise<TriedEnd> {
  const { out, note, code } = await runProgram(args, { env, tellsFailure: true });
  return { code: code ?? 0, text: note + out };
}

function requireClear(end: TriedEnd, file: string): void {
  requireWords(end);
  const { code, text } = end;
  mustHold(code !== UNREACHABLE || /node/.test(text), 'unreachable, and no node is named', text);
  const isNamed = text.includes(file) || FIELD.test(text);
  mustHold(code !== BAD_INPUT || isNamed, `${file} is not named`, text);
}

// The first file is the one that is changed.
function inFolder(files: Readonly<Record<string, string>>, args: readonly string[]): Reader {
  return async () => {
    const folder = folderWith(files);
    const [name = ''] = Object.keys(files);
    const [original, file] = [readFileSync(join(folder, name)), join(folder, name)];
    const known = [...Object.keys(files), 'cases', '.'];
    return (random) => {
      writeFileSync(file, mutated(original, random));
      return { file, args: args.map((word) => (known.includes(word) ? join(folder, word) : word)) };
    };
  };
}

function graph(format: string): Reader {
  return async () => {
    const folder = folderWith({ 'a.yaml': GRAPH });
    const file = `network.${format}`;
    const made = await runProgram(['generate', join(folder, 'a.yaml'), '-o', join(folder, file)]);
    mustHold(made.note.includes('3 nodes'), 'no network to change', made.note);
    const text = readFileSync(join(folder, file), 'utf8');
    return await inFolder({ [file]: text, 's.yaml': SNAPSHOT(file) }, ['validate', 's.yaml'])();
  };
}

async function recorded() {
  const folder = folderWith({ 'short.yaml': SHORT });
  await runProgram(['simulate', join(folder, 'short.yaml'), '--out', folder]);
  const text = readFileSync(join(folder, 'short', 'seed-7', 'outcomes.ndjson'), 'utf8');
  const few = text.split('\n').slice(0, 10).join('\n');
  return await inFolder({ 'day.ndjson': few, 's.yaml': RECORDS }, ['validate', 's.yaml'])();
}

// Any of the files of a run.
function runFolder([command = '', ...options]: readonly string[], reading: readonly string[]): Reader {
  return async () => {
    const folder = folderWith({ 'short.yaml': SHORT.replace('60', '12') });
    await runProgram([command, join(folder, 'short.yaml'), ...options, '--out', folder]);
    const [run = ''] = filesUnder(join(folder, 'short')).filter((name) => !name.includes('/'));
    const original = join(folder, 'short', run);
    const names = filesUnder(original).filter(
      (name) => /\.(?:json|ndjson|gz)$/.test(name) && statSync(join(original, name)).isFile(),
    );
    return (random) => {
      // A list of runs is made two folders above.
      const copy = join(newFolder('millrace-mutated'), 'short', 'run');
      cpSync(original, copy, { recursive: true });
      const file = join(copy, drawn(random, names));
      writeFileSync(file, mutated(readFileSync(file), random));
      return { file, args: [...reading, copy] };
    };
  };
}

async function journal() {
  const folder = folderWith({
    'planned.yaml': PLANNED.replace('replications: 6', 'replications: 2').replace('200}', '20}'),
  });
  const args = ['plan', join(folder, 'planned.yaml'), '--threads', '1'];
  await runTried(args, folder);
  const kept = planFolderIn(folder, 'planned');
  const file = join(kept, 'replications.ndjson');
  const original = readFileSync(file);
  return (random: () => number) => {
    writeFileSync(file, mutated(original, random));
    return { file, args: [...args, '--resume', kept], isBuilt: true };
  };
}

async function environment() {
  const folder = folderWith({ 'nodes.yaml': LISTED, 'short.yaml': SHORT });
  const args = LOAD.map((word) => (word.endsWith('yaml') ? join(folder, word) : word));
  return (random: () => number) => {
    const env = { TOKEN: mutated(Buffer.from('c2VjcmV0OnRva2Vu'), random).toString('latin1') };
    return { file: join(folder, 'nodes.yaml'), args, env };
  };
}
