import { InputError, type InputFault, InvariantError, type Place } from '../../errors.ts';
import { CostlyJsonError, readJson } from '../../runtime/read-json.ts';

/** The value of a file of JSON, large integers with all their digits; throws InputError with the place of what is wrong. */
export function parsedJson(source: { readonly file: string; readonly text: string }): unknown {
  try {
    return readJson(source.text);
  } catch (error) {
    if (error instanceof CostlyJsonError)
      throw new InputError({ place: { file: source.file }, message: error.message });
    if (!(error instanceof SyntaxError)) throw error;
    throw new InputError(jsonFault(source));
  }
}

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
  const foundText = text.slice(offset, offset + 20).split('\n')[0];
  return {
    place: { file, ...positionAt(text, offset) },
    message: `found ${foundText ? JSON.stringify(foundText) : 'the end of the file'}, expected ${awaited}`,
  };
}

interface JsonField {
  readonly text: string;
  readonly path: string;
}

/** Where the value at a path such as `edges[3].source` stands in JSON, or what should have held it. */
export function jsonPlace({ file, text, path }: JsonField & { readonly file: string }): Place {
  return { file, path, ...positionAt(text, offsetOf({ text, path })) };
}

/** The number at a path of JSON with all the digits that are written there. */
export function jsonNumeral({ text, path }: JsonField): string | undefined {
  return /^[-+.\deE]+/.exec(text.slice(offsetOf({ text, path })))?.[0];
}

function offsetOf({ text, path }: JsonField): number {
  const tokens = new JsonTokens(text);
  let at = tokens.startOfNext();
  for (const step of path.match(/[^.[\]]+/g) ?? []) {
    if (!tokens.enter(step)) break;
    at = tokens.startOfNext();
  }
  return at;
}

/** The tokens of a text that is JSON, one after the other. */
class JsonTokens {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  startOfNext(): number {
    const at = this.#at;
    const token = this.#next();
    const start = this.#at - token.length;
    this.#at = at;
    return start;
  }

  /** Goes to the value of a key, or of an index, of what comes next; false: it has none. */
  enter(step: string): boolean {
    const open = this.#next();
    if (open !== '{' && open !== '[') return false;
    for (let index = 0; ; index += 1) {
      const at = this.#at;
      const first = this.#next();
      if (first === ']' || first === '}') return false;
      if (open === '{') this.#next();
      else this.#at = at;
      if ((open === '{' ? JSON.parse(first) : String(index)) === step) return true;
      this.#skipValue();
      if (this.#next() !== ',') return false;
    }
  }

  #skipValue(): void {
    let depth = 0;
    do {
      const token = this.#next();
      if (token === '{' || token === '[') depth += 1;
      else if (token === '}' || token === ']') depth -= 1;
    } while (depth > 0);
  }

  #next(): string {
    TOKEN.lastIndex = this.#at;
    const token = TOKEN.exec(this.#text);
    if (token === null) throw new InvariantError('a text that was read as JSON is none');
    this.#at = TOKEN.lastIndex;
    return token[1] ?? token[2] ?? token[3] ?? '';
  }
}

function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
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
