import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { k6Plan } from '../../jobs/load/k6/k6-plan.ts';
import { credentialsIn } from '../../rest/connect/strike-out.ts';
import { K6Records, readRecordLine, sortRecordLines, writtenAtMs } from '../../jobs/load/k6/k6-records.ts';
import { PortListener } from '../../rest/serve/port-listener.ts';
import { sleep } from '../../runtime/sleep.ts';
import type { RecordLine } from '../../k6/formats.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EngineEnd, LoadEngine, LoadWork } from '../../ports/load-engine.ts';
import { currentDate, RealClock } from '../../runtime/real-clock.ts';
import type { CommandContext } from '../command.ts';
import { GrowingFile } from '../files/read-lines.ts';
import { findK6, type K6Exit, type K6Process, type K6Start, startK6, writeK6Plan } from './k6-process.ts';

// As often as the run folder is flushed.
const READ_EVERY_MS = 100;
// Lines of several processes are put in order once each has surely written what it had by then.
const SETTLED_MS = 100;

/**
 * k6 as the engine of a load: `parallelism` processes, each with its segment of the plan, started together. What
 * happened is taken from the lines their script writes, never from how k6 ends. Throws InputError without a k6 2.x.
 */
export function createK6Engine(env: CommandContext['env'], parallelism: number): LoadEngine {
  const { path: binary } = findK6(env);
  return {
    name: 'k6',
    async drive(work) {
      const folder = mkdtempSync(join(tmpdir(), 'millrace-k6-'));
      const flag = await openStopFlag(work.stopping);
      try {
        return await new K6Drive({ work, binary, folder, flag, env, parallelism }).run();
      } finally {
        flag.shut();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

interface DriveOptions extends Pick<K6Start, 'binary' | 'folder' | 'env'> {
  readonly work: LoadWork;
  readonly flag: PortListener;
  readonly parallelism: number;
}

class K6Drive {
  readonly #options: DriveOptions;
  readonly #records: K6Records;
  readonly #clock: Clock = new RealClock();
  readonly #files: readonly GrowingFile[];
  #processes: readonly K6Process[] = [];
  // Read, and perhaps overtaken by what another process is just writing.
  #unsettled: RecordLine[] = [];

  constructor(options: DriveOptions) {
    this.#options = options;
    this.#records = new K6Records({
      ...options.work,
      dialectOf: (node) => options.work.targets[node]?.dialect,
    });
    this.#files = this.#parts().map((part) => new GrowingFile(this.#recordsOf(part)));
  }

  async run(): Promise<EngineEnd> {
    const { work, parallelism, folder } = this.#options;
    const plan = k6Plan({ ...work, name: '', seed: '', parts: parallelism, thresholds: [] });
    writeK6Plan(folder, plan);
    const cut = (): void => this.#interrupt();
    work.signal?.addEventListener('abort', cut, { once: true });
    try {
      await this.#begin(plan.headers);
      if (work.signal?.aborted) cut();
      const exits = await this.#follow();
      this.#records.finish();
      return this.#endOf(exits);
    } finally {
      work.signal?.removeEventListener('abort', cut);
      for (const process of this.#processes) process.interrupt();
      for (const file of this.#files) file.close();
    }
  }

  async #begin(headers: ReturnType<typeof k6Plan>['headers']): Promise<void> {
    const { binary, folder, flag, env, parallelism } = this.#options;
    const credentials = Object.entries(headers).map(([node, own]) => [node, credentialsIn(own)] as const);
    const starting = this.#parts().map((index) =>
      startK6({
        binary,
        folder,
        records: this.#recordsOf(index),
        segment: { index, of: parallelism },
        env: {
          ...env,
          MILLRACE_STOP_URL: flag.url,
          MILLRACE_HEADERS: JSON.stringify(headers),
          MILLRACE_CREDENTIALS: JSON.stringify(Object.fromEntries(credentials)),
        },
        clock: this.#clock,
      }),
    );
    this.#processes = await Promise.all(starting);
    await Promise.all(this.#processes.map((process) => process.ready()));
    await Promise.all(this.#processes.map((process) => process.start()));
  }

  async #follow(): Promise<readonly K6Exit[]> {
    const all = Promise.all(this.#processes.map(({ exited }) => exited));
    for (;;) {
      const exits = await Promise.race([all, sleep(this.#clock, READ_EVERY_MS)]);
      this.#fold({ isRunning: !exits });
      if (exits) return exits;
    }
  }

  #fold({ isRunning }: { readonly isRunning: boolean }): void {
    const read = this.#files.flatMap((file) => file.newLines());
    const lines = [...this.#unsettled, ...read.map(readRecordLine).filter((line) => line !== undefined)];
    const isOne = this.#files.length === 1;
    const settledMs = isRunning && !isOne ? Date.parse(currentDate()) - SETTLED_MS : Number.POSITIVE_INFINITY;
    if (!isOne) sortRecordLines(lines);
    const settled = lines.findIndex((line) => writtenAtMs(line) > settledMs);
    this.#unsettled = settled === -1 ? [] : lines.splice(settled);
    for (const line of lines) this.#records.add(line);
  }

  #interrupt(): void {
    this.#records.interrupt();
    for (const process of this.#processes) process.interrupt();
  }

  // k6 ends with 0 when a script throws or is cut off: only the script's own words count.
  #endOf(exits: readonly K6Exit[]): EngineEnd {
    const { work, parallelism } = this.#options;
    if (this.#records.wasInterrupted) return {};
    const { sent, partsDone } = this.#records;
    const isWhole = sent === work.operations.length || work.stopping?.aborted === true;
    if (partsDone === parallelism && isWhole) return {};
    const words = exits.map(
      ({ code, words: said }) =>
        `${code === null ? 'killed' : `exit code ${code}`}${said === '' ? '' : `: ${said}`}`,
    );
    const brokenOff = `k6 ended after ${sent} of ${work.operations.length} payments (${words.join('; ')})`;
    // Payments that have begun are kept, whatever ended the load.
    if (sent > 0) return { brokenOff };
    throw new Error(brokenOff);
  }

  #parts(): readonly number[] {
    return Array.from({ length: this.#options.parallelism }, (_, index) => index + 1);
  }

  #recordsOf(part: number): string {
    return join(this.#options.folder, `records-${part}.log`);
  }
}

/** Tells scripts that ask whether they are to stop. */
async function openStopFlag(stopping: AbortSignal | undefined): Promise<PortListener> {
  const listener = new PortListener({
    host: '127.0.0.1',
    port: 0,
    owner: 'the load that k6 runs',
    option: '--engine',
    answer: (_request, response) => void response.end(stopping?.aborted ? 'stop' : 'go'),
  });
  await listener.open();
  return listener;
}
