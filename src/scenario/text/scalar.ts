import { z } from 'zod';

interface Scalar<T> {
  readonly expected: string;
  readonly read: (value: unknown) => T | undefined;
  readonly hint?: ((value: unknown) => string | undefined) | undefined;
  readonly json: Readonly<Record<string, unknown>>;
}

/**
 * One value a person writes: `read` turns it into ours or says `undefined`. `json` describes it in the
 * JSON Schema; `x-type` and `x-unit` there feed the generated reference.
 */
export function scalar<T>({ expected, read, hint, json }: Scalar<T>) {
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
  context.addIssue({ code: 'custom', params: { expected, hint }, path });
}
