import type { z } from 'zod';
import { InputError, type InputFault } from '../../errors.ts';
import { Decimal } from '../../model/decimal.ts';
import { MAPPING_WITH } from './schema.ts';
import { closestTo, suggestion } from './suggestion.ts';
import { type PathStep, pathText, type YamlDocument, limitFaults } from './yaml-document.ts';

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

  /** Says what zod found wrong at `base` in our words: where, what was found, what was expected, and what to do. */
  addIssues(issues: readonly Issue[], base: readonly PathStep[] = []): this {
    // An unknown key explains why none of the known ones was found there.
    const withUnknownKeys = new Set(issues.filter(isUnknownKeys).map(({ path }) => pathText(path)));
    const misspelt = new Set(issues.filter(isUnknownKeys).flatMap(meantKeys));
    for (const issue of issues) {
      const path = [...base, ...issue.path];
      const isMissing = issue.path.length > 0 && this.#valueAt(path) === undefined;
      const isExplained =
        (issue.code === 'custom' && withUnknownKeys.has(pathText(issue.path))) ||
        (isMissing && misspelt.has(pathText(issue.path)));
      if (!isExplained) this.#addIssue(issue, path);
    }
    return this;
  }

  /** The value at `path` is not what was expected. */
  unexpected(path: readonly PathStep[], expected: string, hint?: string): void {
    this.#addValueFault(this.#written(path), expected, hint);
  }

  /** Something else is wrong at `path`. */
  at(path: readonly PathStep[], message: string, hint?: string): void {
    const written = this.#written(path);
    const place = { ...this.#document.placeOf(written), path: pathText(written) };
    this.#faults.push({ place, message, hint });
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

  #isElsewhere({ place }: InputFault): boolean {
    return place?.file !== this.#document.placeOf([]).file;
  }

  // A short form (`leave: hub`) has no text at the path of the long one (`leave.node`).
  #written(path: readonly PathStep[]): readonly PathStep[] {
    let length = path.length;
    while (length > 0 && this.#valueAt(path.slice(0, length)) === undefined) length -= 1;
    return path.slice(0, length);
  }

  #valueAt(path: readonly PathStep[]): unknown {
    let value = this.#document.value;
    for (const step of path) {
      if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined;
      value = (value as Record<PropertyKey, unknown>)[step];
    }
    return value;
  }

  #addIssue(issue: Issue, path: readonly PathStep[]): void {
    if (isUnknownKeys(issue)) {
      for (const key of issue.keys) this.#addUnknownKey([...path, key], issue.message);
      return;
    }
    const value = this.#valueAt(path);
    if (issue.code !== 'invalid_union')
      return this.#addValueFault(path, expectedBy(issue), hintOf(issue, value));
    const branches = issue.errors as readonly (readonly Issue[])[];
    // A branch that complains about something inside was meant; one that refuses the whole value was not.
    const meant =
      value instanceof Decimal ? undefined : branches.find((branch) => !branch.some(refusesWhole));
    if (meant !== undefined) return void this.addIssues(meant, path);
    const refusals = branches.flatMap(wholeRefusals);
    const expected = [...new Set(refusals.map(expectedBy))].join(', or ');
    const hint = refusals.map((refusal) => hintOf(refusal, value)).find((text) => text !== undefined);
    this.#addValueFault(path, expected, hint);
  }

  #addValueFault(path: readonly PathStep[], expected: string, hint: string | undefined): void {
    const value = this.#valueAt(path);
    const found = value === undefined ? 'nothing here' : `found ${shown(value)}`;
    const place = { ...this.#document.placeOf(path), path: pathText(path) };
    this.#faults.push({ place, message: `${found}, expected ${expected}`, hint });
  }

  #addUnknownKey(path: readonly PathStep[], known: string): void {
    const key = String(path.at(-1));
    const expected = known === '' ? 'no key' : `one of ${known}`;
    this.#faults.push({
      place: { ...this.#document.placeOfKey(path), path: pathText(path) },
      message: `unknown key ${shown(key)}, expected ${expected}`,
      hint: suggestion(key, known.split(', ')),
    });
  }
}

type Issue = z.core.$ZodIssue;

// The keys that unknown ones were probably meant to be: one fault for one slip.
function meantKeys({ path, keys, message }: z.core.$ZodIssueUnrecognizedKeys): readonly string[] {
  return keys.flatMap((key) => {
    const meant = closestTo(key, message.split(', '));
    return meant === undefined ? [] : [pathText([...path, meant])];
  });
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

const LONGEST_SHOWN = 60;

/** A value as a person would recognise it, on one line. */
function shown(value: unknown): string {
  if (value === null) return 'nothing (null)';
  if (Array.isArray(value)) return shownList(value);
  if (value instanceof Decimal) return value.toString();
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
