import { Command } from 'commander';
import { MILLRACE_VERSION } from '../runtime/versions.ts';
import { shellWord } from '../report/words/shell-word.ts';
import { type CommandContext, type DeclaredCommand, examples } from './command.ts';

// Every command: a new one is one line here. Loading them all takes most of the start, so one that is named is
// loaded alone.
const COMMANDS = {
  validate: async () => (await import('./validate.ts')).validateCommand,
  init: async () => (await import('./init.ts')).initCommand,
  schema: async () => (await import('./schema.ts')).schemaCommand,
  convert: async () => (await import('./convert.ts')).convertCommand,
  generate: async () => (await import('./generate.ts')).generateCommand,
  simulate: async () => (await import('./simulate.ts')).simulateCommand,
  plan: async () => (await import('./plan.ts')).planCommand,
  worker: async () => (await import('./worker.ts')).workerCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  replay: async () => (await import('./replay.ts')).replayCommand,
  check: async () => (await import('./check.ts')).checkCommand,
  load: async () => (await import('./load.ts')).loadCommand,
  compare: async () => (await import('./compare.ts')).compareCommand,
  report: async () => (await import('./report.ts')).reportCommand,
  demo: async () => (await import('./demo.ts')).demoCommand,
  completion: async () => (await import('./completion.ts')).completionCommand,
};

/**
 * The command line: with every command, or with the one that `args` name first. Parsing throws instead of
 * ending the process, so that the caller decides.
 */
export async function createProgram(context: CommandContext, args: readonly string[] = []): Promise<Command> {
  const program: Command = new Command('millrace')
    .description('Capacity planning, regression runs and load testing for networks of payment-channel nodes.')
    .version(MILLRACE_VERSION)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.terminal.out(text),
      writeErr: (text) => context.terminal.note(text),
    })
    .showHelpAfterError('Run the command with --help to see its arguments.')
    .addHelpText(
      'after',
      examples({
        'millrace demo': 'see everything once, in a minute',
        'millrace simulate scenarios/demo.yaml': 'what would happen',
        'millrace replay scenarios/demo.yaml --sandbox': 'does a REST API match the prediction',
      }) + EXIT_CODES,
    );
  for (const { create } of await commandsFor(args[0])) {
    const command = create({ ...context, line: lineOf(args), commands: allCommands });
    command.copyInheritedSettings(program);
    program.addCommand(command);
  }
  return program;
}

// As it would be typed again; how it is shown on this terminal is no part of it.
function lineOf(args: readonly string[]): string {
  const words = args.filter((word) => word !== '--json' && word !== '--no-progress');
  return ['millrace', ...words.map(shellWord)].join(' ');
}

/** The command of that name alone, none for the version, and else all of them: for help and for suggestions. */
async function commandsFor(name: string | undefined): Promise<readonly DeclaredCommand[]> {
  if (name === '--version' || name === '-V') return [];
  const load = Object.entries(COMMANDS).find(([known]) => known === name)?.[1];
  return load === undefined ? await allCommands() : [await load()];
}

/** All commands, in the order of the help. */
export async function allCommands(): Promise<readonly DeclaredCommand[]> {
  return await Promise.all(Object.values(COMMANDS).map((load) => load()));
}

const EXIT_CODES = `
Exit codes:
  0    as expected
  1    an expectation was not met, or outcomes differ
  2    bad input
  3    a target is unreachable
  4    it does not fit into memory; what had run is kept
  5    unknown: nothing contradicts, but too little could be judged
  70   a bug in Millrace
  99   a threshold of a load was not met
  130  interrupted; what had run is kept
`;
