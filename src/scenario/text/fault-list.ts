import type { z } from 'zod';
import { InputError, type InputFault } from '../../errors.ts';
import { MAPPING_WITH } from './schema.ts';
import { closestTo, suggestion } from './suggestion.ts';
import { type PathStep, pathText, type YamlDocument } from './yaml-document.ts';
import { limitFaults } from './yaml-faults.ts';

/** Collects what is wrong with one file. */
export class FaultList {
  readonly #document: YamlDocument;
  readonly #faults: InputFault[] = [];

  constructor(document: YamlDocument) {
    this.#document = document;
  }

  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  /** What a reader returns; undefined: it has thrown faults, which are added. */
  collect<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.#faults.push(...error.faults);
      return undefined;
    }
  }

  /** Says what zod found wrong at `path` in our words: where, what was found, what was expected, and what to do. */
  addIssues(issues: readonly Issue[], path: readonly PathStep[] = []): this {
    this.#faults.push(...faultsAt(path, issues, this.#document));
    return this;
  }

  /** The value at `path` is not what was expected. */
  unexpected(path: readonly PathStep[], expected: string, hint?: string): void {
    this.#faults.push(valueFault(this.#written(path), { expected, hint }, this.#document));
  }

  /** Something else is wrong at `path`. */
  at(path: readonly PathStep[], message: string, hint?: string): void {
    const written = this.#written(path);
    const place = { ...this.#document.placeOf(written), path: pathText(written) };
    this.#faults.push({ place, message, hint });
  }

  #isElsewhere({ place }: InputFault): boolean {
    return place?.file !== this.#document.placeOf([]).file;
  }

  // A short form (`leave: hub`) has no text at the path of the long one (`leave.node`).
  #written(path: readonly PathStep[]): readonly PathStep[] {
    let length = path.length;
    while (length > 0 && valueAt(this.#document.value, path.slice(0, length)) === undefined) length -= 1;
    return path.slice(0, length);
  }

  /** The faults in the order of the file; the first twenty, then how many more there are. */
  toError(): InputError {
    const order = this.#faults.toSorted(
      (a, b) =>
        Number(this.#isElsewhere(a)) - Number(this.#isElsewhere(b)) ||
        (a.place?.line ?? 0) - (b.place?.line ?? 0) ||
        (a.place?.column ?? 0) - (b.place?.column ?? 0),
    );
    return new InputError(limitFaults(order));
  }
}

type Issue = z.core.$ZodIssue;

function faultsAt(base: readonly PathStep[], issues: readonly Issue[], document: YamlDocument): InputFault[] {
  // An unknown key explains why none of the known ones was found there.
  const withUnknownKeys = new Set(issues.filter(isUnknownKeys).map(({ path }) => pathText(path)));
  const misspelt = new Set(issues.filter(isUnknownKeys).flatMap(meantKeys));
  return issues
    .filter((issue) => !(issue.code === 'custom' && withUnknownKeys.has(pathText(issue.path))))
    .filter((issue) => !(isMissing(base, issue, document) && misspelt.has(pathText(issue.path))))
    .flatMap((issue) => faultsOf([...base, ...issue.path], issue, document));
}

function faultsOf(path: readonly PathStep[], issue: Issue, document: YamlDocument): InputFault[] {
  if (isUnknownKeys(issue))
    return issue.keys.map((key) => unknownKey([...path, key], issue.message, document));
  if (issue.code === 'invalid_union') {
    const branches = issue.errors as readonly (readonly Issue[])[];
    // A branch that complains about something inside was meant; one that refuses the whole value was not.
    const meant = branches.find((branch) => !branch.some(refusesWhole));
    if (meant !== undefined) return faultsAt(path, meant, document);
    const refusals = branches.flatMap(wholeRefusals);
    const expected = [...new Set(refusals.map(expectedBy))].join(', or ');
    const value = valueAt(document.value, path);
    const hint = refusals.map((refusal) => hintOf(refusal, value)).find((text) => text !== undefined);
    return [valueFault(path, { expected, hint }, document)];
  }
  const hint = hintOf(issue, valueAt(document.value, path));
  return [valueFault(path, { expected: expectedBy(issue), hint }, document)];
}

/** A fault of the value at `path`. */
function valueFault(
  path: readonly PathStep[],
  { expected, hint }: { readonly expected: string; readonly hint?: string | undefined },
  document: YamlDocument,
): InputFault {
  const value = valueAt(document.value, path);
  const missing = value === undefined ? 'nothing here' : `found ${shown(value)}`;
  return {
    place: { ...document.placeOf(path), path: pathText(path) },
    message: `${missing}, expected ${expected}`,
    hint,
  };
}

