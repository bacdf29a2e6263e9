// Fields that hold times: when a node was read, and when it wrote an entry. Checks of their own judge these.
const TIMES: readonly string[] = ['atMs', 'logTime'];

/** True when two values of plain data are equal apart from times: then they need no comparison fact by fact. */
export function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isFields(one) || !isFields(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => TIMES.includes(name) || isAlike(one[name], other[name]));
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
