import type { InputFault } from '../../errors.ts';

// One JSON token, sticky; the groups are: punctuation, string, number or word.
const TOKEN =
  /[\s]*(?:([{}[\],:])|("(?:[^"\\\n]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

type Awaited =
  | 'a value'
  | 'a value or ]'
  | 'a key'
  | 'a key or }'
  | 'a colon'
  | 'a comma or ]'
  | 'a comma or }'
  | 'the end';

/**
 * Line and column of the first thing that is no JSON, with what was expected there.
 * JSON.parse tells neither reliably: its messages differ between Node versions and often lack the position.
 */
export function jsonFault({ file, text }: { readonly file: string; readonly text: string }): InputFault {
  const open: string[] = [];
  let awaited: Awaited = 'a value';
  let at = 0;
  for (;;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)
      ?.slice(1)
      .find((part) => part !== undefined);
    const next: Awaited | undefined = token === undefined ? undefined : follow(awaited, token, open);
    if (next === undefined) break;
    awaited = next;
    at = TOKEN.lastIndex;
  }
  const offset = at + (/^\s*/.exec(text.slice(at, at + 10_000))?.[0].length ?? 0);
  const before = text.slice(0, offset).split('\n');
  const foundText = text.slice(offset, offset + 20).split('\n')[0];
  return {
    place: { file, line: before.length, column: (before.at(-1) ?? '').length + 1 },
    message: `found ${foundText ? JSON.stringify(foundText) : 'the end of the file'}, expected ${awaited}`,
  };
}

// The tokens that may come after `token`, or undefined when it may not stand here. `open` holds the open brackets.
function follow(awaited: Awaited, token: string, open: string[]): Awaited | undefined {
  const closes = (token === ']' || token === '}') && awaited.endsWith(token);
  if (closes) {
    open.pop();
    return afterValue(open);
  }
  if (awaited === 'a colon') return token === ':' ? 'a value' : undefined;
  if (awaited.startsWith('a comma')) {
    if (token !== ',') return undefined;
    return open.at(-1) === '{' ? 'a key' : 'a value';
  }
  if (awaited.startsWith('a key')) return token.startsWith('"') ? 'a colon' : undefined;
  if (awaited === 'the end') return undefined;
  if (token === '{' || token === '[') {
    open.push(token);
    return token === '{' ? 'a key or }' : 'a value or ]';
  }
  return /^["\-\dtfn]/.test(token) ? afterValue(open) : undefined;
}

function afterValue(open: readonly string[]): Awaited {
  const inside = open.at(-1);
  if (inside === undefined) return 'the end';
  return inside === '{' ? 'a comma or }' : 'a comma or ]';
}
