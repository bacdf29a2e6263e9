import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { InputError } from '../../errors.ts';
import { jsonReader } from '../../model/json.ts';
import type { Network } from '../../model/network/network.ts';
import { type NetworkJson, networkFromJson, networkToJson } from '../../model/network/network-json.ts';
import { networkFromLines, networkLines } from '../../model/network/network-lines.ts';
import { readJsonFile, writeJsonFile } from '../files/json-file.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { readPackedLines } from '../files/read-lines.ts';
import { RUN_FILES } from './run-files.ts';

// With more nodes, readable JSON is megabytes that nobody reads: a tenth of the time and size is enough then.
const MOST_READABLE = 5000;

/**
 * The starting network as `run.json` holds it; `undefined`: a large one, which is packed into a file beside it. A run
 * never changes it: `isWritten` says that the packed file may be there already.
 */
export function networkInRunFile(
  folder: string,
  start: Network,
  { isWritten }: { readonly isWritten: boolean },
): NetworkJson | undefined {
  if (!isLarge(start)) return networkToJson(start);
  const path = join(folder, RUN_FILES.packedStart);
  if (!isWritten || !existsSync(path)) writeWholeFile(path, packedLines(start));
  return undefined;
}

// The fastest: stronger ones take several times as long for a tenth less.
const LEVEL = 1;

/** Each line as a gzip file of its own: such files that follow each other are one, as `zcat` reads them. */
function* packedLines(network: Network, base?: Network): Generator<Uint8Array> {
  for (const line of networkLines(network, base)) yield gzipSync(line, { level: LEVEL });
}

/** Writes the network after a run; what is packed leaves out whatever is as in the packed start. */
export function writeEnd(folder: string, end: Network, start: Network): void {
  const [path, packed] = [join(folder, RUN_FILES.end), join(folder, RUN_FILES.packedEnd)];
  const base = isLarge(start) ? start : undefined;
  if (isLarge(end)) writeWholeFile(packed, packedLines(end, base));
  else writeJsonFile(path, networkToJson(end));
  // Judged again, a network may have grown or shrunk past the bound.
  rmSync(isLarge(end) ? path : packed, { force: true });
}

/** The starting network of a run folder; `inRunFile`: what `run.json` has of it. */
export function readStart(folder: string, inRunFile: NetworkJson | undefined): Network {
  if (inRunFile !== undefined)
    return networkAt(join(folder, RUN_FILES.run), () => networkFromJson(inRunFile));
  const path = join(folder, RUN_FILES.packedStart);
  return networkAt(path, () => networkFromLines(readPackedLines(path)));
}

/** The network after the run; `undefined`: its end was not written. */
export function readEnd(folder: string): Network | undefined {
  const [path, packed] = [join(folder, RUN_FILES.end), join(folder, RUN_FILES.packedEnd)];
  const packedStart = join(folder, RUN_FILES.packedStart);
  const base = existsSync(packedStart) ? readPackedLines(packedStart) : undefined;
  if (existsSync(packed)) return networkAt(packed, () => networkFromLines(readPackedLines(packed), base));
  if (!existsSync(path)) return undefined;
  const json = readJsonFile(path, networkJson) as NetworkJson;
  return networkAt(path, () => networkFromJson(json));
}

// Amounts stay text until the network is made.
const networkJson = jsonReader<NetworkJson>({});

function isLarge({ order, size }: Network): boolean {
  return order + size > MOST_READABLE;
}

function networkAt(path: string, read: () => Network): Network {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError({
      place: { file: path },
      message: `does not hold a network as Millrace writes it: ${(error as Error).message}`,
    });
  }
}
