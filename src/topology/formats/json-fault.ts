import { InputError, type InputFault, type Place } from '../../errors.ts';
import { readJson, RefusedJsonError } from '../../runtime/read-json.ts';

/** The value of a file of JSON, large integers with all their digits; throws InputError with the place of what is wrong. */
export function parsedJson(source: { readonly file: string; readonly text: string }): unknown {
  try {
    return readJson(source.text);
  } catch (error) {
    if (error instanceof RefusedJsonError)
      throw new InputError({ place: { file: source.file }, message: error.message });
    if (!(error instanceof SyntaxError)) throw error;
    throw new InputError(jsonFault(source));
  }
}

// One JSON token, sticky; the groups are: punctuation, string, number or word.
const TOKEN =
  /[\s]*(?:([{}[\],:])|("(?:[^"\\\n]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

type Awaited = 'the end' | 'a colon' | `a ${'value' | 'key' | 'comma'}${'' | ' or ]' | ' or }'}`;

/** An open bracket, and the key in its quotes, or the index, of the value in it that is read. */
interface Open {
  readonly bracket: '{' | '[';
  step: string | number;
}

/** What is awaited where the text ends or is no JSON; `isWanted` ends the reading at a value by the brackets around it. */
function read(text: string, isWanted: (around: readonly Open[], start: number) => boolean) {
  const open: Open[] = [];
  let awaited: Awaited = 'a value';
  let at = 0;
  for (;;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)
      ?.slice(1)
      .find((part) => part !== undefined);
    if (token === undefined) break;
    const startsValue = awaited.startsWith('a value') && token !== ']';
    if (startsValue && isWanted(open, TOKEN.lastIndex - token.length)) break;
    const next = follow(awaited, token, open);
    if (next === undefined) break;
    awaited = next;
    at = TOKEN.lastIndex;
  }
  return { awaited, at };
}

/**
 * Line and column of the first thing that is no JSON, with what was expected there.
 * JSON.parse tells neither reliably: its messages differ between Node versions and often lack the position.
 */
export function jsonFault({ file, text }: { readonly file: string; readonly text: string }): InputFault {
  const { awaited, at } = read(text, () => false);
  const offset = at + (/^\s*/.exec(text.slice(at, at + 10_000))?.[0].length ?? 0);
  const foundText = text.slice(offset, offset + 20).split('\n')[0];
  return {
    place: { file, ...positionAt(text, offset) },
    message: `found ${foundText ? JSON.stringify(foundText) : 'the end of the file'}, expected ${awaited}`,
  };
}

type JsonField = Readonly<Record<'text' | 'path', string>>;

/** Where the value at a path such as `edges[3].source` stands in JSON, or what should have held it. */
export function jsonPlace({ file, text, path }: JsonField & { readonly file: string }): Place {
  return { file, path, ...positionAt(text, offsetOf({ text, path })) };
}

/** The number at a path of JSON with all the digits that are written there. */
export function jsonNumeral({ text, path }: JsonField): string | undefined {
  return /^[-+.\deE]+/.exec(text.slice(offsetOf({ text, path })))?.[0];
}

// If the path leads to no value, the place is that of the first value at the longest part of it.
function offsetOf({ text, path }: JsonField): number {
  const steps = path.match(/[^.[\]]+/g) ?? [];
  let deepest = -1;
  let offset = 0;
  read(text, (around, start) => {
    if (
      around.length > deepest &&
      around.every(
        ({ step }, depth) => String(typeof step === 'number' ? step : JSON.parse(step)) === steps[depth],
      )
    )
      [deepest, offset] = [around.length, start];
    return deepest === steps.length;
  });
  return offset;
}

function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

// What may come after `token`, or undefined when it may not stand here.
function follow(awaited: Awaited, token: string, open: Open[]): Awaited | undefined {
  const innermost = open.at(-1);
  if ((token === ']' || token === '}') && awaited.endsWith(token)) {
    open.pop();
    return afterValue(open);
  }
  if (awaited === 'a colon') return token === ':' ? 'a value' : undefined;
  if (awaited.startsWith('a comma')) {
    if (token !== ',' || innermost === undefined) return undefined;
    if (innermost.bracket === '{') return 'a key';
    innermost.step = Number(innermost.step) + 1;
    return 'a value';
  }
  if (awaited.startsWith('a key')) {
    if (!token.startsWith('"') || innermost === undefined) return undefined;
    innermost.step = token;
    return 'a colon';
  }
  if (awaited === 'the end') return undefined;
  if (token === '{' || token === '[') {
    open.push({ bracket: token, step: 0 });
    return token === '{' ? 'a key or }' : 'a value or ]';
  }
  return /^["\-\dtfn]/.test(token) ? afterValue(open) : undefined;
}

function afterValue(open: readonly Open[]): Awaited {
  const inside = open.at(-1)?.bracket;
  if (inside === undefined) return 'the end';
  return inside === '{' ? 'a comma or }' : 'a comma or ]';
}
