import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { newFolder } from '../new-folder.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
// No command of these tests takes longer; one that hangs must not hang the suite.
const TIMEOUT_MS = 50_000;

export interface CliResult {
  /** Null: a signal ended the process. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface CliOptions {
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** For a command that takes minutes on a machine that others use. */
  readonly timeoutMs?: number;
  /** What a shell does before the command takes its place, such as `ulimit -n 64`. */
  readonly before?: string;
}

export interface RunningCli {
  readonly result: Promise<CliResult>;
  /** Resolves when stdout or stderr matches. */
  until(pattern: RegExp): Promise<string>;
  /** Closes the reading end of stdout, as `head` does. */
  closeStdout(): void;
  interrupt(): void;
  kill(): void;
  signal(name: NodeJS.Signals): void;
}

/** Starts the built command line in `folder`, as a user would. */
export function startCli(
  args: readonly string[],
  { folder, env = {}, timeoutMs = TIMEOUT_MS, before }: CliOptions,
): RunningCli {
  if (!existsSync(MAIN)) throw new Error('dist/cli/main.js is missing: run `npm run build` first');
  const inheritedEnv = { ...process.env };
  // Even an empty one makes Node 24 warn about it on stderr.
  delete inheritedEnv['FORCE_COLOR'];
  // What these tests let fail is no fault of the job that runs them.
  delete inheritedEnv['GITHUB_ACTIONS'];
  delete inheritedEnv['GITHUB_STEP_SUMMARY'];
  const line = [process.execPath, MAIN, ...args];
  const [program, ...words] =
    before === undefined ? line : ['bash', '-c', `${before}; exec "$@"`, 'millrace', ...line];
  const child = spawn(program as string, words, {
    cwd: folder,
    env: { ...inheritedEnv, NO_COLOR: '1', ...env },
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const output = { stdout: '', stderr: '' };
  const waiting: { readonly pattern: RegExp; readonly resolve: (text: string) => void }[] = [];
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      for (const { pattern, resolve } of waiting) if (pattern.test(output[name])) resolve(output[name]);
    });
  }
  const result = new Promise<CliResult>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, ...output }));
  });
  return {
    result,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const seen = [output.stdout, output.stderr].find((text) => pattern.test(text));
        if (seen !== undefined) resolve(seen);
        waiting.push({ pattern, resolve });
        void result.then(({ code, stderr }) =>
          reject(new Error(`ended with ${code} before ${pattern}: ${stderr}`)),
        );
      }),
    closeStdout: () => void child.stdout.destroy(),
    interrupt: () => void child.kill('SIGINT'),
    kill: () => void child.kill('SIGKILL'),
    signal: (name) => void child.kill(name),
  };
}

/** Runs the built command line to its end. */
export function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  return startCli(args, options).result;
}

/** Runs it in a shell, after what that does `before`; `command` may redirect its output. */
export function shell(folder: string, before: string, command: string) {
  const text = `${before}"${process.execPath}" "${MAIN}" ${command}`;
  const { status, stderr } = spawnSync('bash', ['-c', text], {
    cwd: folder,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  return { code: status, stderr };
}

/** A new folder with these files. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = newFolder('millrace-cli');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Every file under a folder, relative to it. */
export function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

/** Waits until the newest run below a folder has a file of at least so many bytes: another process has no clock to advance. */
export async function untilWritten(runs: string, name: string, leastBytes = 1): Promise<string> {
  return await vi.waitFor(
    () => {
      const file = join(runs, readdirSync(runs).at(-1) ?? '', name);
      if (statSync(file).size < leastBytes) throw new Error(`${file} has no ${leastBytes} bytes yet`);
      return file;
    },
    { interval: 20, timeout: TIMEOUT_MS },
  );
}

/** A scenario with two steps that succeed. */
export const GOOD_SCENARIO = `question: Does a payment over two hops arrive?
seed: 7
network:
  topology: {line: {nodes: 3}}
  capacity: 100
steps:
  - pay: {from: n1, to: n3, amount: 5}
  - pay: {from: n3, to: n1, amount: 2}
expect:
  - success_rate == 1
`;

/** The folder of the one plan of a scenario that was made below a folder. */
export function planFolderIn(folder: string, scenario: string): string {
  const reports = join(folder, 'reports', scenario);
  const [name = ''] = filesUnder(reports).filter((each) => /^plan-[^/]+$/.test(each));
  return join(reports, name);
}

/** What a plan keeps that is the same however it was made. */
export function keptOfPlan(folder: string): readonly string[] {
  return filesUnder(folder)
    .filter((name) => name !== 'entry.json' && name !== 'replications.ndjson')
    .map((name) => `${name}\n${readFileSync(join(folder, name), 'utf8')}`);
}
