import { mapping } from '../text/schema.ts';
import { sentence } from './values.ts';

/** A file's names of the columns that have these meanings. */
export function columnNames(meanings: readonly string[]) {
  const names = Object.fromEntries(meanings.map((meaning) => [meaning, sentence().exactOptional()]));
  return mapping(names).transform((columns): Readonly<Record<string, string>> => columns);
}
