import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEADLOCKS } from './deadlocks.ts';
import { HANG_UPS } from './hang-ups.ts';
import { MUTANTS } from './mutants.ts';
import { SLOW_NODES } from './slow-nodes.ts';

describe('faulty sandboxes', () => {
  it('are at least forty, each with a name of its own', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
  });

  it.each([...MUTANTS, ...DEADLOCKS, ...HANG_UPS, ...SLOW_NODES])(
    '$name changes one place of the sources',
    ({ file, from, to }) => {
      const source = readFileSync(new URL(`../../src/${file}.ts`, import.meta.url), 'utf8');
      expect(source.split(from)).toHaveLength(2);
      expect(to).not.toBe(from);
    },
  );
});
