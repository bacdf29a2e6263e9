import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../errors.ts';
import { inputting } from '../files/input-file.ts';
import { readShapedFile, writeJsonFile } from '../files/json-file.ts';
import { RUN_FILES } from './run-files.ts';

// Those that reports and comparisons are made from; the others are only shown to people.
const READ_BACK: readonly string[] = [
  RUN_FILES.run,
  RUN_FILES.outcomes,
  RUN_FILES.sample,
  RUN_FILES.dropped,
  RUN_FILES.readings,
  RUN_FILES.load,
  RUN_FILES.packedStart,
  RUN_FILES.end,
  RUN_FILES.packedEnd,
  RUN_FILES.disturbances,
  RUN_FILES.depleted,
  RUN_FILES.comparison,
];
const SHAPE = z.record(z.string(), z.string()).describe('the digests of the files of a run');
// Read piece by piece: records of ten million payments are gigabytes.
const PIECE_BYTES = 2 ** 20;

/** Lets a run folder be written, and keeps the digests of all that is read back from it. */
export function sealed(folder: string, write: () => void): void {
  // A process may be killed meanwhile, and no digest may stand that no longer holds.
  rmSync(join(folder, RUN_FILES.digests), { force: true });
  write();
  const files = READ_BACK.filter((file) => existsSync(join(folder, file)));
  const digests = files.map((file) => [file, digestOf(join(folder, file))]);
  writeJsonFile(join(folder, RUN_FILES.digests), Object.fromEntries(digests), 1);
}

/**
 * Throws InputError where a file of a finished run is not what was written: shapes are looked at only as far as it
 * takes to read a file, and no report is made of what somebody else has put there. Folders without digests are believed.
 */
export function requireSealed(folder: string): void {
  const path = join(folder, RUN_FILES.digests);
  if (!existsSync(path)) return;
  for (const [file, digest] of Object.entries(readShapedFile(path, JSON.parse, SHAPE))) {
    const isThere = READ_BACK.includes(file) && existsSync(join(folder, file));
    if (isThere && digestOf(join(folder, file)) === digest) continue;
    throw new InputError({
      place: { file: join(folder, file) },
      message: `is not what Millrace wrote, by ${RUN_FILES.digests} beside it`,
      hint: `Take the folder from where it was copied, or run it again. Without ${RUN_FILES.digests} it is believed as it stands.`,
    });
  }
}

function digestOf(path: string): string {
  return inputting(path, 'a file of a run', () => {
    const hash = createHash('sha256');
    const piece = Buffer.alloc(PIECE_BYTES);
    const file = openSync(path, 'r');
    try {
      for (let read = readSync(file, piece); read > 0; read = readSync(file, piece))
        hash.update(piece.subarray(0, read));
    } finally {
      closeSync(file);
    }
    return hash.digest('hex');
  });
}
