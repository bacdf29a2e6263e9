import { z } from 'zod';
import type { Answer, ErrorBody } from '../../model/run/answer.ts';
import { keptText, nodeLine } from '../../model/node-text.ts';
import { classifyReason, errorText } from '../../model/run/reason.ts';
import type { Endpoint } from '../endpoint.ts';
import { readJson, RefusedJsonError } from '../../runtime/read-json.ts';
import type { RestDialect } from '../rest-dialect.ts';

const LONGEST_QUOTE = 80;

/** The JSON of an answer: a channel has one value per 40 bytes, a history entry and an address fewer. */
export const ANSWER_JSON = { bytesPerValue: 20, refusesRepeatedKeys: true } as const;

// A node may leave it out.
const JSON_TYPE = 'application/json';

// Statuses of a gateway that passed a request on and got no answer that it understood (RFC 9110, 15.6.3 and 15.6.5).
const GATEWAY: ReadonlySet<number> = new Set([502, 504]);

// One fault is told: of a list of 100,000 wrong entries all others would cost seconds. The option is zod's own, which its
// types keep to `validate`.
const AT_FIRST_FAULT: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true };

/** An HTTP answer whose body has not been read as JSON yet. */
export interface RawAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/**
 * Reads an HTTP answer as its endpoint declares it: any 2xx is a success, everything else a refusal. The answer to a
 * read has status 200. Only what changes nothing is refused by a gateway that gave up; all else may have happened.
 */
export function readAnswer<Value>(
  { status, text, headers = {} }: Pick<RawAnswer, 'status' | 'text'> & Partial<RawAnswer>,
  endpoint: Pick<Endpoint<unknown, unknown, Value>, 'answer' | 'method' | 'bytesPerValue'>,
  reasonOf: RestDialect['reasonOf'] = classifyReason,
): Answer<Value> {
  if (!isSuccess(status)) {
    const refusal = { status, errors: readErrors(keptText(text)) };
    if (GATEWAY.has(status) && endpoint.method !== 'GET') {
      const detail = `status ${status} of a gateway: ${nodeLine(errorText(refusal.errors))}`;
      return { kind: 'indeterminate', cause: 'gateway', detail };
    }
    return { kind: 'refused', ...refusal, reason: reasonOf(refusal) };
  }
  // Of a change the verdict compares the status.
  if (endpoint.method === 'GET' && status !== 200) return unreadable(`status ${status}, expected 200`);
  const type = [headers['content-type'] ?? JSON_TYPE].flat().join();
  if (!type.startsWith(JSON_TYPE)) return unreadable(`content type ${quote(type)}, expected ${JSON_TYPE}`);
  let body: unknown;
  try {
    const { bytesPerValue = ANSWER_JSON.bytesPerValue } = endpoint;
    body = readJson(text, { ...ANSWER_JSON, bytesPerValue });
  } catch (error) {
    const fault = error instanceof RefusedJsonError ? `is refused: ${error.message}` : 'is no JSON';
    return unreadable(`${status} with a body that ${fault}: ${quote(text)}`);
  }
  const decoded = z.safeDecode(endpoint.answer, body, AT_FIRST_FAULT);
  if (decoded.success) return { kind: 'ok', status, value: decoded.data };
  return unreadable(describeIssue(decoded.error.issues[0], body));
}

/** True for a status that means success: any 2xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** The reason in an error body: `errors`, `message`, plain text or an HTML page (raiden.md 1.8); all of a body with a key twice. */
export function readErrors(text: string): ErrorBody {
  let json: unknown;
  try {
    json = readJson(text, { refusesRepeatedKeys: true });
  } catch {
    return plainText(text);
  }
  if (typeof json !== 'object' || json === null) return plainText(text);
  const { errors, error_details, message } = json as Readonly<Record<string, unknown>>;
  // A path-finding service says in `errors` only where to look for wrong fields (raiden.md 3.4).
  if (typeof errors === 'string' && isTextsByField(error_details)) return error_details;
  if (isErrorBody(errors)) return errors;
  return typeof message === 'string' ? message : plainText(text);
}

function isErrorBody(errors: unknown): errors is ErrorBody {
  if (typeof errors === 'string' || isTexts(errors)) return true;
  return typeof errors === 'object' && errors !== null && Object.values(errors).every(isTexts);
}

function isTextsByField(details: unknown): details is Extract<ErrorBody, Readonly<Record<string, unknown>>> {
  if (typeof details !== 'object' || details === null || isTexts(details)) return false;
  const texts = Object.values(details);
  return texts.length > 0 && texts.every(isTexts);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function plainText(text: string): string {
  if (!/^\s*<(!doctype|html)/i.test(text)) return text;
  const body = text.replace(/<(head|style|script)\b[\s\S]*?<\/\1>/gi, ' ');
  return body
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function unreadable(detail: string): Answer<never> {
  return { kind: 'indeterminate', cause: 'unreadable-answer', detail };
}

function describeIssue(issue: z.core.$ZodIssue | undefined, body: unknown): string {
  if (issue === undefined) return `unexpected answer ${quote(JSON.stringify(body))}`;
  const inner = issue.code === 'invalid_union' ? issue.errors[0]?.[0] : undefined;
  const path = [...issue.path, ...(inner?.path ?? [])];
  const { message } = inner ?? issue;
  const field = path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)?.[key], body);
  const fieldText = JSON.stringify(field, (_key, item: unknown) =>
    typeof item === 'bigint' ? item.toString() : item,
  );
  const expected = message.startsWith('Invalid') ? message : `expected ${message}`;
  return `${describePath(path)}: ${expected}, found ${field === undefined ? 'nothing' : quote(fieldText)}`;
}

function describePath(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return text === '' ? 'the answer' : text.replace(/^\./, '');
}

function quote(text: string): string {
  return nodeLine(text, LONGEST_QUOTE);
}
