import type { OutcomeClass } from '../../model/check/contract-report.ts';
import { nodeLine } from '../../model/node-text.ts';
import { errorText } from '../../model/run/reason.ts';
import { ANSWER_JSON, type RawAnswer, readAnswer, readErrors } from '../connect/read-answer.ts';
import type { Endpoint } from '../endpoint.ts';
import { readJson } from '../../runtime/read-json.ts';
import type { RestDialect } from '../rest-dialect.ts';
import type { ExpectedAnswer } from './contract-case.ts';
import { fillIn, type Surroundings } from './placeholders.ts';

/** The expected and the observed form of one part of an answer. */
interface AnswerMismatch {
  readonly expected: string;
  readonly observed: string;
}

interface Judged {
  readonly answer: RawAnswer;
  readonly endpoint: Endpoint;
  readonly expected: ExpectedAnswer;
  readonly outcome: OutcomeClass;
  readonly reasonOf: RestDialect['reasonOf'];
  readonly known: Surroundings;
}

// Bodies of nodes are quoted to so many characters.
const LONGEST_BODY = 300;

/** The first part of an answer that is otherwise than expected: status, body, class, headers. */
export function mismatchIn(judged: Judged): AnswerMismatch | undefined {
  return wrongStatus(judged) ?? wrongBody(judged) ?? wrongClass(judged) ?? wrongHeader(judged);
}

function wrongStatus({ answer, expected }: Judged): AnswerMismatch | undefined {
  const statuses = [expected.status].flat();
  if (statuses.includes(answer.status)) return undefined;
  return { expected: `status ${statuses.join(' or ')}`, observed: whole(answer) };
}

function wrongBody({ answer, expected, known }: Judged): AnswerMismatch | undefined {
  const observed = whole(answer);
  const { json, says } = expected;
  if (expected.isEmpty === true)
    return answer.text === '' ? undefined : { expected: 'an empty body', observed };
  if (json !== undefined && !matches(json, jsonIn(answer.text), known))
    return { expected: `${answer.status} ${expectedText(json, known)}`, observed };
  if (says === undefined) return undefined;
  const said = errorText(readErrors(answer.text));
  const isSaid = typeof says === 'string' ? said === fillIn(says, known) : says.test(said);
  if (isSaid) return undefined;
  return {
    expected: `${answer.status} ${typeof says === 'string' ? fillIn(says, known) : `${says}`}`,
    observed,
  };
}

// A HEAD and an OPTIONS have nothing to read.
function wrongClass({ answer, endpoint, expected, outcome, reasonOf }: Judged): AnswerMismatch | undefined {
  if (expected.isEmpty === true) return undefined;
  const read = readAnswer(answer, endpoint, reasonOf);
  switch (read.kind) {
    case 'ok':
      return outcome === 'ok' ? undefined : { expected: `a refusal: ${outcome}`, observed: whole(answer) };
    case 'refused':
      if (read.reason === outcome || (expected.inAnyWords === true && outcome !== 'ok')) return undefined;
      return { expected: `a refusal: ${outcome}`, observed: `${read.reason}: ${whole(answer)}` };
    case 'unreachable':
    case 'indeterminate':
      return { expected: 'an answer of the shape that the endpoint has', observed: read.detail };
  }
}

function wrongHeader({ answer, expected }: Judged): AnswerMismatch | undefined {
  for (const [name, wanted] of Object.entries(expected.headers ?? {})) {
    const value = [answer.headers[name] ?? []].flat().join(', ');
    if (isHeader(value, wanted)) continue;
    const wantedHeader = wanted === null ? `no header ${name}` : `${name}: ${[wanted].flat().join(', ')}`;
    return {
      expected: wantedHeader,
      observed: value === '' ? `no header ${name}` : `${name}: ${nodeLine(value)}`,
    };
  }
  return undefined;
}

function isHeader(found: string, wanted: string | readonly string[] | null): boolean {
  if (wanted === null) return found === '';
  if (typeof wanted === 'string') return found.toLowerCase() === wanted.toLowerCase();
  const names = found.split(',').map((name) => name.trim());
  return names.length === wanted.length && wanted.every((name) => names.includes(name));
}

/** The answer as people read it. */
function whole({ status, text }: RawAnswer): string {
  return `${status} ${nodeLine(text, LONGEST_BODY)}`;
}

// A text that is no JSON equals no expected value.
function jsonIn(text: string): unknown {
  try {
    return readJson(text, ANSWER_JSON);
  } catch {
    return undefined;
  }
}

/**
 * True when a JSON value is the expected one: the same fields and no others, texts with everything filled in. A pattern
 * matches texts, `{any}` anything.
 */
export function matches(expected: unknown, value: unknown, known: Surroundings): boolean {
  if (expected === '{any}') return true;
  if (expected instanceof RegExp) return typeof value === 'string' && expected.test(value);
  if (typeof expected === 'string') return value === fillIn(expected, known);
  if (typeof expected !== 'object' || expected === null) return value === expected;
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(expected))
    return false;
  const wanted = Object.entries(expected);
  return (
    Object.keys(value).length === wanted.length &&
    wanted.every(
      ([name, one]) =>
        Object.hasOwn(value, name) && matches(one, (value as Readonly<Record<string, unknown>>)[name], known),
    )
  );
}

/** The expected value in one line of JSON, patterns as they are written. */
export function expectedText(expected: unknown, known: Surroundings): string {
  const plain = (value: unknown): unknown => {
    if (value instanceof RegExp) return `${value}`;
    if (value === '{any}') return '...';
    if (typeof value === 'string') return fillIn(value, known);
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
  };
  return JSON.stringify(plain(expected));
}
