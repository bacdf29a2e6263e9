import { fillIn, type Surroundings } from './placeholders.ts';

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

/** What is expected, in one line of JSON in which patterns stand as they are written. */
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
