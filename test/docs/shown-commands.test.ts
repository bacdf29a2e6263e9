import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allCommands } from '../../src/cli/program.ts';
import { memoryTerminal } from '../cli/memory-terminal.ts';
import { folderWith, runCli } from '../e2e/built-cli.ts';
import { calledIn, figuresIn, missingLine, PAGES, proseOf, shownCommands } from './walk-through.ts';

const SCENARIOS = fileURLToPath(new URL('../../scenarios', import.meta.url));
// The others take longer: run-commands.long.test.ts.
const QUICK = new Set(['validate', 'simulate', 'compare']);

const quick = [...PAGES].flatMap(([path, page]) =>
  shownCommands(page)
    .filter(({ commands }) => commands.every(([name = '']) => QUICK.has(name)))
    .map((shown) => ({ path, ...shown })),
);
const called = [...PAGES].flatMap(([path, page]) =>
  [...page.matchAll(/```(?:sh|console)\n([\s\S]*?)```/g)]
    .flatMap(([, script = '']) => calledIn(script))
    .map((words) => [path, words.join(' '), words] as const),
);

describe('a command of a page', () => {
  it.each(called)('has options that there are: %s: %s', async (_path, _line, [name, ...rest]) => {
    const declared = (await allCommands()).find((each) => each.name === name);
    const command = declared?.create({ terminal: memoryTerminal(), env: {}, conclude() {} });
    expect(command?.exitOverride().parseOptions([...rest]).unknown).toEqual([]);
  });

  it.each(quick)('prints what $path shows: $commands', async ({ commands, output }) => {
    const folder = folderWith({});
    cpSync(SCENARIOS, join(folder, 'scenarios'), { recursive: true });
    let printed = '';
    for (const words of commands) {
      const { stdout, stderr } = await runCli(words, { folder });
      printed = `${stderr}${stdout}`;
    }
    expect(missingLine(output, printed), printed).toBeUndefined();
  });

  it('would be caught with another output, or another order', () => {
    expect(missingLine('one\n...\nthree\n', 'one\ntwo\nthree\n')).toBeUndefined();
    expect(missingLine('three\none\n', 'one\ntwo\nthree\n')).toBe('one');
  });
});

it('the way through a plan tells no figure that its commands do not print and its scenario does not hold', () => {
  const page = PAGES.get('docs/planning.md') ?? '';
  const way = page.slice(page.indexOf('## 2. '), page.indexOf('## 6. '));
  const scenario = readFileSync(join(SCENARIOS, 'plan-partners.yaml'), 'utf8').replaceAll('_', ',');
  const printed = shownCommands(page).map(({ output }) => output);
  const known = new Set([scenario, ...printed].flatMap(figuresIn));
  const told = figuresIn(proseOf(way.replaceAll(/^## .*$/gm, '')));
  expect(told.length).toBeGreaterThan(3);
  expect(told.filter((figure) => !known.has(figure))).toEqual([]);
});
