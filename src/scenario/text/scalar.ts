import { z } from 'zod';

/** What a scalar issue carries for the fault made of it. */
interface Expected {
  readonly expected: string;
  readonly hint?: string;
}

/**
 * One value a person writes: `read` turns it into ours or says `undefined`. `json` describes it in the
 * JSON Schema; `x-type` and `x-unit` there feed the generated reference.
 */
export function scalar<T>({
  expected,
  read,
  hint,
  json,
}: {
  readonly expected: string;
  readonly read: (value: unknown) => T | undefined;
  readonly hint?: ((value: unknown) => string | undefined) | undefined;
  readonly json: Readonly<Record<string, unknown>>;
}) {
  return z
    .unknown()
    .transform((value, context): T => {
      const result = read(value);
      if (result !== undefined) return result;
      addFault(context, { expected, hint: hint?.(value) });
      return z.NEVER;
    })
    .meta({ ...json });
}

/** Adds an issue in our own words; `path` is relative to the value being checked. */
export function addFault(
  context: z.core.$RefinementCtx,
  { expected, hint, path = [] }: { expected: string; hint?: string | undefined; path?: PropertyKey[] },
): void {
  const params: Expected = hint === undefined ? { expected } : { expected, hint };
  context.addIssue({ code: 'custom', params: { ...params }, path });
}
