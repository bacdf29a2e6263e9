import { spawn } from 'node:child_process';
import type { Clock } from '../../ports/clock.ts';
import type { Document } from '../../report/blocks/block.ts';
import { livePage, livePart } from '../../report/live/live-document.ts';
import { CONTROL_HEADER } from '../../rest/serve/callers.ts';
import { randomToken } from '../../runtime/random-token.ts';
import { sleep } from '../../runtime/sleep.ts';
import type { CommandContext } from '../command.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** How a command is watched; absent: it is not. */
export interface Watching {
  /** The program that shall open it, and its words; absent: the link is printed only. */
  readonly opener?: readonly string[] | undefined;
}

/** The watching that options and surroundings come to. */
export function watching(
  { watch, open }: { readonly watch: boolean; readonly open: boolean },
  { terminal, env }: Pick<CommandContext, 'terminal' | 'env'>,
): Watching | undefined {
  if (!watch) return undefined;
  const isCi = (env['CI'] ?? '') !== '' && env['CI'] !== 'false';
  return { opener: open && terminal.canRedraw && !isCi ? openerOf(env) : undefined };
}

/** A page that is watched while something runs. */
export interface Live {
  /** Shows this from now on, to whoever looks on for a moment longer, and ends. */
  end(last: Document | undefined): Promise<void>;
}

// Fast enough to look alive, slow enough to cost a load nothing.
const EVERY_MS = 1_000;
// A browser that has asked lately is shown how it ended before the port shuts.
const LOOKS_ON_MS = 3_000;
// An answer that was written has left by then.
const FLUSH_MS = 100;

/** Serves a growing page until it is ended. `read` is asked at each look and keeps what it shows bounded. */
export async function startLive(
  { opener }: Watching,
  {
    terminal,
    clock,
    read,
    stop,
  }: {
    readonly terminal: Pick<Terminal, 'note'>;
    readonly clock: Clock;
    readonly read: () => Document;
    readonly stop: () => void;
  },
): Promise<Live> {
  let last: Document | undefined;
  const shown = new AbortController();
  const current = (): Document => last ?? read();
  // Most commands are not watched, and load no server.
  const { serveLive } = await import('../../rest/live/serve-live.ts');
  const served = await serveLive(
    {
      page: () => livePage(current(), { header: CONTROL_HEADER }),
      part() {
        if (last !== undefined) shown.abort();
        return livePart(current());
      },
      next: () => (last === undefined ? sleep(clock, EVERY_MS) : Promise.resolve()),
      isOver: () => last !== undefined,
      stop() {
        terminal.note('\nStopped from the page.\n');
        stop();
      },
    },
    { token: randomToken(), nowMs: () => clock.nowMs() },
  );
  terminal.note(`Watch it at ${served.url}\n`);
  if (opener !== undefined) openBrowser(opener, served.url);
  return {
    async end(document) {
      last = document;
      const lookedMs = clock.nowMs() - (served.lastAskedMs() ?? Number.NEGATIVE_INFINITY);
      if (document !== undefined && lookedMs < LOOKS_ON_MS) {
        await sleep(clock, LOOKS_ON_MS, shown.signal);
        await sleep(clock, FLUSH_MS);
      }
      served.close();
    },
  };
}

function openerOf(env: CommandContext['env']): readonly string[] | undefined {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', ''];
  return env['DISPLAY'] === undefined && env['WAYLAND_DISPLAY'] === undefined ? undefined : ['xdg-open'];
}

// The link is printed anyway: a browser that does not start is nothing to stop for.
function openBrowser([program = '', ...words]: readonly string[], url: string): void {
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
