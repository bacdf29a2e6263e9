import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readInputFile } from '../../../src/cli/files/input-file.ts';
import { linesIn } from '../../../src/cli/files/read-lines.ts';
import { readYaml } from '../../../src/scenario/text/yaml-document.ts';
import { folderWith } from '../../e2e/built-cli.ts';

const SOURCE = fileURLToPath(new URL('../../../src/', import.meta.url));

// Files of the system, of the package and of Millrace itself; no person names these.
const OWN_FILES = [
  'cli/check/package-files.ts',
  'cli/failure/failure.ts',
  'cli/files/output-file.ts',
  'cli/files/web-files.ts',
  'cli/k6/k6-export.ts',
  'cli/terminal/open-files.ts',
];

function filesWith(pattern: RegExp): readonly string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && pattern.test(readFileSync(join(SOURCE, file), 'utf8')))
    .toSorted();
}

describe('a file that a person names', () => {
  it('is refused where it is a device or a pipe, and not waited for', () => {
    const pipe = join(folderWith({}), 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    for (const file of ['/dev/zero', pipe]) {
      const message = `${file}: is a pipe or a device; expected a file`;
      expect(() => readInputFile(file, 'a scenario')).toThrow(message);
      expect(() => linesIn(file).next()).toThrow(message);
    }
  });

  it('may hold no YAML text of a megabyte, which costs fifty times as much memory', () => {
    const text = `seed: 1\nquestion: ${'why '.repeat(300_000)}\n`;
    expect(() => readYaml({ file: 'a.yaml', text })).toThrow(
      /^a\.yaml:2:11: found a text of more than 1000000/,
    );
  });

  it('is read in one place', () => {
    const readers = filesWith(/\breadFileSync\(|\bcreateReadStream\(/);
    expect(readers).toEqual([...OWN_FILES, 'cli/files/input-file.ts'].toSorted());
  });

  it('is parsed as YAML in one place', () => {
    expect(filesWith(/import \{[^}]*\b(parse|parseDocument|parseAllDocuments)\b[^}]*\} from 'yaml'/)).toEqual(
      ['scenario/text/edited-text.ts', 'scenario/text/yaml-document.ts'],
    );
  });
});
