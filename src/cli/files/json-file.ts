import type { z } from 'zod';
import { InputError, type Place } from '../../errors.ts';
import { readInputFile } from './input-file.ts';

/** Reads a JSON file that Millrace wrote, with the reader of what it holds. */
export function readJsonFile(path: string, read: (text: string) => unknown): unknown {
  const text = readInputFile(path, 'JSON written by Millrace');
  return parsedJson(
    () => read(text),
    (error) => ({ file: path, ...positionIn(text, error) }),
  );
}

/** What `parse` makes of a text; that it is no JSON becomes a message for people. */
export function parsedJson(parse: () => unknown, placeOf: (error: unknown) => Place): unknown {
  try {
    return parse();
  } catch (error) {
    const message = `is not valid JSON: ${(error as Error).message}`;
    throw new InputError({ place: placeOf(error), message });
  }
}

/** The items of an NDJSON file, and whether its last line was cut off while it was written. */
export function readJsonLines(
  path: string,
  {
    read,
    shape,
    what,
  }: {
    readonly read: (line: string) => unknown;
    readonly shape: z.ZodType;
    readonly what: string;
  },
): { readonly items: readonly unknown[]; readonly cut: boolean } {
  const lines = readInputFile(path, 'one JSON object per line').split('\n');
  // What follows the last line break is empty, unless the writer was cut off.
  const cut = lines.pop() !== '';
  const items = lines.map((text, index) => {
    const place = { file: path, line: index + 1 };
    const item = parsedJson(
      () => read(text),
      () => place,
    );
    shaped(item, { shape, what, place });
    return item;
  });
  return { items, cut };
}

/** The value, when it has the shape; otherwise an InputError that names the first field that is wrong. */
export function shaped<Shape extends z.ZodType>(
  value: unknown,
  { shape, what, place }: { readonly shape: Shape; readonly what: string; readonly place: Place },
): z.infer<Shape> {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new InputError({
    place: { ...place, path: issue?.path.join('.') ?? '' },
    message: `is not ${what}: ${issue?.message ?? 'unknown shape'}`,
  });
}

function positionIn(text: string, error: unknown): { readonly line?: number; readonly column?: number } {
  const offset = /position (\d+)/.exec((error as Error).message)?.[1];
  if (offset === undefined) return {};
  const before = text.slice(0, Number(offset)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
