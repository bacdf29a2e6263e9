import { readFileSync } from 'node:fs';
import type { LoadOutlookPart } from '../../jobs/load/load-outlook.ts';
import type { LoadSpec } from '../../model/scenario/load-spec.ts';
import { grouped } from '../../report/words/number-format.ts';

// A load has other files open beside its payments: run files, readings of the nodes, the runtime's own.
const OTHER_FILES = 64;

/** How many files and connections this process may have open; undefined where the system does not say. */
export function openFilesLimit(): number | undefined {
  try {
    return limitIn(readFileSync('/proc/self/limits', 'utf8'));
  } catch {
    // Only Linux has this file.
    return undefined;
  }
}

/** The limit as Linux writes it; undefined: there is none. */
export function limitIn(limits: string): number | undefined {
  const digits = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The most payments of a load that may be in flight at a time. */
export function mostInFlight(spec: LoadSpec, outlook: readonly LoadOutlookPart[]): number {
  return outlook.reduce((sum, { payments = Number.POSITIVE_INFINITY, users }, index) => {
    const executor = spec.executors[index];
    const most = users ?? (executor !== undefined && 'maxVus' in executor ? executor.maxVus : payments);
    return sum + Math.min(Math.ceil(payments), most);
  }, 0);
}

/** Advice where more payments may be in flight than connections can be open; empty when there is room. */
export function openFilesWarning(
  inFlight: number,
  { limit, sandbox }: { readonly limit: number | undefined; readonly sandbox: boolean },
): string {
  if (limit === undefined) return '';
  // A sandbox has the other end of each connection in the same process.
  const needed = inFlight * (sandbox ? 2 : 1) + OTHER_FILES;
  if (needed <= limit) return '';
  return (
    `warning: up to ${grouped(inFlight)} payments may be in flight, which takes ${grouped(needed)} open files; ` +
    `this process may have ${grouped(limit)}.\n` +
    `  Beyond that nothing can be sent from here: run \`ulimit -n ${needed}\` before, or let fewer be in flight.\n`
  );
}
