import {
  CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  type ErrorCode,
  isNode,
  visit,
} from 'yaml';
import { Decimal } from '../../model/decimal.ts';
import { InputError, type Place, describeFault, type InputFault } from '../../errors.ts';

/** A step of a field path: a key or an index. */
export type PathStep = PropertyKey;

/** A YAML or JSON text as plain values, with the place of each. */
export interface YamlDocument {
  readonly value: unknown;
  /** Place of the value at `path`, or of the closest one around it that exists. */
  placeOf(path: readonly PathStep[]): Place;
  /** Place of the key at `path`, for keys that should not be there. */
  placeOfKey(path: readonly PathStep[]): Place;
}

interface YamlText {
  readonly file: string;
  readonly text: string;
  /** True: a number with a decimal point is a `Decimal`. */
  readonly keepsDecimals?: boolean;
}

/** Reads YAML 1.2, and so JSON; integers keep every digit. Throws InputError with every syntax fault. */
export function readYaml({ file, text, keepsDecimals = false }: YamlText): YamlDocument {
  const lines = new LineCounter();
  const fail = (faults: readonly YamlFault[]): never => {
    throw new InputError(
      limitFaults(
        faults.map(({ offset, message, hint }) => ({
          place: { file, ...position(lines, offset) },
          message: `not valid ${/\.json$/i.test(file) ? 'JSON' : 'YAML'}: ${message}`,
          hint,
        })),
      ),
    );
  };
  const excess = excessOf(text);
  if (excess !== undefined) {
    for (const { index } of text.slice(0, excess.offset).matchAll(/^/gm)) lines.addNewLine(index);
    const { offset, ...fault } = excess;
    throw new InputError({ place: { file, ...position(lines, offset) }, ...fault });
  }
  const document = parseDocument(text, {
    lineCounter: lines,
    intAsBigInt: true,
    prettyErrors: false,
    // The parser compares each key with all others, which takes ten minutes for 100,000 nodes; `yamlFaults` does it.
    uniqueKeys: false,
    // Else the parser writes to the terminal on its own.
    logLevel: 'error',
  });
  try {
    const faults = yamlFaults(document);
    if (faults.length > 0) fail(faults);
    if (keepsDecimals) keepDecimals(document);
    return {
      value: plain(document.toJS()),
      placeOf: (path) => ({ file, ...position(lines, offsetOf(document, path)) }),
      placeOfKey: (path) => ({ file, ...position(lines, keyOffsetOf(document, path)) }),
    };
  } catch (error) {
    if (error instanceof RangeError) return fail([{ offset: 0, message: 'nested too deeply' }]);
    // Aliases of aliases multiply; the parser refuses to unfold too many.
    if (error instanceof ReferenceError)
      return fail([{ offset: 0, message: 'its aliases unfold to too much' }]);
    if (error instanceof Error && error.message.startsWith('Merge sources'))
      return fail([{ offset: 0, message: '`<<` merges something that is no mapping' }]);
    throw error;
  }
}

// A hundred thousand steps of five settings each have as many; parsed, they take a gigabyte.
const MOST_LEXEMES = 5_000_000;
const TOO_LARGE = {
  message: `too large: found more than ${MOST_LEXEMES} words and signs, expected fewer`,
  hint: 'put a large network into a snapshot (`topology: {snapshot: {file: ...}}`), many payments into `traffic` or, for a load, a trace',
};

const LONGEST_LEXEME = 1_000_000;
const TOO_LONG = {
  message: `found a text of more than ${LONGEST_LEXEME} characters, expected a shorter one`,
};

// The settings of a scenario go down ten levels.
const DEEPEST = 100;
const TOO_DEEP = { message: `nested too deeply: found more than ${DEEPEST} levels, expected fewer` };

/** Where a text is too large or nested too deeply, which is seen before the parser needs memory for it. */
function excessOf(text: string): YamlFault | undefined {
  let [offset, lexemes, flowDepth, blockDepthOfLine] = [0, 0, 0, 0];
  let isScalarText = false;
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1;
    const type: CST.TokenType | null = isScalarText ? null : CST.tokenType(lexeme);
    isScalarText = type === 'scalar';
    if (type === 'flow-map-start' || type === 'flow-seq-start') flowDepth += 1;
    if (type === 'flow-map-end' || type === 'flow-seq-end') flowDepth -= 1;
    if (type === 'flow-error-end') flowDepth = 0;
    // Over several lines each level needs further indentation, so that no text of this size is nested too deeply.
    if (type === 'newline') blockDepthOfLine = 0;
    if (type === 'seq-item-ind' || type === 'explicit-key-ind') blockDepthOfLine += 1;
    if (flowDepth + blockDepthOfLine > DEEPEST) return { offset, ...TOO_DEEP };
    if (lexemes > MOST_LEXEMES) return { offset, ...TOO_LARGE };
    if (lexeme.length > LONGEST_LEXEME) return { offset, ...TOO_LONG };
    const isMark = type === 'scalar' || type === 'doc-mode' || type === 'flow-error-end';
    if (!isMark) offset += lexeme.length;
  }
  return undefined;
}

