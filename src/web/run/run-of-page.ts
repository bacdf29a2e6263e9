import type { PackedRun } from './packed-run.ts';
import { RunData } from './run-data.ts';

/** Unpacks what the page carries; undefined where there is nothing, or the browser cannot. */
export async function runOfPage(): Promise<RunData | undefined> {
  const source = document.querySelector('#run-data')?.textContent;
  if (!source || typeof DecompressionStream === 'undefined') return undefined;
  const bytes = Uint8Array.from(atob(source), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new RunData((await new Response(stream).json()) as PackedRun);
}
