import type { OperationRecord } from '../../model/run/operation.ts';
import type { RecordFile } from '../../model/run/run.ts';
import { lineReader } from '../files/json-file.ts';
import { linesIn } from '../files/read-lines.ts';
import { RECORDS } from './file-codecs.ts';

/** The records in a file of a run folder: each time they are gone through, the file is read line by line. */
export class KeptRecords implements RecordFile {
  readonly #path: () => string;
  readonly length: number;

  /** `path`: where the file is now, for a finished run takes the place of an earlier one. */
  constructor(path: () => string, length: number) {
    this.#path = path;
    this.length = length;
  }

  *[Symbol.iterator](): Generator<OperationRecord> {
    const read = this.#reader();
    let line = 0;
    for (const bytes of linesIn(this.#path())) yield read(bytes, (line += 1));
  }

  pick(places: readonly number[]): readonly OperationRecord[] {
    const read = this.#reader();
    const picked: OperationRecord[] = [];
    if (places.length === 0) return picked;
    let line = 0;
    for (const bytes of linesIn(this.#path())) {
      if (places[picked.length] === line) picked.push(read(bytes, line + 1));
      if (picked.length === places.length) break;
      line += 1;
    }
    return picked;
  }

  #reader(): (bytes: Buffer, line: number) => OperationRecord {
    const read = lineReader(this.#path(), RECORDS.parse, RECORDS.shape);
    return (bytes, line) => read(bytes.toString(), line) as OperationRecord;
  }
}
