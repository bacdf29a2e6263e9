/** Adds an item to the list that stands under a key; the first one makes the list. */
export function gather<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  madeOnce<Key, Item[]>(lists, key, () => []).push(item);
}

/** The value that stands under a key; it is made when it is asked for first. */
export function madeOnce<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const earlier = values.get(key);
  if (earlier !== undefined) return earlier;
  const value = make();
  values.set(key, value);
  return value;
}
