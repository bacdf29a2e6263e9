import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { outputting, requireWritableFolder, writeWholeFile } from '../../../src/cli/files/output-file.ts';
import { InputError } from '../../../src/errors.ts';
import { newFolder } from '../../new-folder.ts';

let folder = '';
beforeEach(() => {
  folder = newFolder('millrace-out');
});

describe('writing a file', () => {
  it('creates the folders it needs and leaves no draft behind', () => {
    const path = join(folder, 'a/b/c.txt');
    writeWholeFile(path, 'one');
    writeWholeFile(path, 'two');
    expect(readFileSync(path, 'utf8')).toBe('two');
    expect(readdirSync(join(folder, 'a/b'))).toEqual(['c.txt']);
  });

  it('leaves the draft of another process alone', () => {
    const path = join(folder, 'index.html');
    writeFileSync(`${path}.tmp`, 'half of what another process writes');
    writeWholeFile(path, 'whole');
    expect(readFileSync(path, 'utf8')).toBe('whole');
    expect(readFileSync(`${path}.tmp`, 'utf8')).toBe('half of what another process writes');
  });

  it('removes its draft when what is to be written cannot be made', () => {
    const content = function* (): Generator<Uint8Array> {
      yield new Uint8Array(3);
      throw new Error('no more');
    };
    expect(() => writeWholeFile(join(folder, 'a.txt'), content())).toThrow('no more');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('follows a link to the file it names', () => {
    writeFileSync(join(folder, 'real.txt'), 'old');
    symlinkSync(join(folder, 'real.txt'), join(folder, 'link.txt'));
    writeWholeFile(join(folder, 'link.txt'), 'new');
    expect(readFileSync(join(folder, 'real.txt'), 'utf8')).toBe('new');
  });

  it('that fails leaves what was there', () => {
    mkdirSync(join(folder, 'taken'));
    expect(() => writeWholeFile(join(folder, 'taken'), 'x')).toThrow(
      /taken: cannot be written: a folder stands there/,
    );
    expect(readdirSync(folder)).toEqual(['taken']);
  });

  it.each([
    ['ENOSPC', /the disk is full/],
    ['EROFS', /the file system is read-only/],
    ['EACCES', /permission denied/],
    ['EIO', /cannot be written: i\/o error/],
  ])('%s becomes bad input that names the path', (code, says) => {
    const refuse = (): never => {
      throw Object.assign(new Error('i/o error'), { code });
    };
    expect(() => outputting('reports/x', refuse)).toThrow(InputError);
    expect(() => outputting('reports/x', refuse)).toThrow(says);
    expect(() => outputting('reports/x', refuse)).toThrow(/^reports\/x: /);
  });

  it('does not take a bug for a full disk', () => {
    expect(() =>
      outputting('x', () => {
        throw new TypeError('x is undefined');
      }),
    ).toThrow(TypeError);
  });
});

describe('a folder to be written to later', () => {
  it('is not created by looking', () => {
    requireWritableFolder(join(folder, 'a/b'));
    requireWritableFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('may not be a file, nor stand in one', () => {
    writeFileSync(join(folder, 'x.txt'), '');
    expect(() => requireWritableFolder(join(folder, 'x.txt'))).toThrow(/x\.txt: cannot be written: .*a file/);
    expect(() => requireWritableFolder(join(folder, 'x.txt/a'))).toThrow(/cannot be written: .*a file/);
  });
});
