import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { describeFailure } from '../../../src/cli/failure/failure.ts';
import { InputError, InvariantError, UnreachableError } from '../../../src/errors.ts';
import { MILLRACE_VERSION, NODE_VERSION } from '../../../src/runtime/versions.ts';

const COMMAND = ['simulate', 'my scenario.yaml', '--seed', '8'];

describe('what a thrown error becomes', () => {
  it('bad input is told fault by fault, with its place and hint, and ends with 2', () => {
    const thrown = new InputError([
      {
        place: { file: 'a.yaml', line: 3, column: 5, path: 'seed' },
        message: 'expected text',
        hint: 'Quote it.',
      },
      { message: 'and something else', hint: 'Both at once.' },
      { message: 'and a third', hint: 'Both at once.' },
    ]);
    expect(describeFailure(thrown, COMMAND)).toEqual({
      code: 2,
      message:
        'error: a.yaml:3:5: seed: expected text\n  Quote it.\nerror: and something else\nerror: and a third\n  Both at once.\n',
    });
  });

  it('a thread of a plan that ran out of memory ends with 4 and what to set', () => {
    const thrown = Object.assign(new Error('Worker terminated'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
    const { code, message } = describeFailure(thrown, COMMAND);
    expect(code).toBe(4);
    expect(message).toMatch(/^error: a simulation does not fit[^]*NODE_OPTIONS=--max-old-space-size/);
  });

  it('a lack of descriptors is no bug of ours, and ends with 2', () => {
    const thrown = Object.assign(new Error('EMFILE: too many open files, open'), { code: 'EMFILE' });
    const { code, message } = describeFailure(thrown, COMMAND);
    expect(code).toBe(2);
    expect(message).toContain('ulimit -n');
  });

  it.each([
    ['an unreachable target ends with 3', new UnreachableError('no answer'), 3, 'error: no answer\n'],
    [
      'what commander refused is bad input, and was already told',
      new CommanderError(1, 'commander.unknownOption', "error: unknown option '--sed'"),
      2,
      '',
    ],
    ['help and version are no failure', new CommanderError(0, 'commander.helpDisplayed', 'help'), 0, ''],
  ])('%s', (_what, thrown, code, message) => {
    expect(describeFailure(thrown, COMMAND)).toEqual({ code, message });
  });

  it('anything else is our bug: the stack goes into a report, not onto the terminal', () => {
    let saved = '';
    const failure = describeFailure(new InvariantError('locked amount is -1'), COMMAND, (report) => {
      saved = report;
      return 'bug-report.txt';
    });
    expect(failure.code).toBe(70);
    expect(failure.message).toContain('InvariantError: locked amount is -1');
    expect(failure.message).toContain('bug-report.txt');
    expect(failure.message).not.toMatch(/^\s+at /m);
    expect(saved).toContain("command:  millrace simulate 'my scenario.yaml' --seed 8");
    expect(saved).toContain(
      `versions: millrace ${MILLRACE_VERSION}, Node ${NODE_VERSION}, ${process.platform} ${process.arch}\n`,
    );
    expect(saved).toMatch(/^\s+at /m);
  });

  it('a report that cannot be saved is shown under a heading', () => {
    const failure = describeFailure(new TypeError('x is undefined'), COMMAND, () => undefined);
    expect(failure.message).toMatch(
      /--- report to send ---\n[^]*TypeError: x is undefined[^]*--- end of report ---\n$/,
    );
  });

  it('a thrown value that is no error is reported as well', () => {
    expect(describeFailure('nonsense', COMMAND, () => 'bug-report.txt')).toMatchObject({ code: 70 });
  });
});
