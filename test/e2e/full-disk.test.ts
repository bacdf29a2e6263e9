import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder, folderWith, GOOD_SCENARIO, shell } from './built-cli.ts';

// A file that may not grow any further is what a full disk looks like; the trap keeps the shell from ending with it.
const FULL = "trap '' XFSZ; ulimit -f 1; ";

describe('a full disk', () => {
  it.skipIf(!existsSync('/dev/full'))('under the result is bad input, not a success', () => {
    const folder = folderWith({ 'a.yaml': GOOD_SCENARIO });
    const { code, stderr } = shell(folder, '', 'simulate a.yaml --json > /dev/full');
    expect(stderr).toContain('error: stdout: cannot be written: the disk is full');
    expect(code).toBe(2);
  });

  it('that takes a part of the result is bad input too', () => {
    const folder = folderWith({ 'a.yaml': GOOD_SCENARIO });
    shell(folder, '', 'simulate a.yaml');
    const { code, stderr } = shell(folder, FULL, 'report reports/a/seed-7 --json > summary.json');
    expect(stderr).toContain('cannot be written');
    expect(code).toBe(2);
  });

  it('costs no run that was there before', () => {
    const folder = folderWith({ 'a.yaml': GOOD_SCENARIO });
    expect(shell(folder, '', 'simulate a.yaml').code).toBe(0);
    const before = filesUnder(folder);
    const outcomes = readFileSync(join(folder, 'reports/a/seed-7/outcomes.ndjson'), 'utf8');
    const { code, stderr } = shell(folder, FULL, 'simulate a.yaml');
    expect(stderr).toContain('cannot be written');
    expect(code).toBe(2);
    expect(filesUnder(folder)).toEqual(before);
    expect(readFileSync(join(folder, 'reports/a/seed-7/outcomes.ndjson'), 'utf8')).toBe(outcomes);
  });
});
