import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readInputFile, textIn } from '../../../src/cli/files/input-file.ts';
import { loadScenario, withTraces } from '../../../src/cli/files/scenario-file.ts';
import type { LoadSpec } from '../../../src/model/scenario/load-spec.ts';
import { folderWith, GOOD_SCENARIO } from '../../e2e/built-cli.ts';
import { linesIn } from '../../../src/cli/files/read-lines.ts';
import { readYaml } from '../../../src/scenario/text/yaml-document.ts';

const read = (bytes: Uint8Array): string => textIn(Buffer.from(bytes), { file: 'a.txt', expected: 'a text' });
const utf8 = (text: string): number[] => [...Buffer.from(text)];

describe('a file that is not UTF-8', () => {
  it.each([
    ['a byte that begins nothing', [...utf8('one\ntwö'), 0xff, ...utf8(' three\n')], '2:4'],
    ['Latin-1', [...utf8('one\n\nna'), 0xef, ...utf8('ve')], '3:3'],
    ['a character cut at the end', [...utf8('é'), 0xe2, 0x82], '1:2'],
    [
      'a character cut in the middle of a mark for what is unreadable',
      [...utf8('\uFFFD'), 0xef, 0xbf, 0x41],
      '1:2',
    ],
    ['such a mark cut at the end', [0xef, 0xbf], '1:1'],
    ['UTF-16', [0xff, 0xfe, 0, 1], '1:1'],
  ])('is told with line and column: %s', (_name, bytes, place) => {
    expect(() => read(Uint8Array.from(bytes))).toThrow(
      `a.txt:${place}: is not UTF-8 text from here on; expected a text`,
    );
  });

  it('is told of a NUL as well', () => {
    expect(() => read(Uint8Array.from([...utf8('one\ntw'), 0, ...utf8('o')]))).toThrow(
      'a.txt:2:3: holds a NUL here, as no text does; expected a text',
    );
  });

  it.each([
    [
      'Latin-1 in a column that nobody reads',
      Buffer.from('at,from,to,amount,note\n1,n1,n3,5,caf\xe9\n', 'latin1'),
      '2:14',
    ],
    ['a NUL in the last line, which has no end', Buffer.from('at,from,to,amount\n1,n1,n3,5\0'), '2:10'],
    ['UTF-16', Buffer.from('at,from,to,amount\n', 'utf16le'), '1:2'],
  ])('is told with line and column where it is a trace: %s', (_name, bytes, place) => {
    const traced = `${GOOD_SCENARIO}load: {executors: {day: {executor: trace, file: day.csv}}}\n`;
    const folder = folderWith({ 'a.yaml': traced, 'day.csv': bytes });
    const scenario = loadScenario(join(folder, 'a.yaml'));
    const traces = () => withTraces(scenario.load as LoadSpec, { scenario, folder });
    expect(traces).toThrow(new RegExp(`day\\.csv:${place}: (is not|holds)`));
  });

  it('is none where a text holds the mark for what is unreadable, or begins with that of byte order', () => {
    expect(read(Uint8Array.from(utf8('\uFEFFa\uFFFD\n')))).toBe('a\uFFFD\n');
  });

  it('is told where a scenario names it, too', () => {
    const snapshot = 'topology: {snapshot: {file: ln.edgelist}}';
    const folder = folderWith({
      'a.yaml': GOOD_SCENARIO.replace('topology: {line: {nodes: 3}}', snapshot),
      'ln.edgelist': Uint8Array.from([...utf8('n1 n2\nn2 n'), 0xe9, 10]),
    });
    expect(() => loadScenario(join(folder, 'a.yaml'))).toThrow('ln.edgelist:2:5: is not UTF-8 text');
    expect(() => readInputFile(join(folder, 'ln.edgelist'), 'a text')).toThrow('ln.edgelist:2:5: is not');
  });
});

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
