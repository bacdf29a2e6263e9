import { parse, stringify } from 'lossless-json';

// A number literal this long may lie beyond 2^53, where JSON.parse rounds.
const LONG_INTEGER = /(?:^|[^"\w.])-?\d{16}/;

// No answer of a node, a path-finding service or a sandbox nests deeper than ten; Python itself gives up at a thousand.
const DEEPEST = 100;

// Amounts have up to 78 digits; reading more takes time that grows with their square.
const MOST_DIGITS = 400;

// Small texts cost nothing, whatever is in them.
const FEW_VALUES = 10_000;

/** Thrown for JSON whose values would cost far more memory or time than their text. */
export class CostlyJsonError extends SyntaxError {
  override readonly name = 'CostlyJsonError';
}

/**
 * Reads JSON without losing a digit: integers that a double cannot hold come back as bigint, all other
 * numbers as number. The last of equal keys wins, as in Python and JSON.parse. With `bytesPerValue`, a long text has at
 * most one value per so many bytes. Throws SyntaxError.
 */
export function readJson(text: string, { bytesPerValue = 0 } = {}): unknown {
  const cost = costOf(text, Math.max(FEW_VALUES, text.length / bytesPerValue));
  if (cost !== undefined) throw new CostlyJsonError(cost);
  if (!LONG_INTEGER.test(text)) return JSON.parse(text);
  return parse(text, null, { parseNumber: readNumber, onDuplicateKey: ({ newValue }) => newValue });
}

/** Writes JSON in which every bigint is an integer literal with all its digits. */
export function writeJson(value: unknown): string {
  return stringify(value) ?? 'null';
}

function readNumber(literal: string): number | bigint {
  if (literal.length > MOST_DIGITS) throw new CostlyJsonError(`a number has ${literal.length} characters`);
  const number = Number(literal);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(literal) ? number : BigInt(literal);
}

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPENING: ReadonlySet<number> = new Set(Buffer.from('[{'));
const CLOSING: ReadonlySet<number> = new Set(Buffer.from(']}'));

// Counted over the text: values that cost too much must not come into being.
function costOf(text: string, mostValues: number): string | undefined {
  if (text.length <= DEEPEST) return undefined;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at + 1);
    else if (code === COMMA) values += 1;
    else if (OPENING.has(code)) {
      depth += 1;
      values += 1;
      if (depth > DEEPEST) return `it nests deeper than ${DEEPEST} levels`;
    } else if (CLOSING.has(code)) depth -= 1;
  }
  return values > mostValues ? `it has ${values} values in ${text.length} bytes` : undefined;
}

function endOfText(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}
