import { z } from 'zod';
import { present } from './request-field.ts';

type Field<Value, Key extends keyof Value> = readonly [
  name: string,
  schema: z.ZodType<object extends Pick<Value, Key> ? Value[Key] | null | undefined : Value[Key]>,
];

/** The name on the wire and the schema of each of our fields, in the order in which they are written. */
export type WireFields<Value> = { readonly [Key in keyof Value]-?: Field<Value, Key> };

/** An object whose fields have other names on the wire. What is absent or null there is absent here. */
export function wireRecord<Value extends object>(
  fields: WireFields<Value>,
  {
    isStrict = false,
    constants = {},
  }: {
    /** Refuses fields it does not know. */
    readonly isStrict?: boolean;
    /** Fields that are written as well, and are not needed when read. */
    readonly constants?: Readonly<Record<string, () => string>>;
  } = {},
): z.ZodType<Value> {
  const list = Object.entries<readonly [string, z.ZodType]>(fields);
  const shape = {
    ...Object.fromEntries(list.map(([, [name, schema]]) => [name, schema])),
    ...Object.fromEntries(Object.keys(constants).map((name) => [name, z.string().optional()])),
  };
  type Pairs = Readonly<Record<string, unknown>>;
  return z.codec(isStrict ? z.strictObject(shape) : z.object(shape), z.custom<Value>(), {
    decode: (wire: Pairs) =>
      present(Object.fromEntries(list.map(([key, [name]]) => [key, wire[name]]))) as Value,
    encode: (own) => ({
      ...present(Object.fromEntries(list.map(([key, [name]]) => [name, (own as Pairs)[key]]))),
      ...Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, value()])),
    }),
  });
}

/** A value that stands alone in an object, under this name. */
export function wireNamed<Value, Written>(name: string, schema: z.ZodType<Value, Written>): z.ZodType<Value> {
  type Wire = Readonly<Record<string, unknown>>;
  return z.codec(z.object({ [name]: schema }), z.custom<Value>(), {
    decode: (wire: Wire) => wire[name] as Value,
    encode: (value) => ({ [name]: value }),
  });
}
