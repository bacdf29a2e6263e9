import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a whole command used. */
export interface CommandCost {
  /** User and system, of all its threads. */
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  /** The kernel's high-water mark; NaN where there is no /proc. */
  readonly peakMegabytes: number;
  /** Objects allocated, in megabytes, as far as V8 reports them under `--trace-gc`. */
  readonly allocatedMegabytes: number;
}

const LOOK_EVERY_MS = 50;

// [pid:isolate] 83 ms: Scavenge 6.2 (6.5) -> 5.8 (7.5) MB, …
const COLLECTION = /^\[(\d+:0x[\da-f]+)\].*? ms: .*? ([\d.]+) \([\d.]+\) -> ([\d.]+) \(/gm;

/** Runs a command line to its end; one that fails is an error with its last words. */
export async function commandCost(command: string): Promise<CommandCost> {
  // The shell's own `time` counts what the child used, which Node cannot ask for.
  const shell = spawn('bash', ['-c', `TIMEFORMAT='cpu %U %S %R'; time ${command}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  let words = '';
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-2000);
  });
  let peakKilobytes = Number.NaN;
  const looks = setInterval(() => {
    peakKilobytes = highWaterMark(shell.pid) ?? peakKilobytes;
  }, LOOK_EVERY_MS);
  const code = await new Promise((resolve) => shell.once('close', resolve));
  clearInterval(looks);
  const [, user, system, wall] = /cpu ([\d.]+) ([\d.]+) ([\d.]+)\s*$/.exec(words) ?? [];
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}: ${words}`);
  return {
    cpuSeconds: Number(user) + Number(system),
    wallSeconds: Number(wall),
    peakMegabytes: (peakKilobytes * 1024) / 1e6,
    allocatedMegabytes: allocatedIn(output),
  };
}

/**
 * Megabytes of objects that were allocated before the last garbage collection in this output: what each collection
 * found beyond what the one before it left, for each thread. How often V8 collects depends on how busy the machine
 * is, because it shrinks the space of young objects of a program that waits; what a program allocates does not.
 */
export function allocatedIn(output: string): number {
  const left = new Map<string, number>();
  let allocated = 0;
  for (const [, thread = '', found, rest] of output.matchAll(COLLECTION)) {
    allocated += Number(found) - (left.get(thread) ?? 0);
    left.set(thread, Number(rest));
  }
  return allocated;
}

// Of what the shell runs, not of the shell.
function highWaterMark(shell: number | undefined): number | undefined {
  try {
    const [child] = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').split(' ');
    const status = readFileSync(`/proc/${child}/status`, 'utf8');
    const found = /VmHWM:\s*(\d+) kB/.exec(status)?.[1];
    return found === undefined ? undefined : Number(found);
  } catch {
    // It has not begun, or is over.
    return undefined;
  }
}
