import { z } from 'zod';
import { Decimal } from '../../model/decimal.ts';

/** A mapping with these keys and no others. */
export function mapping<Shape extends z.core.$ZodLooseShape>(shape: Shape, what = 'a mapping') {
  // The message of an unknown key lists the known ones, from which the fault picks its suggestion.
  const knownKeys = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? knownKeys : what),
  });
}

type InMs<Given, Name extends string> = {
  readonly [Key in keyof Given as Key extends Name ? `${Key}Ms` : Key]: Given[Key];
};

/** Gives durations, which are read as milliseconds, names that say so: `start` becomes `startMs`. */
export function inMs<Name extends string>(...names: readonly Name[]) {
  return <Given extends { readonly [Key in Name]?: number }>(given: Given): InMs<Given, Name> => {
    const read: Record<string, unknown> = { ...given };
    for (const name of names) {
      if (!Object.hasOwn(read, name)) continue;
      read[`${name}Ms`] = read[name];
      delete read[name];
    }
    return read as InMs<Given, Name>;
  };
}

/** The settings of one kind of thing: what was read, with `kind` added. */
export function kind<Kind extends string, Shape extends z.core.$ZodLooseShape>(name: Kind, shape: Shape) {
  return mapping(shape).transform((settings) => ({ kind: name, ...settings }));
}

/** How the message about a value that should be a `choice` begins; the names of the cases follow. */
export const MAPPING_WITH = 'a mapping with the key ';

/** A setting that may be left out. */
export function optional<Setting extends z.ZodType>(setting: Setting, what: string) {
  return setting.describe(what).exactOptional();
}

type Cases = Readonly<Record<string, z.ZodType>>;

/**
 * A mapping with exactly one of the keys in `cases`, read as the value under that key. An editor offers
 * the alternatives as keys.
 */
export function choice<Given extends Cases>(cases: Given) {
  return choiceBeside(cases, {}).transform(({ chosen }) => chosen);
}

/** The same, with further keys allowed beside the chosen one. */
export function choiceBeside<Given extends Cases, Beside extends z.core.$ZodLooseShape>(
  cases: Given,
  beside: Beside,
) {
  const names = Object.keys(cases);
  const alternatives = Object.fromEntries(
    Object.entries(cases).map(([name, schema]) => [name, z.exactOptional(schema)]),
  );
  const others = Object.keys(beside);
  return mapping({ ...alternatives, ...beside }, MAPPING_WITH + names.join(' or '))
    .superRefine((value, context) => checkOneOf(names, value, context))
    .meta(
      others.length === 0
        ? { minProperties: 1, maxProperties: 1 }
        : { oneOf: names.map((name) => ({ required: [name] })) },
    )
    .transform((value) => {
      const entries = Object.entries(value);
      const [, chosen] = entries.find(([name]) => Object.hasOwn(cases, name)) ?? [];
      // The checks above leave exactly one case, whose schema gave the value its type.
      return {
        chosen: chosen as z.output<Given[keyof Given]>,
        beside: Object.fromEntries(entries.filter(([name]) => others.includes(name))) as z.output<
          z.ZodObject<Beside>
        >,
      };
    });
}

function checkOneOf(names: readonly string[], value: object, context: z.core.$RefinementCtx): void {
  const given = names.filter((name) => Object.hasOwn(value, name));
  if (given.length === 0) addFault(context, `one of the keys ${names.join(', ')}`);
  if (given.length > 1) addFault(context, `only one of ${given.join(', ')} here`, [given[1] as string]);
}

interface Scalar<T> {
  readonly expected: string;
  readonly read: (value: unknown) => T | undefined;
  readonly hint?: ((value: unknown) => string | undefined) | undefined;
  /** True: `read` is given a `Decimal` as it is, not as a number. */
  readonly takesDecimals?: boolean;
  /** Absent: it stands in no JSON Schema. */
  readonly json?: Readonly<Record<string, unknown>>;
}

/**
 * One value a person writes: `read` turns it into ours or says `undefined`. `json` describes it in the
 * JSON Schema; `x-type` and `x-unit` there feed the generated reference.
 */
export function scalar<T>({ expected, read, hint, takesDecimals = false, json = {} }: Scalar<T>) {
  return z
    .unknown()
    .transform((written, context): T => {
      const value = written instanceof Decimal && !takesDecimals ? written.valueOf() : written;
      const result = read(value);
      if (result !== undefined) return result;
      addFault(context, expected, [], hint?.(value));
      return z.NEVER;
    })
    .meta({ ...json });
}

/** Adds an issue in our own words; `path` is relative to the value being checked. */
export function addFault(
  context: z.core.$RefinementCtx,
  expected: string,
  path: PropertyKey[] = [],
  hint?: string,
): void {
  context.addIssue({ code: 'custom', params: { expected, hint }, path });
}
