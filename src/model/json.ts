/** JSON in which every bigint is a decimal string. Keys keep the order they were written in. */
export function toJson(value: unknown, indent?: number): string {
  return JSON.stringify(withTexts(value), undefined, indent);
}

// The value itself where it holds no bigint, else a copy of what holds one: a replacer, which is called for every field,
// takes half as long again.
function withTexts(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return itemsWithTexts(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return withTexts(value.toJSON());
  const fields = value as Readonly<Record<string, unknown>>;
  let copy: Record<string, unknown> | undefined;
  for (const key in fields) {
    const text = withTexts(fields[key]);
    if (text !== fields[key]) (copy ??= { ...fields })[key] = text;
  }
  return copy ?? value;
}

function itemsWithTexts(items: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < items.length; index += 1) {
    const text = withTexts(items[index]);
    if (text !== items[index]) (copy ??= [...items])[index] = text;
  }
  return copy ?? items;
}

/** The number of keys of all objects in a JSON value. */
export function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const items: readonly unknown[] = Object.values(value);
  return items.reduce<number>((sum, item) => sum + keysIn(item), Array.isArray(value) ? 0 : items.length);
}

/** Marks a field that holds a bigint, or a list of them. */
export const INTEGER = Symbol('integer');

/** Marks a record whose keys are names: what stands for the fields of each of its values. */
export const EACH = Symbol('each');

type Fields = typeof INTEGER | { readonly [field: string]: Fields; readonly [EACH]?: Fields };

/**
 * Where a T holds bigints: every field that does, at any depth and in any variant of a union, and no other. The
 * compiler refuses one that is left out, and a name under which one variant has an integer and another a text.
 */
export type IntegerFields<T> = HoldsInteger<T> extends true ? FieldsOf<Item<T>> : Record<string, never>;

/**
 * A reader of what `toJson` made of a T: integers come back as bigint. It checks no more than that they are integers;
 * throws SyntaxError.
 */
export function jsonReader<T>(fields: IntegerFields<T>): (text: string) => unknown {
  const revive = reviver(fields, '');
  return (text) => revive(JSON.parse(text));
}

type Reviver = (value: unknown) => unknown;

// Each changes what was just parsed: a copy of every record would cost as much as reading it.
function reviver(fields: Fields, name: string): Reviver {
  if (fields === INTEGER) return integerReviver(name);
  const names = Object.keys(fields);
  const revivers = names.map((field) => reviver(fields[field] as Fields, field));
  const each = fields[EACH] === undefined ? undefined : reviver(fields[EACH], 'each');
  return function revive(value) {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return reviveItems(value, revive);
    const record = value as Record<string, unknown>;
    for (let index = 0; index < names.length; index += 1) {
      const field = names[index] as string;
      const item = record[field];
      if (item !== undefined) record[field] = (revivers[index] as Reviver)(item);
    }
    if (each !== undefined) for (const key in record) record[key] = each(record[key]);
    return record;
  };
}

function integerReviver(name: string): Reviver {
  return function revive(value) {
    if (typeof value === 'string') return integer(value, name);
    return Array.isArray(value) ? reviveItems(value, revive) : value;
  };
}

function reviveItems(items: unknown[], revive: Reviver): unknown[] {
  for (let index = 0; index < items.length; index += 1) items[index] = revive(items[index]);
  return items;
}

function integer(text: string, name: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new SyntaxError(`${name} is "${text}"; expected an integer`);
  return BigInt(text);
}

type Item<T> = T extends readonly (infer Element)[] ? Item<Element> : T;

type FieldsOf<T> = [Extract<T, bigint>] extends [never]
  ? FieldsOfObject<Extract<T, object>>
  : [Extract<T, string>] extends [never]
    ? typeof INTEGER
    : never;

type FieldsOfObject<T> =
  string extends Keys<T>
    ? { readonly [EACH]: IntegerFields<Values<T, string>> }
    : {
        readonly [Key in Keys<T> as HoldsInteger<Values<T, Key>> extends true ? Key : never]: IntegerFields<
          Values<T, Key>
        >;
      };

// Distributed over unions: the keys that any variant has, and what any variant has under a key.
type Keys<T> = T extends unknown ? keyof T : never;
type Values<T, Key> = T extends unknown ? (Key extends keyof T ? T[Key] : never) : never;

type HoldsInteger<T> = true extends AnyInteger<T> ? true : false;

type AnyInteger<T> = T extends bigint
  ? true
  : T extends (...args: never) => unknown
    ? false
    : T extends readonly (infer Element)[]
      ? AnyInteger<Element>
      : T extends object
        ? { [Key in keyof T]-?: AnyInteger<T[Key]> }[keyof T]
        : false;
