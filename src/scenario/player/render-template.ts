import * as library from '@huggingface/jinja';
import { InputError } from '../../errors.ts';
import { bounded, INTEGER_ARITHMETIC, integerOf } from './integer-arithmetic.ts';
import { MARK, type Rendered, withMarks, withoutMarks } from './template-lines.ts';

// Its own declarations name their files without extensions, which the compiler does not follow here.
const { Environment, Interpreter, parse, tokenize } = library as unknown as {
  readonly Environment: new () => Scope;
  readonly Interpreter: new (scope: Scope) => PlainInterpreter;
  readonly parse: (tokens: readonly Token[]) => Statement;
  readonly tokenize: (template: string) => readonly Token[];
};

interface Token {
  readonly type: string;
  readonly value: string;
}

/** A node of a parsed template. */
interface Statement {
  readonly type: string;
  readonly value?: unknown;
}

interface Value {
  readonly type: string;
  readonly value: unknown;
}

interface Scope {
  set(name: string, value: unknown): Value;
  setVariable(name: string, value: Value): Value;
  lookupVariable(name: string): Value;
}

interface FilterCall extends Statement {
  readonly callee?: Statement;
  readonly args?: readonly Statement[];
}

interface PlainInterpreter {
  readonly global: Scope;
  applyFilter(operand: Value, filter: FilterCall, scope: Scope): Value;
  evaluateArguments(
    args: readonly Statement[],
    scope: Scope,
  ): readonly [readonly Value[], ReadonlyMap<string, Value>];
  run(program: Statement): Value;
  evaluate(statement: Statement | undefined, scope: Scope): Value;
  evaluateBlock(statements: readonly Statement[], scope: Scope): Value;
}

/**
 * Renders a Jinja template, which runs no code of its author's; integers of any size keep every digit. Throws InputError
 * for a variable that is not given, as the original does, and for a template that cannot be read.
 */