/** `traffic[0].amounts.sigma` */
export function pathText(path: readonly PathStep[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? String(step) : `${text}.${String(step)}`;
  }, '');
}

function keepDecimals(document: Document.Parsed): void {
  visit(document, {
    Scalar(_key, scalar) {
      const { value, type, source = '' } = scalar;
      const isGrouped = type === 'PLAIN' && /^\d+(_\d+)+\.\d+$/.test(source);
      if (isGrouped || (Number.isFinite(value) && /^[^-]*\./.test(source)))
        scalar.value = new Decimal(source.replaceAll('_', ''));
    },
  });
}

// Small integers become numbers; those a double cannot hold stay bigint, so that no digit is lost.
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

function position(lines: LineCounter, offset: number): { readonly line: number; readonly column: number } {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function offsetOf(document: Document.Parsed, path: readonly PathStep[]): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const step of path) {
    const pair = child(document, node, step);
    // An empty value has no text of its own: its key stands for it.
    offset = startOf(pair?.value) ?? startOf(pair?.key) ?? offset;
    if (pair?.value === undefined) break;
    node = pair.value;
  }
  return offset;
}

function keyOffsetOf(document: Document.Parsed, path: readonly PathStep[]): number {
  const parent = path.slice(0, -1);
  let node: unknown = document.contents;
  for (const step of parent) node = child(document, node, step)?.value;
  const last = path.at(-1);
  const key = last === undefined ? undefined : child(document, node, last)?.key;
  return startOf(key) ?? offsetOf(document, parent);
}

function child(
  document: Document.Parsed,
  parent: unknown,
  step: PathStep,
): { readonly key?: unknown; readonly value: unknown } | undefined {
  const node = isAlias(parent) ? parent.resolve(document) : parent;
  if (isSeq(node)) return { value: node.items[Number(step)] };
  if (!isMap(node)) return undefined;
  return node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(step));
}

function startOf(node: unknown): number | undefined {
  const range = (node as Partial<Node> | null | undefined)?.range;
  // A range without extent belongs to an empty value.
  return range && range[1] > range[0] ? range[0] : undefined;
}

/** A fault of a YAML text, at an offset into it. */
interface YamlFault {
  readonly offset: number;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** Everything that keeps a parsed document from being read as plain values. */
function yamlFaults(document: Document.Parsed): readonly YamlFault[] {
  const syntax = [...document.errors, ...document.warnings].map(
    ({ code, message, pos: [offset] }): YamlFault => ({ offset, ...inOurWords(code, message) }),
  );
  return syntax.length > 0 ? syntax : nodeFaults(document);
}

const HINTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  TAB_AS_INDENT: 'indent with spaces',
  MULTIPLE_DOCS: 'a scenario file holds one document',
  TAG_RESOLVE_FAILED: 'tags are not used here; quote the text if no tag is meant',
};

function inOurWords(code: ErrorCode, message: string): Omit<YamlFault, 'offset'> {
  // The parser recurses, so hostile nesting exhausts the stack.
  if (message.includes('call stack')) return { message: 'nested too deeply' };
  // After the semicolon it goes on about its own functions.
  return { message: message.split(';')[0] ?? message, hint: HINTS[code] };
}

const DUPLICATE = { message: 'Map keys must be unique', hint: 'remove one of the two, or merge them' };

// JavaScript's own word: validation passes it over, so it would be neither read nor refused.
const RESERVED_KEY = '__proto__';

function nodeFaults(document: Document.Parsed): readonly YamlFault[] {
  const aliases: YamlFault[] = [];
  const keys: YamlFault[] = [];
  visit(document, {
    Alias: (_key, alias, ancestors) => {
      const offset = nodeOffset(alias);
      const target = alias.resolve(document);
      if (target === undefined)
        aliases.push({
          offset,
          message: `*${alias.source} stands for nothing: no &${alias.source} before it`,
          hint: 'quote the text if no alias is meant',
        });
      else if (ancestors.includes(target))
        aliases.push({ offset, message: `*${alias.source} contains itself` });
    },
    Map: (_key, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key;
        if (seen.has(name)) keys.push({ offset: nodeOffset(key), ...DUPLICATE });
        seen.add(name);
      }
    },
    Pair: (_key, { key }) => {
      if (isScalar(key) && key.value === RESERVED_KEY)
        keys.push({
          offset: nodeOffset(key),
          message: `a key cannot be named ${RESERVED_KEY}`,
          hint: 'choose another name',
        });
    },
  });
  return [...aliases, ...keys];
}

function nodeOffset(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

// More than a screen of faults hides the first ones; most of the others follow from them.
const MOST_SHOWN = 20;

/** The first twenty faults, each once, then how many more there are. */
export function limitFaults(faults: readonly InputFault[]): readonly InputFault[] {
  const different = [...new Map(faults.map((fault) => [describeFault(fault), fault])).values()];
  const rest = different.length - MOST_SHOWN;
  if (rest <= 0) return different;
  return [
    ...different.slice(0, MOST_SHOWN),
    { message: `and ${rest} more ${rest === 1 ? 'fault' : 'faults'}` },
  ];
}
