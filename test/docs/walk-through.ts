import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

/** Commands that a page shows one after the other, with what the last one prints. */
interface ShownCommands {
  /** Of each command the words after `millrace`. */
  readonly commands: readonly (readonly string[])[];
  /** A line `...` stands for lines that are not shown. */
  readonly output: string;
}

/** The README and every page of `docs`, by its path. */
export const PAGES: ReadonlyMap<string, string> = new Map(
  [
    'README.md',
    ...readdirSync(new URL('docs', ROOT))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ].map((path) => [path, readFileSync(new URL(path, ROOT), 'utf8')]),
);

/** What a page shows as a console, in its order. */
export function shownCommands(page: string): readonly ShownCommands[] {
  const blocks = page.matchAll(/```console\n((?:\$ .*\n)+)\n([\s\S]*?)```/g);
  return [...blocks].map(([, lines = '', output = '']) => ({ commands: calledIn(lines), output }));
}

/** The calls of Millrace in the lines of a shell, without comments; a variable is what it is unless set. */
export function calledIn(script: string): readonly (readonly string[])[] {
  const calls = script.matchAll(/^(?:\$ )?(?:npx )?millrace (.*)$/gm);
  return [...calls].map(([, line = '']) => {
    const set = line.replace(/ +[#&].*/, '').replaceAll(/\$\{\w+:-(\w+)\}/g, '$1');
    return wordsOf(set);
  });
}

/** The first line that is shown and was not printed below the ones before it. */
export function missingLine(shown: string, printed: string): string | undefined {
  const lines = printed.split('\n').map((line) => line.trimEnd());
  let from = 0;
  return shown
    .split('\n')
    .filter((line) => line !== '' && line !== '...')
    .find((line) => {
      const at = lines.indexOf(line, from);
      from = at + 1;
      return at === -1;
    });
}

/** The text around the commands, without the addresses of links. */
export function proseOf(page: string): string {
  return page.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/\]\([^)]*\)/g, ']');
}

/** Every figure of a text, as it is written. */
export function figuresIn(text: string): readonly string[] {
  return text.match(/\d+(?:,\d{3})*(?:\.\d+)?/g) ?? [];
}

function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  );
}
