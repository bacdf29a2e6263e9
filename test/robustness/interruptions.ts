import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_FILES } from '../../src/cli/run-folder/run-files.ts';
import { folderWith, keptOfPlan, planFolderIn, filesUnder } from '../e2e/built-cli.ts';
import { wrongAmounts } from '../fixtures/liars.ts';
import { startedSandbox } from '../fixtures/in-sandbox.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';
import { drawn, type HardTries, mustHold, type TriedRow } from './hard-tries.ts';
import {
  contentOf,
  requireReadable,
  requireWords,
  runSignalled,
  runTried,
  type TriedEnd,
} from './tried-command.ts';
import { BUSY, PLANNED, SHORT } from './tried-scenarios.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGKILL'] as const;
const SPEED = 500;
const INTERRUPTED = 130;

/** Signals at any moment of the commands that keep something. */
export const interruptions: HardTries = {
  kind: 'Interruptions',
  what: 'SIGINT, SIGTERM or SIGKILL at any moment. What was kept is read again, whole; what goes on or is run again comes to the same bytes; no draft and no process stays, and the exit code is a documented one.',
  rows: [
    row('`simulate`', 24, async () => ({
      files: { 'busy.yaml': BUSY },
      args: ['simulate', 'busy.yaml'],
      after: simulatedAgain,
    })),
    row('`plan`', 24, async () => ({ files: { 'planned.yaml': PLANNED }, args: PLAN, after: resumed })),
    row('`replay`', 24, () => asking(['replay', 'short.yaml', '--nodes', 'nodes.yaml'])),
    row('`load`', 24, () =>
      asking(['load', 'short.yaml', '--nodes', 'nodes.yaml', '--rate', '100', '--duration', '1']),
    ),
    row('`check`', 10, checking),
  ],
};

const PLAN = ['plan', 'planned.yaml', '--threads', '2'];

/** A command that is interrupted, and what is asked of what it left. */
interface Interrupted {
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** Given the folder, and one in which nothing was interrupted. */
  readonly after?: (folder: string, undisturbed: string) => Promise<void>;
  readonly close?: () => Promise<void>;
}

function row(name: string, tries: number, prepare: () => Promise<Interrupted>): TriedRow {
  return {
    name,
    tries,
    atOnce: 2,
    async start() {
      const first = await prepare();
      const undisturbed = folderWith(first.files);
      const startedMs = performance.now();
      requireWords(await runTried([...first.args, '--no-progress'], undisturbed));
      const lastsMs = performance.now() - startedMs;
      await first.close?.();
      return {
        async attempt(random) {
          const { files, args, after, close } = await prepare();
          try {
            const folder = folderWith(files);
            const signal = drawn(random, SIGNALS);
            const end = await runSignalled([...args, '--no-progress'], {
              folder,
              signal,
              afterMs: random() * lastsMs,
            });
            requireEnd(end, signal);
            requireReadable(folder, { mayLeaveDrafts: signal === 'SIGKILL' });
            await after?.(folder, undisturbed);
          } finally {
            await close?.();
          }
        },
      };
    },
  };
}

// A signal before the command listens ends the process as every other one; afterwards it has words for it.
function requireEnd({ code, text }: TriedEnd, signal: NodeJS.Signals): void {
  if (signal === 'SIGKILL' || code === null) return;
  mustHold(
    code !== INTERRUPTED || /interrupted|stopping|Ctrl-C again aborts/i.test(text),
    'ended with 130 without a word',
    text,
  );
}

async function simulatedAgain(folder: string, undisturbed: string): Promise<void> {
  mustHold(
    (await runTried(['simulate', 'busy.yaml', '--no-progress'], folder)).code === 0,
    'it does not run again',
  );
  requireReadable(folder);
  // The list of runs says when.
  const isLeftOut = (name: string) =>
    /entry\.json$|index\.html$|report\.html$|run\.json$|digests\.json$/.test(name);
  mustHold(
    contentOf(folder, isLeftOut) === contentOf(undisturbed, isLeftOut),
    'other bytes than undisturbed',
  );
}

async function resumed(folder: string, undisturbed: string): Promise<void> {
  if (!existsSync(join(folder, 'reports', 'planned')) || planFolderIn(folder, 'planned').endsWith('planned'))
    return;
  const kept = planFolderIn(folder, 'planned');
  if (!existsSync(join(kept, 'replications.ndjson'))) return;
  const { code, text } = await runTried([...PLAN, '--no-progress', '--resume', kept], folder);
  mustHold(code === 0 || code === 1, `resumed with ${code}`, text);
  const [now, whole] = [keptOfPlan(kept), keptOfPlan(planFolderIn(undisturbed, 'planned'))].map((files) =>
    // Its page says with which command it was made.
    files.filter((file) => !file.startsWith('plan.html')).join(''),
  );
  mustHold(now === whole, 'resumed to other bytes');
}

async function asking(args: readonly string[]): Promise<Interrupted> {
  const sandbox = await startedSandbox(scenarioFrom(SHORT), { speed: SPEED });
  const files = { 'short.yaml': SHORT, 'nodes.yaml': JSON.stringify(sandbox.targets) };
  return { files, args, after: judged, close: () => sandbox.stop() };
}

// What was kept of a run that nodes were asked for can be told again.
async function judged(folder: string): Promise<void> {
  const below = join(folder, 'reports', 'short');
  for (const name of existsSync(below) ? readdirSync(below) : []) {
    if (!existsSync(join(below, name, RUN_FILES.run))) continue;
    const { code, text } = await runTried(['report', join(below, name)], folder);
    mustHold(code === 0 || code === 1, `report ended with ${code}`, text);
  }
}

async function checking(): Promise<Interrupted> {
  const sandbox = await startedSandbox(scenarioFrom(SHORT), { speed: SPEED, lie: wrongAmounts });
  return {
    files: { 'nodes.yaml': JSON.stringify(sandbox.targets) },
    args: ['check', '--nodes', 'nodes.yaml', '--only', 'receipts', '--runs', '10', '--time', '5s'],
    after: casesKept,
    close: () => sandbox.stop(),
  };
}

// Every case that the verdict names is there.
async function casesKept(folder: string): Promise<void> {
  for (const file of filesUnder(folder).filter((name) => name.endsWith('check.json'))) {
    const { counterexamples } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      readonly counterexamples: readonly { readonly id: string }[];
    };
    for (const { id } of counterexamples)
      mustHold(existsSync(join(folder, 'cases', `${id}.yaml`)), `case ${id} is not there`);
  }
}
