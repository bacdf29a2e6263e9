import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

// What V8 writes of a place in a module: its URL, line and column.
const PLACE = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;

/** A stack with the places in our sources, where the file that ran was made of several and has a map beside it. */
export function withSourcePlaces(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replaceAll(PLACE, (place, url: string, line: string, column: string) => {
    if (!maps.has(url)) maps.set(url, mapOf(fileURLToPath(url)));
    const entry = maps.get(url)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return place;
    const source = entry.originalSource.replace(/^(\.\.\/)+/, '');
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

// A report of our own bug must not fail for want of a map.
function mapOf(file: string): SourceMap | undefined {
  try {
    const path = `${file}.map`;
    if (!existsSync(path)) return undefined;
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}
