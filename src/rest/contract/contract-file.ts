import { z } from 'zod';
import { InputError } from '../../errors.ts';
import { REASON_CLASSES } from '../../model/run/reason-class.ts';
import type { Contract, ContractCase, ExpectedAnswer } from './contract-case.ts';

// A field that may be left out, with its description.
const optional = <Field extends z.ZodType>(field: Field, what: string) =>
  field.exactOptional().describe(what);

const texts = z.record(z.string(), z.string());

const request = {
  method: optional(z.string(), "Absent: the endpoint's."),
  at: optional(texts, 'Parameters of the path that are not {token} and {partner}.'),
  path: optional(z.string(), "Another path than the endpoint's. {root} is that of the dialect."),
  query: optional(z.string(), 'Added to the path as it stands.'),
  headers: optional(texts, 'Sent beside the content type.'),
  body: optional(
    z
      .union([z.string(), z.record(z.string(), z.unknown())])
      .transform((body) => (typeof body === 'string' ? body : JSON.stringify(body))),
    'A text is sent byte by byte, an object as JSON without spaces.',
  ),
  type: optional(z.string(), 'The content type of a body. JSON unless given; none: no such header.'),
};

const step = z.strictObject({ operation: z.string(), ...request });

const question = {
  ...request,
  unless: optional(
    z.strictObject({ says: z.string(), needs: z.string() }),
    'A refusal with these words in it says that the network lacks what the case needs.',
  ),
  changes: optional(
    z.enum(['channel', 'account', 'node']),
    'channel: opens, closes or fills one. account: mints tokens or moves the user deposit. node: the node is stopped. Absent: pays one unit at most.',
  ),
  first: optional(z.array(step), 'Requests sent before. Their answers are not judged.'),
  afterwards: optional(z.array(step), 'Requests that put things back.'),
};

const answer = z.strictObject({
  like: optional(z.string(), 'A name in `answers`. What stands beside it is added or replaced.'),
  status: z.union([z.int(), z.array(z.int())]).exactOptional(),
  json: optional(
    z.unknown(),
    'The whole body. A text between slashes is a pattern, {any} stands for any value.',
  ),
  fields: optional(z.record(z.string(), z.unknown()), 'Fields of `json` that are otherwise.'),
  errors: optional(z.unknown(), 'The body is {"errors": this}.'),
  says: optional(
    z.string().transform(patternOr),
    'What a refusal says, however it is wrapped. May be a pattern.',
  ),
  inAnyWords: optional(z.literal(true), 'The source documents the refusal, but not its words.'),
  isEmpty: optional(z.literal(true), 'There is nothing at all in the body.'),
  headers: optional(
    z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()])),
    'In lower case. A list stands for names in any order, null for no such header.',
  ),
});

const caseFields = {
  outcome: optional(z.enum(['ok', ...REASON_CLASSES]), 'Absent: ok.'),
  source: optional(
    z.string(),
    'A section of docs/protocol, or an exchange of test/recordings, as "recorded 142".',
  ),
  ...question,
  unlikeSandbox: optional(z.string(), 'Why simulated nodes differ. Their answer is not checked.'),
  answer: optional(z.union([z.string(), answer]), 'A name in `answers`, or what is expected.'),
};

const oneCase = z.strictObject(caseFields);

const group = z.strictObject({
  operation: z.string().describe('An endpoint by its name in the OpenAPI document, or unknownPath.'),
  ...caseFields,
  source: z.string(),
  cases: z.record(z.string(), oneCase).describe('By name. What a case leaves out is as its group says.'),
});

/** The schema of a contract file: what nodes of one dialect answer, as data that needs no code of ours. */
export const contractFile = z.strictObject({
  dialect: z.string(),
  inherits: optional(
    z.string(),
    'A dialect. A case with a name of its contract that asks for nothing itself asks what that one does.',
  ),
  inheritsAll: optional(z.literal(true), 'Cases that this file leaves out are inherited.'),
  answers: z.record(z.string(), answer).describe('Answers that many cases expect, by name.'),
  groups: z.array(group).describe('In the order of the requests.'),
  absent: z
    .array(z.strictObject({ operation: z.string().exactOptional(), status: z.int(), why: z.string() }))
    .describe('Refusals that no request brings about.'),
  further: z
    .array(
      z.strictObject({
        operation: z.string(),
        outcome: z.enum(REASON_CLASSES),
        source: z.string(),
        unlikeSandbox: z.string().exactOptional(),
      }),
    )
    .describe('Outcomes that take more than one request.'),
});

type FileCase = z.infer<typeof oneCase>;
type FileAnswer = z.infer<typeof answer>;
type NamedAnswers = Readonly<Record<string, FileAnswer>>;

/** The contract in a file; `contractOf` gives the one that it inherits from. Throws InputError. */
export function parseContract({
  file,
  value,
  contractOf,
}: {
  readonly file: string;
  /** What is written in the file. */
  readonly value: unknown;
  readonly contractOf: (dialect: string) => Contract;
}): Contract {
  const read = contractFile.safeParse(value);
  if (!read.success) throw new InputError({ message: z.prettifyError(read.error), place: { file } });
  const { inherits, inheritsAll = false, answers, groups, absent, further } = read.data;
  const inherited = inherits === undefined ? [] : contractOf(inherits).cases;
  const cases = groups.flatMap(({ cases: members, operation, ...shared }) =>
    Object.entries(members).map(([name, own]): ContractCase => {
      const { answer: expected = {}, ...fields } = { ...shared, ...own };
      const like = inherited.find((other) => other.name === name);
      const base = like === undefined || asksItself(fields) ? {} : questionOf(like);
      return { outcome: 'ok', ...base, ...fields, name, operation, expected: expectedIn(expected, answers) };
    }),
  );
  if (!inheritsAll) return { cases, absent, further };
  const stated = new Map(cases.map((one) => [one.name, one]));
  return { cases: inherited.map((one) => stated.get(one.name) ?? one), absent, further };
}

function asksItself(fields: FileCase): boolean {
  return Object.keys(question).some((field) => field in fields);
}

function questionOf(like: ContractCase): Partial<ContractCase> {
  return Object.fromEntries(Object.entries(like).filter(([field]) => field in question));
}

function expectedIn(expected: string | FileAnswer, answers: NamedAnswers): ExpectedAnswer {
  const { like, fields, errors, ...own } = typeof expected === 'string' ? { like: expected } : expected;
  const named = like === undefined ? undefined : answers[like];
  if (like !== undefined && named === undefined)
    throw new InputError({ message: `there is no answer ${like}` });
  const base = named === undefined ? undefined : expectedIn(named, answers);
  const headers = { ...base?.headers, ...own.headers };
  const json =
    errors === undefined
      ? fields === undefined
        ? own.json
        : { ...(base?.json as object), ...fields }
      : { errors };
  return {
    status: [],
    ...base,
    ...own,
    ...(json !== undefined && { json: withPatterns(json) }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

// A text between slashes is a pattern.
function withPatterns(json: unknown): unknown {
  if (typeof json === 'string') return patternOr(json);
  if (Array.isArray(json)) return json.map(withPatterns);
  if (typeof json !== 'object' || json === null || json instanceof RegExp) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withPatterns(value)]));
}

function patternOr(text: string): string | RegExp {
  return /^\/.+\/$/.test(text) ? new RegExp(text.slice(1, -1)) : text;
}
