import { spawnSync, type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../../errors.ts';
import type { K6Plan } from '../../jobs/load/k6/k6-plan.ts';
import { sleep } from '../../runtime/sleep.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CommandContext } from '../command.ts';
import { writeJsonFile } from '../files/json-file.ts';
import { writeWholeFile } from '../files/output-file.ts';

/** The script, which is not compiled: k6 reads TypeScript. */
export const K6_SCRIPT = fileURLToPath(new URL('../../../src/k6/load.ts', import.meta.url));

/** Writes what the script reads. */
export function writeK6Plan(folder: string, { load, payments }: Pick<K6Plan, 'load' | 'payments'>): void {
  writeJsonFile(join(folder, 'load.json'), load, 1);
  writeWholeFile(
    join(folder, 'plan.json'),
    `[\n${payments.map((payment) => JSON.stringify(payment)).join(',\n')}\n]\n`,
  );
}

/** One running k6. */
export interface K6Process {
  /** Returns when it is ready and waits to be started. Throws when it ends instead. */
  ready(): Promise<void>;
  /** Lets it begin. */
  start(): Promise<void>;
  /** Makes it give up what is in flight; once, because a second signal costs what it has not yet written. */
  interrupt(): void;
  readonly exited: Promise<K6Exit>;
}

/** How a k6 ended. */
export interface K6Exit {
  readonly code: number | null;
  /** The last it said. */
  readonly words: string;
}

// A plan of a hundred thousand payments takes a second to read; a busy machine ten times that.
const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 20;
// k6's own numbering (lib/execution.go).
const PAUSED_BEFORE_RUN = 4;
const LAST_WORDS = 2_000;

/** The settings of one k6 process. */
export interface K6Start {
  readonly binary: string;
  /** Holds load.json and plan.json. */
  readonly folder: string;
  /** File that gets the script's lines. */
  readonly records: string;
  /** Which part of the virtual users it runs. */
  readonly segment: K6Segment;
  readonly env: CommandContext['env'];
  readonly clock: Clock;
}

/** Starts k6 on our script, paused. */
export async function startK6(asked: K6Start): Promise<K6Process> {
  const { binary, folder, records, segment, env, clock } = asked;
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    binary,
    [
      'run',
      '--paused',
      `--address=${address}`,
      '--quiet',
      '--no-thresholds',
      '--summary-mode=disabled',
      '--log-format=raw',
      `--console-output=${records}`,
      ...segmentFlags(segment),
      K6_SCRIPT,
    ],
    {
      // A group of its own: Ctrl-C in the terminal reaches Millrace alone, which passes on what is meant.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...env,
        MILLRACE_PLAN: folder,
        K6_NO_USAGE_REPORT: 'true',
        K6_AUTO_EXTENSION_RESOLUTION: 'false',
      },
    },
  );
  const exited = exitOf(child);
  let interrupted = false;
  return {
    exited,
    async ready() {
      const deadlineMs = clock.nowMs() + READY_WITHIN_MS;
      let gone: K6Exit | undefined;
      void exited.then((exit) => (gone = exit));
      while ((await statusOf(address)) !== PAUSED_BEFORE_RUN) {
        if (gone) throw new Error(`k6 ended with ${gone.code} before it began: ${gone.words}`);
        if (clock.nowMs() > deadlineMs) throw new Error('k6 did not become ready within a minute');
        await sleep(clock, LOOK_EVERY_MS);
      }
    },
    async start() {
      const data = { type: 'status', id: 'default', attributes: { paused: false } };
      const response = await fetch(`http://${address}/v1/status`, {
        method: 'PATCH',
        body: JSON.stringify({ data }),
      });
      if (!response.ok) throw new Error(`k6 refused to begin: ${response.status} ${await response.text()}`);
    },
    interrupt() {
      if (!interrupted) child.kill('SIGINT');
      interrupted = true;
    },
  };
}

/** Part `index` of `of`, counted from 1. */
interface K6Segment {
  readonly index: number;
  readonly of: number;
}

function segmentFlags({ index, of }: K6Segment): readonly string[] {
  if (of === 1) return [];
  const bounds = Array.from({ length: of + 1 }, (_, bound) =>
    bound === 0 ? '0' : bound === of ? '1' : `${bound}/${of}`,
  );
  return [
    `--execution-segment=${bounds[index - 1]}:${bounds[index]}`,
    `--execution-segment-sequence=${bounds.join(',')}`,
  ];
}

async function statusOf(address: string): Promise<number | undefined> {
  try {
    const response = await fetch(`http://${address}/v1/status`);
    const body = (await response.json()) as {
      readonly data?: { readonly attributes?: { readonly status?: number } };
    };
    return body.data?.attributes?.status;
  } catch {
    // Not listening yet, or no longer.
    return undefined;
  }
}

function exitOf(child: ChildProcess): Promise<K6Exit> {
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-LAST_WORDS);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: null, words: error.message }));
    child.on('close', (code) => resolve({ code, words: words.trim() }));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

// Beside src and dist alike; `npm run k6:build` puts it there.
const BUILT = fileURLToPath(new URL('../../../tools/k6/bin/k6', import.meta.url));
const HINT = 'Build it with `npm run k6:build`, install k6 2.x, or say where it is in MILLRACE_K6.';

// Scripts in TypeScript, promises and the paused start are as they are here since 2.0.
const MAJOR_VERSION = 2;

/** A k6 that can run our script. */
interface K6Binary {
  readonly path: string;
  /** As `2.2.0`. */
  readonly version: string;
}

/** Finds k6: what MILLRACE_K6 names, what `npm run k6:build` made, or what is on the PATH. Throws InputError. */
export function findK6(env: Readonly<Record<string, string | undefined>>): K6Binary {
  const named = env['MILLRACE_K6'];
  const path = named ?? candidates(env).find((file) => existsSync(file));
  if (path === undefined) throw new InputError({ message: 'there is no k6 on this machine', hint: HINT });
  const { error, stdout } = spawnSync(path, ['version'], { encoding: 'utf8' });
  if (error) throw new InputError({ message: `k6 at ${path} does not start: ${error.message}`, hint: HINT });
  const version = /k6(?:\.exe)? v(\d+\.\d+\.\d+\S*)/.exec(stdout)?.[1];
  if (version === undefined)
    throw new InputError({ message: `${path} is no k6: it calls itself ${firstLine(stdout)}`, hint: HINT });
  if (Number.parseInt(version, 10) === MAJOR_VERSION) return { path, version };
  throw new InputError({
    message: `k6 at ${path} is version ${version}, expected ${MAJOR_VERSION}.x`,
    hint: HINT,
  });
}

function candidates(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [BUILT, ...folders.map((folder) => join(folder, 'k6'))];
}

function firstLine(text: string): string {
  return JSON.stringify(text.split('\n')[0]?.slice(0, 80) ?? '');
}