export function renderTemplate(
  { file, text }: { readonly file: string; readonly text: string },
  variables: Readonly<Record<string, unknown>>,
): Rendered {
  const fail = (error: unknown, line: number | undefined): never => {
    const place = line === undefined ? { file } : { file, line, column: 1 };
    const message = `as a Jinja template: ${error instanceof Error ? error.message : String(error)}`;
    const hint =
      error instanceof UndefinedVariable
        ? `Give the variables with --environment FILE; given are ${Object.keys(variables).join(', ') || 'none'}.`
        : undefined;
    throw new InputError({ place, message, hint });
  };
  if (!/\{[{%#]/.test(text)) return { text, sourceLine: (line) => line };
  const interpreter = new ExactInterpreter(new Environment());
  try {
    requireShort(text);
    const program = parse(exactTokens(tokenize(withMarks(text)), interpreter));
    for (const [name, value] of Object.entries(variables)) interpreter.give(name, value);
    for (const [name, value] of Object.entries(GLOBALS)) interpreter.global.set(name, value);
    return withoutMarks(String(interpreter.run(program).value));
  } catch (error) {
    return fail(error, interpreter.line);
  }
}

// A literal that no double holds becomes a variable that does.
function exactTokens(tokens: readonly Token[], interpreter: ExactInterpreter): readonly Token[] {
  return withGroupedDigits(tokens).map((token) => {
    if (token.type !== 'NumericLiteral' || !/^\d+$/.test(token.value)) return token;
    if (Number.isSafeInteger(Number(token.value))) return token;
    const name = `integer ${token.value}`;
    interpreter.give(name, integerOf(token.value));
    return { ...token, type: 'Identifier', value: name };
  });
}

// Jinja reads 1_000 as a number, the library as a number and the name of a variable, which never follow each other.
function withGroupedDigits(tokens: readonly Token[]): readonly Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    const isGroup = token.type === 'Identifier' && /^(_\d+)+$/.test(token.value);
    if (last?.type === 'NumericLiteral' && isGroup)
      joined[joined.length - 1] = { ...last, value: last.value + token.value.replaceAll('_', '') };
    else joined.push(token);
  }
  return joined;
}

// The longest file of the Raiden team has some thousand characters, and no more than 30 blanks in a row, for whose square
// the library takes time.
const MOST_CHARACTERS = 1_000_000;
const MOST_BLANKS = 1000;
const MANY_BLANKS = new RegExp(`\\s{${MOST_BLANKS + 1}}`);

function requireShort(text: string): void {
  if (text.length > MOST_CHARACTERS) throw new Error(`has more than ${MOST_CHARACTERS} characters`);
  if (MANY_BLANKS.test(text)) throw new Error(`has more than ${MOST_BLANKS} blanks in a row`);
}

// More would fill the memory, or take minutes; the files of the Raiden team loop over some tens. A step is an item of a
// value, some characters of a text, or a part of an expression.
const MOST_NUMBERS = 100_000;
const MOST_STEPS = 200_000;
const CHARACTERS_OF_STEP = 100;

const GLOBALS = {
  true: true,
  false: false,
  none: null,
  True: true,
  False: false,
  None: null,
  range: (first: number, end?: number, step = 1): readonly number[] => {
    const [from, to] = end === undefined ? [0, first] : [first, end];
    if (step === 0) throw new Error('range() arg 3 must not be zero');
    if ((to - from) / step > MOST_NUMBERS) throw new Error(`range() of more than ${MOST_NUMBERS} numbers`);
    const numbers: number[] = [];
    for (let at = from; step > 0 ? at < to : at > to; at += step) numbers.push(at);
    return numbers;
  },
};

interface Method {
  value: (args: readonly Value[], scope: Scope) => Value;
}

type Methods = ReadonlyMap<string, Method>;

const limited = new WeakSet<Method>();

class UndefinedVariable extends Error {}

/** Jinja as Python evaluates it, where the library's arithmetic is that of doubles. */
class ExactInterpreter extends Interpreter {
  /** The line of the template, where it stands. */
  line: number | undefined;
  #steps = 0;

  give(name: string, value: unknown): this {
    this.global.setVariable(name, this.evaluate(literal(value), this.global));
    return this;
  }

  override evaluate(statement: Statement | undefined, scope: Scope): Value {
    this.#take(1);
    const value = this.#valueOf(statement, scope);
    this.#take(stepsOf(value));
    return value;
  }

  // `replace` is limited where the library makes it, whoever calls it.
  override applyFilter(operand: Value, filter: FilterCall, scope: Scope): Value {
    const { callee, args = [] } = filter;
    if (callee !== undefined && SPREADING.has(nameOf(callee))) {
      const [given, named] = super.evaluateArguments(args, scope);
      const plain = super.applyFilter(operand, { type: 'Identifier', value: 'tojson' }, scope);
      for (const { value } of [...given, ...named.values()].flatMap(partsOf))
        requireFits(lengthOf(plain.value), typeof value === 'number' ? value : lengthOf(value));
    }
    return super.applyFilter(operand, filter, scope);
  }

  #take(steps: number): void {
    this.#steps += steps;
    if (this.#steps > MOST_STEPS) throw new Error(`takes more than ${MOST_STEPS} steps`);
  }

  #valueOf(statement: Statement | undefined, scope: Scope): Value {
    if (statement?.type === 'StringLiteral') {
      const mark = [...String(statement.value).matchAll(MARK)].at(-1);
      if (mark) this.line = Number(mark[1]);
    }
    if (statement?.type === 'BinaryExpression') {
      const exact = this.#exactly(statement as Binary, scope);
      if (exact !== undefined) return exact;
    }
    // The library takes lists apart in loops, and no tuples.
    const isTuple = statement?.type === 'TupleLiteral';
    return super.evaluate(isTuple ? { ...statement, type: 'ArrayLiteral' } : statement, scope);
  }

  // As StrictUndefined: a name that is not given is an error where its value is written.
  override evaluateBlock(statements: readonly Statement[], scope: Scope): Value {
    const texts = statements.map((statement) => {
      if (statement.type === 'Identifier') this.#require(statement, scope);
      return super.evaluateBlock([statement], scope).value;
    });
    return this.evaluate(literal(texts.join('')), scope);
  }

  #require(name: Statement, scope: Scope): void {
    if (scope.lookupVariable(nameOf(name)).type === 'UndefinedValue')
      throw new UndefinedVariable(`'${nameOf(name)}' is undefined`);
  }

  #exactly({ left, right, operator }: Binary, scope: Scope): Value | undefined {
    const apply = INTEGER_ARITHMETIC[operator.value];
    if (apply === undefined) return undefined;
    const [a, b] = [this.#operand(left, scope), this.#operand(right, scope)];
    if (typeof a !== 'bigint' || typeof b !== 'bigint') return undefined;
    return this.evaluate(literal(bounded(apply(a, b))), scope);
  }

  // Undefined: something that is no integer.
  #operand(statement: Statement, scope: Scope): bigint | undefined {
    const value = this.evaluate(statement, scope);
    if (statement.type === 'Identifier') this.#require(statement, scope);
    if (value.type !== 'IntegerValue') return undefined;
    return BigInt(value.value as number);
  }
}

