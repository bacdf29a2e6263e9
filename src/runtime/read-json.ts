import { parse, stringify } from 'lossless-json';

// A number literal this long may lie beyond 2^53, where JSON.parse rounds.
const LONG_INTEGER = /(?:^|[^"\w.])-?\d{16}/;

// No answer of a node, a path-finding service or a sandbox nests deeper than ten; Python itself gives up at a thousand.
const DEEPEST = 100;

/** Thrown for JSON that nests so deeply that walking its values would overflow the stack. */
export class TooDeepError extends SyntaxError {
  override readonly name = 'TooDeepError';
}

/**
 * Reads JSON without losing a digit: integers that a double cannot hold come back as bigint, all other
 * numbers as number. The last of equal keys wins, as in Python and JSON.parse. Throws SyntaxError.
 */
export function readJson(text: string): unknown {
  if (nestsTooDeeply(text)) throw new TooDeepError(`it nests deeper than ${DEEPEST} levels`);
  if (!LONG_INTEGER.test(text)) return JSON.parse(text);
  return parse(text, null, { parseNumber: readNumber, onDuplicateKey: ({ newValue }) => newValue });
}

/** Writes JSON in which every bigint is an integer literal with all its digits. */
export function writeJson(value: unknown): string {
  return stringify(value) ?? 'null';
}

function readNumber(literal: string): number | bigint {
  const number = Number(literal);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(literal) ? number : BigInt(literal);
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING: ReadonlySet<number> = new Set(Buffer.from('[{'));
const CLOSING: ReadonlySet<number> = new Set(Buffer.from(']}'));

// Counted over the text: a value that nests too deeply must not come into being.
function nestsTooDeeply(text: string): boolean {
  if (text.length <= DEEPEST) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at + 1);
    else if (OPENING.has(code)) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (CLOSING.has(code)) depth -= 1;
  }
  return false;
}

function endOfText(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}
