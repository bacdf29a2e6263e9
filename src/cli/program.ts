import { Command } from '@commander-js/extra-typings';
import { MILLRACE_VERSION } from '../runtime/versions.ts';
import { type CommandContext, examples } from './command.ts';
import { compareCommand } from './compare.ts';
import { demoCommand } from './demo.ts';
import { generateCommand } from './generate.ts';
import { loadCommand } from './load.ts';
import { replayCommand } from './replay.ts';
import { reportCommand } from './report.ts';
import { serveCommand } from './serve.ts';
import { simulateCommand } from './simulate.ts';
import { validateCommand } from './validate.ts';

// Every command: a new one is one line here.
const COMMANDS = [
  validateCommand,
  generateCommand,
  simulateCommand,
  serveCommand,
  replayCommand,
  loadCommand,
  compareCommand,
  reportCommand,
  demoCommand,
];

/** The whole command line. Parsing throws instead of ending the process, so that the caller decides. */
export function createProgram(context: CommandContext): Command {
  const program: Command = new Command('millrace')
    .description('Capacity planning, regression runs and load testing for networks of payment-channel nodes.')
    .version(MILLRACE_VERSION)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.terminal.out(text),
      writeErr: (text) => context.terminal.note(text),
    })
    .showHelpAfterError('Run the command with --help to see what it takes.')
    .addHelpText(
      'after',
      examples({
        'millrace demo': 'see everything once, in half a minute',
        'millrace simulate scenarios/demo.yaml': 'what would happen',
        'millrace replay scenarios/demo.yaml --sandbox': 'does a REST API do what was predicted',
      }) + EXIT_CODES,
    );
  for (const create of COMMANDS) {
    const command = create(context);
    command.copyInheritedSettings(program);
    program.addCommand(command);
  }
  return program;
}

const EXIT_CODES = `
Exit codes:
  0    as expected
  1    an expectation was not met, or outcomes differ
  2    bad input
  3    a target is unreachable
  70   a bug in Millrace
  99   a threshold of a load was not met
  130  interrupted; what had run is kept
`;
