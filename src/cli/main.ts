#!/usr/bin/env node
import { EXIT, type ExitCode } from './command.ts';
import { describeFailure } from './failure/failure.ts';
import { createProgram } from './program.ts';
import { processTerminal } from './terminal/terminal.ts';

const terminal = processTerminal(process, process.env);
const command = process.argv.slice(2);

// A reader that had enough (`millrace ... | head`) loses the rest of the text; the work and its verdict go on.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exit(EXIT.badInput);
  });
}
process.on('uncaughtException', (thrown) => end(fail(thrown)));
process.on('unhandledRejection', (thrown) => end(fail(thrown)));

let code: ExitCode = EXIT.asExpected;
try {
  const program = await createProgram(
    {
      terminal,
      env: process.env,
      conclude: (concluded) => {
        code = concluded;
      },
    },
    command,
  );
  await program.parseAsync(command, { from: 'user' });
} catch (thrown) {
  code = fail(thrown);
}
end(code);

function fail(thrown: unknown): ExitCode {
  const failure = describeFailure(thrown, command);
  terminal.note(failure.message);
  return failure.code;
}

// Pipes are written behind our back: leaving before they are empty would cut the output off.
function end(exitCode: ExitCode): void {
  process.exitCode = exitCode;
  process.stdout.write('', () => process.stderr.write('', () => process.exit(exitCode)));
}
