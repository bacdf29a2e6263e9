import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROTOCOL = fileURLToPath(new URL('../../docs/protocol', import.meta.url));

/** The sections of each page of the protocol by the page's file name. */
export function sectionsOfProtocol(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    readdirSync(PROTOCOL)
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .map((name) => [name, sectionsOf(readFileSync(join(PROTOCOL, name), 'utf8'))]),
  );
}

function sectionsOf(page: string): readonly string[] {
  return [...page.matchAll(/^#+ (\d+(?:\.\d+)*) /gm)].map(([, number]) => number as string);
}
