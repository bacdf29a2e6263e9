import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { webFilesIn } from '../../../src/cli/files/web-files.ts';
import { newFolder } from '../../new-folder.ts';

it('are read from the folder, however it is written, and from nowhere else', () => {
  const around = newFolder('web-files');
  const folder = join(around, 'ui');
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.html'), 'the page');
  writeFileSync(join(around, 'secret.txt'), 'a secret');
  symlinkSync('../secret.txt', join(folder, 'link.txt'));
  symlinkSync(around, join(folder, 'out'));
  for (const written of [folder, `${folder}/`, join(folder, '.'), around, `${around}/`]) {
    const files = webFilesIn(written);
    expect(String(files.read('index.html'))).toBe('the page');
    for (const outside of ['../secret.txt', 'link.txt', 'out/secret.txt', 'out', ''])
      expect(files.read(outside)).toBeUndefined();
  }
});
