import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('..', import.meta.url).pathname;
const SOURCES = sourcesUnder('src');
const TESTS = sourcesUnder('test');

interface Source {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

// Who may import whom: a folder of one line may use those of any later line, never its own line's others.
const LAYERS: readonly (readonly string[])[] = [
  ['cli', 'index', 'arbitraries'],
  ['jobs'],
  ['scenario', 'topology', 'workload', 'routing', 'simulator', 'rest', 'verdict', 'report'],
  ['runtime'],
  ['ports'],
  ['model'],
  ['statistics'],
  ['errors'],
];

// Folders whose rooms, their folders and files, import each other one way only.
const LAYERED = ['src/report', 'src/simulator', 'src/verdict'];

// Lines of code a folder may have, neither blank nor comment. A folder may use what another gives up; `src`, and `src` with
// its tests, may only be lowered.
const BUDGETS: Readonly<Record<string, number>> = {
  'src/cli': 6_176,
  'src/jobs': 15_664,
  'src/k6': 265,
  'src/model': 5_548,
  'src/ports': 437,
  'src/report': 9_388,
  'src/rest': 5_169,
  'src/routing': 1_017,
  'src/runtime': 843,
  'src/scenario': 5_243,
  'src/simulator': 6_106,
  'src/statistics': 642,
  'src/topology': 1_681,
  'src/verdict': 8_764,
  'src/web': 484,
  'src/workload': 1_302,
  src: 68_800,
  test: 44_860,
};
// A budget follows the code down: it is lowered with the change that leaves more unused.
const MOST_UNUSED = 300;

interface Rule {
  readonly name: string;
  readonly judge: (source: Source) => readonly string[];
  /** A text that breaks the rule: a rule that cannot fail guards nothing. */
  readonly planted: Source;
}

const RULES: readonly Rule[] = [
  {
    name: 'imports run one way: cli, index, arbitraries -> jobs -> parts -> runtime -> ports -> model -> statistics -> errors',
    judge: wrongImports,
    planted: {
      path: 'src/routing/shortcut.ts',
      text: "import { scaleFree } from '../topology/scale-free.ts';\n",
    },
  },
  {
    name: 'the model imports no folder but statistics and errors',
    judge: (source) => (source.path.startsWith('src/model/') ? wrongImports(source) : []),
    planted: { path: 'src/model/leak.ts', text: "import type { Clock } from '../src/ports/clock.ts';\n" },
  },
  {
    name: 'a planning question returns data, which the report formats',
    judge: forbidden(/from '(?:\.\.\/)+report\//, (path) => path.startsWith('src/jobs/plan/')),
    planted: {
      path: 'src/jobs/plan/questions/wordy.ts',
      text: "import { grouped } from '../../../report/words/number-format.ts';\n",
    },
  },
  {
    name: 'a protocol of the simulator is imported by the registry and its own folder only',
    judge: protocolImports,
    planted: { path: 'src/simulator/shell.ts', text: "import { raiden } from './raiden/raiden.ts';\n" },
  },
  {
    name: 'time and chance are touched in src/runtime only',
    judge: forbidden(
      /(?<![\w.'-])(new Date\b|Date\.now|setTimeout|setInterval|setImmediate|performance\.|Math\.random|process\.hrtime|randomBytes|randomInt|randomUUID|getRandomValues)|(?<!import \{ (?:hash|createHash) \} from )['"](?:node:)?(?:timers|timers\/promises|perf_hooks|crypto)['"]/,
      // A hash is neither; and what a browser and k6 run has neither our clocks nor anything to do with results.
      (path) => path.startsWith('src/') && !/^src\/(?:runtime|web|k6)\//.test(path),
    ),
    planted: { path: 'src/simulator/impatient.ts', text: 'const nowMs = Date.now();\n' },
  },
  {
    name: 'files, arguments and environment are read in src/cli only; how many files are left is asked once',
    judge: forbidden(
      /['"](?:node:)?(?:fs|fs\/promises|child_process|os)['"]|(?<![\w.'-])process\.(?:argv|env|exit|cwd|stdout|stderr|stdin|on)\b/,
      (path) =>
        path.startsWith('src/') && !path.startsWith('src/cli/') && path !== 'src/runtime/open-files.ts',
    ),
    planted: { path: 'src/report/eager.ts', text: "import { writeFileSync } from 'node:fs';\n" },
  },
  {
    name: 'nothing writes to the console outside src/cli',
    judge: forbidden(
      /(?<![\w.'-])console\./,
      (path) => path.startsWith('src/') && !/^src\/(?:cli|web|k6)\//.test(path),
    ),
    planted: { path: 'src/jobs/chatty.ts', text: "console.log('here');\n" },
  },
  {
    name: 'results use only arithmetic that has the same bytes on every Node',
    judge: forbidden(
      /Math\.(?:pow|sin|cos|tan|asin|acos|atan2?|sinh|cosh|tanh|cbrt|expm1|log1p|log2|log10|hypot)\b/,
      (path) =>
        /^src\/(?:model|runtime|topology|workload|routing|simulator|verdict|jobs|statistics)\//.test(path),
    ),
    planted: { path: 'src/workload/wave.ts', text: 'const load = Math.sin(timeMs);\n' },
  },
  {
    name: 'a file fits a few screens: at most 400 lines',
    judge: ({ path, text }) =>
      path.startsWith('src/') && lineCount(text) > 400 ? [`${path}: ${lineCount(text)} lines`] : [],
    planted: { path: 'src/jobs/everything.ts', text: 'export {};\n'.repeat(401) },
  },
  {
    name: 'files are named after one thing',
    judge: ({ path }) =>
      /(?:^|\/)(?:utils?|helpers?|types|common|misc|shared)\.ts$/.test(path) || /[A-Z_]/.test(path)
        ? [path]
        : [],
    planted: { path: 'src/model/utils.ts', text: '' },
  },
  {
    name: 'no test is switched off or singled out without saying why',
    judge: forbidden(/\b(?:it|test|describe)\.(?:only|skip|todo)\b/, (path) => path.startsWith('test/')),
    // Put together here so that this file does not trip over itself.
    planted: { path: 'test/lonely.test.ts', text: ['it', "only('runs alone', () => {});\n"].join('.') },
  },
];

describe.each(RULES)('$name', ({ judge, planted }) => {
  it('holds in every file', () => {
    expect([...SOURCES, ...TESTS].flatMap(judge)).toEqual([]);
  });

  it('is broken by a planted file', () => {
    expect(judge(planted)).toHaveLength(1);
  });
});

interface HouseRule {
  readonly name: string;
  readonly judge: (sources: readonly Source[]) => readonly string[];
  readonly planted: readonly Source[];
}

// Rules that no file breaks alone.
const HOUSE_RULES: readonly HouseRule[] = [
  {
    name: 'no two exported types, classes or constants of src have one name',
    judge: sharedNames,
    planted: [
      { path: 'src/model/run/moment.ts', text: "export type Moment = 'start' | 'end';\n" },
      { path: 'src/report/moment.ts', text: 'export interface Moment {}\n' },
    ],
  },
  {
    name: 'a folder fits a screen: at most 20 files at one level',
    judge: crowdedFolders,
    planted: Array.from({ length: 21 }, (_, index) => ({ path: `src/jobs/job-${index}.ts`, text: '' })),
  },
  {
    name: 'no circle between files, imports of types included',
    judge: (sources) => circles(sources, ({ path }) => path),
    planted: [
      { path: 'src/model/hen.ts', text: "import type { Egg } from './egg.ts';\n" },
      { path: 'src/model/egg.ts', text: "export type { Shell } from './run/shell.ts';\n" },
      { path: 'src/model/run/shell.ts', text: "import { type Hen } from '../hen.ts';\n" },
    ],
  },
  {
    name: `no circle between the rooms of ${LAYERED.join(', ')}: their folders, and files beside them`,
    judge: (sources) =>
      LAYERED.flatMap((folder) => {
        const within = sources.filter(({ path }) => path.startsWith(`${folder}/`));
        return circles(within, ({ path }) => path.split('/').slice(0, 3).join('/'));
      }),
    planted: [
      { path: 'src/verdict/bounds/egg.ts', text: "import { hen } from '../rules/hen.ts';\n" },
      { path: 'src/verdict/rules/hen.ts', text: "import { shell } from '../bounds/shell.ts';\n" },
    ],
  },
];

describe('the budgets of lines', () => {
  const budgets = Object.entries(BUDGETS);

  it.each(budgets)('%s has at most %i lines of code, and few less', (folder, most) => {
    const unused = most - codeLines(folder, SOURCES.concat(TESTS));
    expect(unused, `${-unused} lines too many (CONTRIBUTING.md)`).toBeGreaterThanOrEqual(0);
    expect(unused).toBeLessThanOrEqual(MOST_UNUSED);
  });

  it.each(budgets)('%s with a planted file has more than %i lines', (folder, most) => {
    const planted = { path: `${folder}/planted.ts`, text: 'export {};\n'.repeat(MOST_UNUSED + 1) };
    expect(codeLines(folder, [...SOURCES, ...TESTS, planted])).toBeGreaterThan(most);
  });

  it('cover every folder of src', () => {
    const folders = new Set(SOURCES.flatMap(({ path }) => /^src\/\w+(?=\/)/.exec(path)?.[0] ?? []));
    expect([...folders].filter((folder) => BUDGETS[folder] === undefined)).toEqual([]);
  });

  it('have never been lower, of src and of src with its tests', () => {
    const totals = ({ src = 0, test = 0 }: Readonly<Record<string, number>>) => [src, src + test] as const;
    const [source, all] = totals(BUDGETS);
    const lower = earlierBudgets()
      .map(totals)
      .filter(([earlierSource, earlierAll]) => source > earlierSource || all > earlierAll);
    expect(lower).toEqual([]);
  });
});

describe.each(HOUSE_RULES)('$name', ({ judge, planted }) => {
  it('holds in the whole house', () => {
    expect(judge([...SOURCES, ...TESTS])).toEqual([]);
  });

  it('is broken by planted files', () => {
    expect(judge(planted)).toHaveLength(1);
  });
});

describe('the documentation', () => {
  const commandsFile = read('src/cli/program.ts');
  const commands = [...commandsFile.matchAll(/^ {2}(\w+): async \(\) =>/gm)].map(
    ([, name]) => name as string,
  );
  const page = read('docs/command-line.md');

  it('knows every command', () => {
    expect(commands).toContain('simulate');
    // The tables of options are generated (generated-files.test.ts).
    const hasAll = (name: string): boolean =>
      [`## millrace ${name}`, `<!-- options of ${name} -->`].every((part) => page.includes(part));
    expect(commands.filter((command) => !hasAll(command))).toEqual([]);
  });
});

interface LockedPackage {
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

describe('the lock file', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const listed = Object.keys(packages).filter((path) => path !== '');

  // `npm install` behind a registry that serves one platform only drops the others; `npm ci` then refuses.
  it('lists every optional dependency, whatever machine wrote it', () => {
    const missing = Object.values(packages)
      .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
      .filter((name) => !listed.some((path) => path.endsWith(`node_modules/${name}`)));
    expect(missing).toEqual([]);
  });

  it('holds the digest of every package, for every platform', () => {
    expect(listed.filter((path) => packages[path]?.integrity === undefined)).toEqual([]);
  });
});

// Not a failure: a list to look at when one is near the limit.
const long = SOURCES.filter(({ text }) => lineCount(text) > 300).map(
  ({ path, text }) => `${path}: ${lineCount(text)}`,
);
describe('long files', () => {
  it(`are few (over 300 lines: ${long.join(', ') || 'none'})`, () => {
    expect(long.length).toBeLessThanOrEqual(5);
  });
});

// A protocol is a folder with a file of its own name.
function protocolImports({ path, text }: Source): readonly string[] {
  if (!path.startsWith('src/simulator/')) return [];
  const protocols = SOURCES.flatMap(
    (source) => /^src\/simulator\/([\w-]+)\/\1\.ts$/.exec(source.path)?.[1] ?? [],
  );
  return protocols
    .filter((name) => !path.startsWith(`src/simulator/${name}/`))
    .filter((name) => new RegExp(`from '[./]+/${name}/`).test(text))
    .map((name) => `${path} imports from ${name}/`);
}

function wrongImports({ path, text }: Source): readonly string[] {
  if (!path.startsWith('src/')) return [];
  const from = folderOf(path);
  const layer = LAYERS.findIndex((folders) => folders.includes(from));
  return importedFiles({ path, text })
    .filter((target) => {
      const to = folderOf(target);
      if (to === from) return false;
      const below = LAYERS.findIndex((folders) => folders.includes(to));
      // The reports embed the browser's scripts as text; no module imports them.
      if (to === 'web') return true;
      // Types only: what k6's script reads and writes.
      if (target === 'src/k6/formats.ts') return !['jobs', 'cli'].includes(from);
      // A page's script shows what the page does with the same blocks, words and drawings.
      if (from === 'web' && to === 'report') return false;
      if (layer === -1) return below < LAYERS.findIndex((folders) => folders.includes('model'));
      return below <= layer;
    })
    .map((target) => `${path} imports ${target}`);
}

const EXPORTED = /^export (?:declare |abstract )*(?:interface|type|class|const|enum) (\w+)/gm;

function sharedNames(sources: readonly Source[]): readonly string[] {
  const homes = new Map<string, string[]>();
  for (const { path, text } of sources)
    if (path.startsWith('src/'))
      for (const [, name = ''] of text.matchAll(EXPORTED))
        homes.set(name, [...(homes.get(name) ?? []), path]);
  return [...homes]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: ${paths.join(', ')}`);
}

const MOST_FILES = 20;

function crowdedFolders(sources: readonly Source[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(([folder, count]) => `${folder}: ${count} files`);
}

/** Each circle once, as what stands along it; `nameOf`: the file, or what it belongs to. */
function circles(
  sources: readonly Source[],
  nameOf: (source: Pick<Source, 'path'>) => string,
): readonly string[] {
  const targets = new Map<string, Set<string>>();
  for (const source of sources)
    for (const path of importedFiles(source)) {
      const [from, to] = [nameOf(source), nameOf({ path })];
      if (from !== to || path === source.path) targets.set(from, (targets.get(from) ?? new Set()).add(to));
    }
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) found.push([...way.slice(way.indexOf(path)), path].join(' -> '));
    if (done.has(path) || way.includes(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...way, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return found;
}

function importedFiles({ path, text }: Source): readonly string[] {
  return importsOf(text)
    .filter((target) => target.startsWith('.'))
    .map((target) => relative(ROOT, resolve(ROOT, dirname(path), target)));
}

function importsOf(text: string): readonly string[] {
  return [
    ...text.matchAll(/(?:^|\n)\s*(?:import|export)\b[^'";]*?\bfrom\s*'([^']+)'|\bimport\(?\s*'([^']+)'/g),
  ].map(([, from, bare]) => (from ?? bare) as string);
}

function folderOf(path: string): string {
  const [, first = ''] = path.split('/');
  return first.replace(/\.ts$/, '');
}

function forbidden(
  pattern: RegExp,
  applies: (path: string) => boolean,
): (source: Source) => readonly string[] {
  return ({ path, text }) =>
    applies(path)
      ? text
          .split('\n')
          .flatMap((line, index) =>
            !/^\s*(?:\/\/|\/?\*)/.test(line) && pattern.test(line)
              ? [`${path}:${index + 1}: ${line.trim()}`]
              : [],
          )
      : [];
}

function codeLines(folder: string, sources: readonly Source[]): number {
  return sources
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => !/^\s*(?:$|\/\/|\/\*|\*)/.test(line)).length;
}

// The numbers of every version of this file in the history of this clone; none without a history.
function earlierBudgets(): readonly Readonly<Record<string, number>>[] {
  const git = (...words: readonly string[]): string =>
    spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' }).stdout ?? '';
  const versions = git(
    'log',
    '--format=%H',
    '-G',
    "^ *'?(src|test).*: [0-9_]+,$",
    '--',
    'test/tidy.test.ts',
  ).split('\n');
  return versions
    .filter((commit) => commit !== '')
    .map((commit) => git('show', `${commit}:test/tidy.test.ts`))
    .flatMap((text) => /^const BUDGETS.*?^};/ms.exec(text) ?? [])
    .map((budgets) =>
      Object.fromEntries(
        [...budgets.matchAll(/^ {2}'?([\w/]+)'?: ([\d_]+),/gm)].map(([, folder = '', most = '']) => [
          folder,
          Number(most.replaceAll('_', '')),
        ]),
      ),
    );
}

function lineCount(text: string): number {
  return text.split('\n').length - 1;
}

function sourcesUnder(folder: string): readonly Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, text: read(path) }));
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
