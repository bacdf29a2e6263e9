import { graphIn } from './graph-file.ts';
import type { GraphFile } from './graph-reader.ts';
import { jsonNumeral, jsonPlace, parsedJson } from './json-fault.ts';

/**
 * Reads graphology's JSON: what `millrace generate` writes, where the balances become the deposits and channels that
 * are not open are left out; node-link JSON of d3 and networkx; and graphs of Lightning tools (graph-kinds.ts).
 * A balance that is `null` is not known. Throws InputError with the place of a syntax error or the path of a field.
 */
export function readGraphJson(source: { readonly file: string; readonly text: string }): GraphFile {
  return graphIn(parsedJson(source), {
    placeOf: (path) => jsonPlace({ ...source, path }),
    numeralAt: (path) => jsonNumeral({ ...source, path }),
  });
}