function unknownKey(path: readonly PathStep[], known: string, document: YamlDocument): InputFault {
  const key = String(path.at(-1));
  const hint = suggestion(key, known.split(', '));
  return {
    place: { ...document.placeOfKey(path), path: pathText(path) },
    message: `unknown key ${shown(key)}, expected ${known === '' ? 'no key' : `one of ${known}`}`,
    hint,
  };
}

// The keys that unknown ones were probably meant to be: one fault for one slip.
function meantKeys({ path, keys, message }: z.core.$ZodIssueUnrecognizedKeys): readonly string[] {
  return keys.flatMap((key) => {
    const meant = closestTo(key, message.split(', '));
    return meant === undefined ? [] : [pathText([...path, meant])];
  });
}

function isMissing(base: readonly PathStep[], { path }: Issue, document: YamlDocument): boolean {
  return path.length > 0 && valueAt(document.value, [...base, ...path]) === undefined;
}

function isUnknownKeys(issue: Issue): issue is z.core.$ZodIssueUnrecognizedKeys {
  return issue.code === 'unrecognized_keys';
}

function refusesWhole(issue: Issue): boolean {
  if (issue.path.length > 0) return false;
  if (issue.code === 'invalid_union') return issue.errors.every((branch) => branch.some(refusesWhole));
  return ['invalid_type', 'invalid_value', 'custom'].includes(issue.code);
}

// A choice within a choice refuses with all its own refusals.
function wholeRefusals(branch: readonly Issue[]): readonly Issue[] {
  return branch
    .filter(refusesWhole)
    .flatMap((issue) => (issue.code === 'invalid_union' ? issue.errors.flatMap(wholeRefusals) : issue));
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
  tuple: 'a list of two',
  string: 'a text',
};

function expectedBy(issue: Issue): string {
  switch (issue.code) {
    case 'custom':
      return String(issue.params?.expected);
    case 'invalid_type':
      // Mappings say themselves what they are.
      if (issue.expected === 'object' && !issue.message.startsWith('Invalid input')) return issue.message;
      return TYPES[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return oneOf(issue.values.map(String));
    case 'too_small':
      return `a list of at least ${issue.minimum}`;
    case 'too_big':
      return `a list of at most ${issue.maximum}`;
    case 'unrecognized_keys':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_format':
    case 'not_multiple_of':
      return issue.message;
  }
}

const MOST_LISTED = 15;

function oneOf(values: readonly string[]): string {
  const listed = values.slice(0, MOST_LISTED).join(', ');
  return values.length > MOST_LISTED
    ? `one of ${listed}, ... (docs/scenario-reference.md lists all)`
    : `one of ${listed}`;
}

function hintOf(issue: Issue, value: unknown): string | undefined {
  if (issue.code === 'custom') return typeof issue.params?.hint === 'string' ? issue.params.hint : undefined;
  if (typeof value !== 'string') return undefined;
  if (issue.code === 'invalid_type' && issue.message.startsWith(MAPPING_WITH)) {
    const isCase = issue.message.slice(MAPPING_WITH.length).split(' or ').includes(value);
    return isCase ? `it needs settings: {${value}: {...}}` : undefined;
  }
  return issue.code === 'invalid_value' ? suggestion(value, issue.values.map(String)) : undefined;
}

/** The value at `path`, or `undefined`. */
function valueAt(root: unknown, path: readonly PathStep[]): unknown {
  let value = root;
  for (const step of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}

const LONGEST_SHOWN = 60;

/** A value as a person would recognise it, on one line. */
function shown(value: unknown): string {
  if (value === null) return 'nothing (null)';
  if (Array.isArray(value)) return shownList(value);
  if (typeof value === 'object') {
    const keys = Object.keys(value);
    return keys.length === 0 ? 'an empty mapping' : `a mapping with ${keys.slice(0, 5).join(', ')}`;
  }
  const text = typeof value === 'string' ? JSON.stringify(value) : `${value as number | bigint | boolean}`;
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}...` : text;
}

function shownList(list: readonly unknown[]): string {
  if (list.length === 0) return 'an empty list';
  const isPlain = list.every((item) => item === null || typeof item !== 'object');
  const text = isPlain ? `[${list.map(shown).join(', ')}]` : '';
  return isPlain && text.length <= LONGEST_SHOWN ? text : `a list of ${list.length}`;
}
