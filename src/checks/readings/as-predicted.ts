import { type Reading, type ViewValue, viewKey } from '../../model/run/reading.ts';

/**
 * True when the readings are those predicted, in the same order and value for value: then comparing them fact by fact
 * would find nothing. What an entry says of its time is the node's own affair. False tells nothing.
 */
export function isAsPredicted(readings: readonly Reading[], predicted: readonly Reading[]): boolean {
  if (readings.length !== predicted.length) return false;
  return readings.every((reading, at) => {
    const expected = predicted[at] as Reading;
    return (
      reading.moment === expected.moment &&
      reading.attempt === expected.attempt &&
      reading.node === expected.node &&
      viewKey(reading.view) === viewKey(expected.view) &&
      isSameValue(reading.value, expected.value)
    );
  });
}

function isSameValue(value: ViewValue, expected: ViewValue): boolean {
  // What could not be read is told as such.
  return value.kind !== 'unread' && isSame(value, expected);
}

// Plain data: what nodes answer has no cycles, dates or classes.
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) && one.length === other.length && one.every((item, at) => isSame(item, other[at]))
    );
  if (!isFields(one) || !isFields(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => name === 'logTime' || isSame(one[name], other[name]));
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
