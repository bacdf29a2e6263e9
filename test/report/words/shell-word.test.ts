import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shellWord } from '../../../src/report/words/shell-word.ts';

describe('a word of a command line', () => {
  it.each(['plain.yaml', "it's a name", 'two\nlines "of" it\'s \\ \t', '$HOME `id`'])(
    'is on one line what bash reads: %j',
    (word) => {
      expect(shellWord(word)).not.toContain('\n');
      expect(execFileSync('bash', ['-c', `printf %s ${shellWord(word)}`], { encoding: 'utf8' })).toBe(word);
    },
  );
});
