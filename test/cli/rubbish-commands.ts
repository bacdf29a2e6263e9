import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/command.ts';
import { loadScenario } from '../../src/cli/files/scenario-file.ts';
import { nodeListText } from '../../src/cli/nodes/node-list.ts';
import { runProgram } from './run-program.ts';
import { startSandbox } from '../../src/jobs/sandbox.ts';
import type { Rubbish } from '../fixtures/rubbish.ts';
import { type Asked, startRubbishNodes } from '../fixtures/rubbish-nodes.ts';
import { newFolder } from '../new-folder.ts';

const SCENARIO = `question: What does rubbish do?
seed: 7
network:
  topology: {line: {nodes: 3}}
  capacity: 1000
traffic:
  - name: all
    arrivals: {poisson: {perSecond: 10}}
    duration: 300ms
    amounts: 1
steps:
  - pay: {from: n1, to: n3, amount: 5}
  - deposit: {from: n1, to: n2, totalDeposit: 600}
`;

/** How a command ended, with all that it said. */
interface Ended {
  readonly text: string;
  readonly code: number | undefined;
}

/** The command lines that ask nodes, whichever part of the work they begin with. */
export type AskingCommand =
  | 'replay'
  | 'replay with a set-up'
  | 'load'
  | 'search'
  | 'check'
  | 'contract'
  | 'report';

/** Those that drive nodes, and begin by looking at them. */
export const DRIVING = ['replay', 'replay with a set-up', 'load', 'search'] as const;

/** Commands that ask nodes, and nodes that answer them what a test says. */
export interface RubbishCommands {
  readonly commands: Readonly<Record<AskingCommand, readonly string[]>>;
  run(
    command: readonly string[],
    rubbish: (asked: Asked) => Buffer | undefined,
    how?: { readonly dripMs: number },
  ): Promise<Ended>;
  close(): Promise<void>;
}

/** Starts a sandbox behind nodes that may answer rubbish, and records the load that `report` looks at. */
export async function startRubbishCommands(): Promise<RubbishCommands> {
  const folder = newFolder('millrace-rubbish');
  const file = join(folder, 'rubbish.yaml');
  writeFileSync(file, SCENARIO);
  const sandbox = await startSandbox({ scenario: loadScenario(file, { seed: undefined }), speed: 1000 });
  const common = ['--deadline', '1', '--out', folder];
  const existing = [...common, '--use-existing'];
  const load = ['load', file, '--rate', '20', '--duration', '0.3', ...existing];
  const run: RubbishCommands['run'] = async (command, rubbish, how) => {
    const nodes = await startRubbishNodes(sandbox.targets, rubbish, how);
    const list = join(mkdtempSync(join(folder, 'list-')), 'nodes.yaml');
    writeFileSync(list, nodeListText(nodes.targets));
    try {
      const args = [...command, '--nodes', list];
      const { note, out, code } = await runProgram(args, { tellsFailure: true });
      return { text: note + out, code };
    } finally {
      await nodes.close();
    }
  };
  const recorded = async (command: readonly string[]): Promise<string> => {
    const { text } = await run(command, () => undefined);
    const found = /Report +(.*)\/report\.html/.exec(text)?.[1];
    if (found === undefined) throw new Error(`the load was not recorded: ${text}`);
    return found;
  };
  return {
    commands: {
      replay: ['replay', file, ...existing],
      'replay with a set-up': ['replay', file, ...common],
      load,
      search: ['load', file, '--find-capacity', 'p(99)<2s', '--rate', '1', '--duration', '1', ...existing],
      check: ['check', ...common, '--runs', '1', '--time', '2s', '--case-folder', join(folder, 'cases')],
      contract: ['check', '--contract', '--deadline', '1'],
      report: ['report', await recorded(load)],
    },
    run,
    close: () => sandbox.stop(),
  };
}

/** A command that meets one kind of rubbish. */
export interface RubbishMet {
  readonly kind: string;
  readonly bytes: Rubbish[1];
  readonly command: (typeof DRIVING)[number] | 'report';
}

/** The tests that each command names the nodes that it asks. */
export function testRubbish(met: readonly RubbishMet[]): void {
  let nodes: RubbishCommands;
  beforeAll(async () => {
    nodes = await startRubbishCommands();
  });
  afterAll(() => nodes.close());

  it.each(met)(
    'nodes that answer nothing but rubbish are named, each with what it answered, by $command: $kind',
    async ({ bytes, command }) => {
      const [said] = fc.sample(bytes, 1);
      const ended = await nodes.run(nodes.commands[command], () => said);
      if (command === 'report') requireReportNames(ended);
      else requireDriverNames(ended);
    },
  );
}

const NAMES = ['n1', 'n2', 'n3'];

// A command that drives nodes ends with a line for each, in which nothing is that a terminal would obey.
function requireDriverNames({ code, text }: Ended): void {
  expect(code, text).toBe(EXIT.unreachable);
  for (const name of NAMES)
    expect(text).toMatch(new RegExp(`node ${name} (answered \\d+ |(gave no|does not|is not).*: ).+`));
  expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
  expect(text.length).toBeLessThan(20_000);
}

// A report of a load that is looked at later has a line for each node. Where no answer came at all, nothing is known.
function requireReportNames({ code, text }: Ended): void {
  expect([EXIT.notAsExpected, EXIT.unknown], text).toContain(code);
  for (const name of NAMES) expect(text).toMatch(new RegExp(`^  ✗ ${name}: .{10,}`, 'm'));
  expect(text.split('\n').length).toBeLessThan(25);
}