// Filters that put as much as an argument says between the parts of what they are given.
const SPREADING: ReadonlySet<string> = new Set(['join', 'indent', 'tojson']);

function partsOf(value: Value): readonly Value[] {
  return Array.isArray(value.value) ? value.value : [value];
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

function requireFits(parts: number, size: number): void {
  if (parts * size > MOST_CHARACTERS)
    throw new Error(`makes a text of more than ${MOST_CHARACTERS} characters`);
}

limitReplace();

// The library's texts make their methods when one is asked for; the filter calls the method.
function limitReplace(): void {
  const anyText = new Interpreter(new Environment()).evaluate(literal(''), new Environment());
  const texts = Object.getPrototypeOf(anyText) as object;
  const { get } = Object.getOwnPropertyDescriptor(texts, 'builtins') as { readonly get: () => Methods };
  Object.defineProperty(texts, 'builtins', {
    get(this: Value): Methods {
      const methods = get.call(this);
      const method = methods.get('replace');
      if (method === undefined || limited.has(method)) return methods;
      limited.add(method);
      const { value: replace } = method;
      method.value = (args, scope) => {
        requireFits(lengthOf(this.value) + 1, lengthOf(args[1]?.value));
        return replace(args, scope);
      };
      return methods;
    },
  });
}

interface Binary extends Statement {
  readonly left: Statement;
  readonly right: Statement;
  readonly operator: { readonly value: string };
}

function nameOf(statement: Statement): string {
  return String(statement.value);
}

function stepsOf({ value }: Value): number {
  if (typeof value === 'string') return Math.floor(value.length / CHARACTERS_OF_STEP);
  if (Array.isArray(value)) return value.length;
  return value instanceof Map ? value.size : 0;
}

// The library makes its values of literals; an integer is kept as a double where that holds it, so that loops and
// filters of the library can count with it.
function literal(value: unknown): Statement & Readonly<Record<string, unknown>> {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return { type: 'IntegerLiteral', value: Number.isSafeInteger(number) ? number : value };
  }
  if (typeof value === 'number')
    return { type: Number.isInteger(value) ? 'IntegerLiteral' : 'FloatLiteral', value };
  if (typeof value === 'string') return { type: 'StringLiteral', value };
  if (typeof value === 'boolean')
    return {
      type: 'TestExpression',
      negate: !value,
      operand: literal(0),
      test: { type: 'Identifier', value: 'integer' },
    };
  if (value === null || value === undefined) return { type: 'Comment', value: '' };
  if (Array.isArray(value)) return { type: 'ArrayLiteral', value: value.map(literal) };
  const entries = Object.entries(value).map(([key, item]) => [literal(key), literal(item)] as const);
  return { type: 'ObjectLiteral', value: new Map(entries) };
}
