import { parse, stringify } from 'lossless-json';
import { keysIn } from '../model/json.ts';

// A number literal this long may lie beyond 2^53, where JSON.parse rounds.
const LONG_INTEGER = /(?:^|[^"\w.])-?\d{16}/;

// No answer of a node, a path-finding service or a sandbox nests deeper than ten; Python itself gives up at a thousand.
const DEEPEST = 100;

// Amounts have up to 78 digits; reading more takes time that grows with their square.
const MOST_DIGITS = 400;

// Small texts cost nothing, whatever is in them.
const FEW_VALUES = 10_000;

/** Thrown for JSON whose values would cost far more memory or time than their text, or of which one replaces another. */
export class RefusedJsonError extends SyntaxError {
  override readonly name = 'RefusedJsonError';
}

/**
 * Reads JSON without losing a digit: integers that a double cannot hold come back as bigint, all other
 * numbers as number. The last of equal keys wins, as in Python and JSON.parse, unless `refusesRepeatedKeys`. With
 * `bytesPerValue`, a long text has at most one value per so many bytes. Throws SyntaxError.
 */
export function readJson(text: string, { bytesPerValue = 0, refusesRepeatedKeys = false } = {}): unknown {
  const keys = keysWritten(text, Math.max(FEW_VALUES, text.length / bytesPerValue));
  const parsed = LONG_INTEGER.test(text) ? undefined : JSON.parse(text);
  if (parsed !== undefined && (!refusesRepeatedKeys || keysIn(parsed) === keys)) return parsed;
  return parse(text, null, {
    parseNumber: readNumber,
    onDuplicateKey({ key, newValue }) {
      if (refusesRepeatedKeys)
        throw new RefusedJsonError(`it has ${JSON.stringify(key)} twice in one object`);
      return newValue;
    },
  });
}

/** Writes JSON in which every bigint is an integer literal with all its digits. */
export function writeJson(value: unknown): string {
  return stringify(value) ?? 'null';
}

function readNumber(literal: string): number | bigint {
  if (literal.length > MOST_DIGITS) throw new RefusedJsonError(`a number has ${literal.length} characters`);
  const number = Number(literal);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(literal) ? number : BigInt(literal);
}

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const COLON = 58;
const OPENING: ReadonlySet<number> = new Set(Buffer.from('[{'));
const CLOSING: ReadonlySet<number> = new Set(Buffer.from(']}'));

// Counts keys over the text, where values that cost too much do not come into being; throws RefusedJsonError.
function keysWritten(text: string, mostValues: number): number {
  let [depth, values, keys] = [0, 1, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      for (at += 1; at < text.length && text.charCodeAt(at) !== QUOTE; at += 1)
        if (text.charCodeAt(at) === BACKSLASH) at += 1;
    } else if (code === COMMA) values += 1;
    else if (code === COLON) keys += 1;
    else if (OPENING.has(code)) {
      depth += 1;
      values += 1;
      if (depth > DEEPEST) throw new RefusedJsonError(`it nests deeper than ${DEEPEST} levels`);
    } else if (CLOSING.has(code)) depth -= 1;
  }
  if (values > mostValues) throw new RefusedJsonError(`it has ${values} values in ${text.length} bytes`);
  return keys;
}
