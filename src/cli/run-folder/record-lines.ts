import type { OperationRecord } from '../../model/run/operation.ts';
import type { RecordFile } from '../../model/run/run.ts';
import { lineReader } from '../files/json-file.ts';
import { linesIn } from '../files/read-lines.ts';
import { RECORDS } from './file-codecs.ts';

/** The records in a file of a run folder: each time they are gone through, the file is read line by line. */
export class RecordLines implements RecordFile {
  readonly #path: () => string;
  readonly length: number;

  /** `path`: where the file is now, for a finished run takes the place of an earlier one. */
  constructor(path: () => string, length: number) {
    this.#path = path;
    this.length = length;
  }

  *[Symbol.iterator](): Generator<OperationRecord> {
    const path = this.#path();
    const read = lineReader(path, RECORDS.parse, RECORDS.shape);
    let line = 0;
    for (const bytes of linesIn(path)) yield read(bytes.toString(), (line += 1)) as OperationRecord;
  }

  // Only of records that have been gone through, or written by this process: each line is one.
  pick(places: readonly number[]): readonly OperationRecord[] {
    const picked: OperationRecord[] = [];
    if (places.length === 0) return picked;
    let line = 0;
    for (const bytes of linesIn(this.#path())) {
      if (places[picked.length] === line) picked.push(RECORDS.parse(bytes.toString()) as OperationRecord);
      if (picked.length === places.length) break;
      line += 1;
    }
    return picked;
  }
}
