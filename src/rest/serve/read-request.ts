import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Refusal, Wording } from '../wording.ts';
import { gather } from '../../model/gather.ts';
import type { Endpoint } from '../endpoint.ts';
import { readJson } from '../read-json.ts';

type Read<T> = { readonly value: T } | { readonly refusal: Refusal };

/** Reads and validates a request's body as its endpoint declares it. */
export function readBody<Body>(
  request: FastifyRequest,
  { body: schema }: Endpoint<Body>,
  wording: Wording,
): Read<Body> {
  if (schema === undefined) return { value: undefined as Body };
  if (!isJson(request.headers['content-type'])) return { refusal: wording.noJson };
  let json: unknown;
  try {
    json = readJson(typeof request.body === 'string' ? request.body : '');
  } catch {
    // Broken JSON, or nested so deeply that reading it overflows the stack.
    return { refusal: wording.malformed };
  }
  // A body that counts as false in Python is no payload to the node.
  if (isFalsy(json)) return { refusal: wording.noJson };
  if (typeof json !== 'object' || Array.isArray(json))
    return { refusal: wording.invalidFields({ _schema: ['Invalid input type.'] }) };
  return decode(schema, json, wording);
}

/** Reads and validates a request's query; endpoints that declare none ignore it. */
export function readQuery<Query>(
  request: FastifyRequest,
  { query: schema }: Endpoint<unknown, Query>,
  wording: Wording,
): Read<Query> {
  if (schema === undefined) return { value: undefined as Query };
  const query = Object.entries(request.query as Readonly<Record<string, string | string[]>>);
  // Of a repeated parameter the node sees the first.
  const first = query.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]);
  return decode(schema, Object.fromEntries(first) as unknown, wording);
}

function decode<T>(schema: z.ZodType<T>, json: unknown, wording: Wording): Read<T> {
  const decoded = z.safeDecode(schema, json);
  return decoded.success
    ? { value: decoded.data }
    : { refusal: wording.invalidFields(textsByField(decoded.error.issues)) };
}

function textsByField(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  const add = (field: string, text: string) => gather(fields, field, text);
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add(key, 'Unknown field.');
    else add(String(issue.path[0] ?? '_schema'), issue.message);
  }
  return Object.fromEntries(fields);
}

function isJson(contentType: string | undefined): boolean {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === 'application/json' || /^application\/.+\+json$/.test(type);
}

function isFalsy(json: unknown): boolean {
  if (typeof json === 'object' && json !== null) return Object.keys(json).length === 0;
  return !json;
}
