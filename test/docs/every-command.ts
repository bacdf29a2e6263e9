import { allCommands, createProgram } from '../../src/cli/program.ts';
import { memoryTerminal } from '../cli/memory-terminal.ts';
import { PAGES } from './walk-through.ts';

/** Command lines that are not run, with the reason. */
const NOT_RUN: readonly (readonly [lines: RegExp, reason: string])[] = [
  [/millrace worker|--queue/, 'needs a Redis, often on another machine: test/e2e/plan-queue.test.ts'],
  [/^millrace report records/, 'needs what a k6 has sent: test/cli/k6/k6-export.test.ts'],
  [/load-hub.* --find-capacity/, 'searches for more than five minutes: test/e2e/find-capacity.test.ts'],
  [/real-nodes\/nodes\.yaml/, 'needs Raiden nodes: test/docs/raiden-nodes.long.test.ts'],
];

// A line or two of each command that ends in seconds; every other line is run in the long suite.
const QUICK = [
  /^millrace (validate (?!.*\*)|schema|convert|simulate|generate|check --contract --sandbox)/,
  /^millrace (report reports\/demo\/seed-7$|compare reports\/demo\/seed-7 reports\/demo\/seed-8)/,
  /^millrace replay refund.*--sandbox|^millrace check --replay cases|--export k6/,
];

// A simulation in which payments overlap refuses some that a replay of one after the other pays: "1 when anything differs".
const DIFFERS = /^millrace compare reports\/demo\/2026-\S+ reports/;

/** A command line of a help text or a page. */
interface ShownLine {
  /** The help, or the page. */
  readonly at: string;
  readonly line: string;
  /** What the page shows of what it prints. */
  readonly output: string;
  readonly exitCode: 0 | 1;
}

/** Every command line that a help text, the README or a page of `docs` shows as code, once, without pipes, by how it is tested. */
export async function everyCommand(): Promise<
  Readonly<Record<'quick' | 'long' | 'notRun', readonly ShownLine[]>>
> {
  const declared = await allCommands();
  const names = declared.map(({ name }) => name).join('|');
  const shownLine = new RegExp(
    `^ *(?:\\$ |- (?:run: )?)?(.*\\bmillrace (?:${names})\\b.*?)(?: +[#&|] ?.*)?$`,
  );
  const found = new Map<string, ShownLine>();
  for (const [at, code] of [...(await helpExamples()), ...codeOfPages()]) {
    const [, output = ''] = /^\$ .*\n\n([\s\S]*)$/.exec(code) ?? [];
    for (const shown of code.replace(output, '').split('\n')) {
      const [, line = ''] = shownLine.exec(shown) ?? [];
      const runnable = line.replaceAll('npx ', '').replaceAll(OF_THE_RUN, '1');
      if (line !== '' && (output !== '' || !found.has(runnable)))
        found.set(runnable, { at, line: runnable, output, exitCode: DIFFERS.test(runnable) ? 1 : 0 });
    }
  }
  const lines = [...found.values()];
  const isQuick = ({ line }: ShownLine): boolean => QUICK.some((each) => each.test(line));
  const isRun = ({ line }: ShownLine): boolean => !NOT_RUN.some(([each]) => each.test(line));
  return {
    quick: lines.filter((each) => isRun(each) && isQuick(each)),
    long: lines.filter((each) => isRun(each) && !isQuick(each)),
    notRun: lines.filter((each) => !isRun(each)),
  };
}

/** Exceptions that except nothing any more. */
export async function idleExceptions(): Promise<readonly string[]> {
  const { notRun } = await everyCommand();
  return NOT_RUN.filter(([each]) => !notRun.some(({ line }) => each.test(line))).map(([, reason]) => reason);
}

// What a service for continuous integration sets: the number of the run.
const OF_THE_RUN = /"?\$(?:\{\{.*?\}\}|\{\w+:-1\}|CI_\w+)"?/g;

async function helpExamples(): Promise<readonly (readonly [at: string, code: string])[]> {
  const terminal = memoryTerminal();
  const program = await createProgram({ terminal, env: {}, conclude() {} });
  for (const command of [program, ...program.commands]) command.outputHelp();
  return [...terminal.written.out.matchAll(/^ +(\$ .*)$/gm)].map(([, line = '']) => ['--help', line]);
}

function codeOfPages(): readonly (readonly [at: string, code: string])[] {
  return [...PAGES].flatMap(([path, page]) =>
    [...page.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, code = '']) => [path, code] as const),
  );
}
