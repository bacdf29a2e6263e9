import type { z } from 'zod';
import { InputError, type Place } from '../../errors.ts';
import { toJson } from '../../model/json.ts';
import { readInputFile } from './input-file.ts';
import { writeWholeFile } from './output-file.ts';

type Reader = (text: string) => unknown;

/** Writes a value as a JSON file. */
export function writeJsonFile(path: string, value: unknown, indent?: number): void {
  writeWholeFile(path, `${toJson(value, indent)}\n`);
}

/** Reads a JSON file that Millrace wrote, with the reader of what it holds. */
export function readJsonFile(path: string, read: Reader): unknown {
  const text = readInputFile(path, 'JSON written by Millrace');
  return parsed(text, read, (error) => ({ file: path, ...positionIn(text, error) }));
}

/** The file's value, when it has the shape; otherwise an InputError that names the first field that is wrong. */
export function readShapedFile<Shape extends z.ZodType>(
  path: string,
  read: Reader,
  shape: Shape,
): z.infer<Shape> {
  return shaped(readJsonFile(path, read), shape, { file: path });
}

/** A reader of an NDJSON file's single lines, which throws InputError at one of another shape. */
export function lineReader(
  path: string,
  read: Reader,
  shape: z.ZodType,
): (text: string, line: number) => unknown {
  return (text, line) => {
    const place = { file: path, line };
    const item = parsed(text, read, () => place);
    shaped(item, shape, place);
    return item;
  };
}

function shaped<Shape extends z.ZodType>(value: unknown, shape: Shape, place: Place): z.infer<Shape> {
  const judged = shape.safeParse(value);
  if (judged.success) return judged.data;
  const issue = judged.error.issues[0];
  throw new InputError({
    place: { ...place, path: issue?.path.join('.') ?? '' },
    message: `is not ${shape.description}: ${issue?.message ?? 'unknown shape'}`,
  });
}

function parsed(text: string, read: Reader, placeOf: (error: unknown) => Place): unknown {
  try {
    return read(text);
  } catch (error) {
    const message = `is not valid JSON: ${(error as Error).message}`;
    throw new InputError({ place: placeOf(error), message });
  }
}

function positionIn(text: string, error: unknown): { readonly line?: number; readonly column?: number } {
  const offset = /position (\d+)/.exec((error as Error).message)?.[1];
  if (offset === undefined) return {};
  const before = text.slice(0, Number(offset)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
