import type { z } from 'zod';
import { InputError, type Place } from '../../errors.ts';
import { toJson } from '../../model/json.ts';
import { readInputFile } from './input-file.ts';
import { writeWholeFile } from './output-file.ts';

/** A kind of JSON that Millrace writes: as a message names it, its reader, and what reading it relies on. */
export interface JsonKind<Shape extends z.ZodType = z.ZodType> {
  readonly what: string;
  readonly read: (text: string) => unknown;
  readonly shape: Shape;
}

/** Writes a value as a JSON file. */
export function writeJsonFile(path: string, value: unknown, indent?: number): void {
  writeWholeFile(path, `${toJson(value, indent)}\n`);
}

/** Reads a JSON file that Millrace wrote, with the reader of what it holds. */
export function readJsonFile(path: string, read: (text: string) => unknown): unknown {
  const text = readInputFile(path, 'JSON written by Millrace');
  try {
    return read(text);
  } catch (error) {
    throw notJson(error, { file: path, ...positionIn(text, error) });
  }
}

/** The file's value, when it has the shape of its kind; otherwise an InputError that names the first wrong field. */
export function readShapedFile<Shape extends z.ZodType>(path: string, kind: JsonKind<Shape>): z.infer<Shape> {
  return shaped(readJsonFile(path, kind.read), kind, { file: path });
}

/** A reader of an NDJSON file's single lines, which throws InputError at one of another kind. */
export function lineReader(path: string, kind: JsonKind): (text: string, line: number) => unknown {
  return (text, line) => {
    const place = { file: path, line };
    let item: unknown;
    try {
      item = kind.read(text);
    } catch (error) {
      throw notJson(error, place);
    }
    shaped(item, kind, place);
    return item;
  };
}

/** The items of an NDJSON file, and whether its last line was cut off while it was written. */
export function readJsonLines(
  path: string,
  kind: JsonKind,
): { readonly items: readonly unknown[]; readonly cut: boolean } {
  const lines = readInputFile(path, 'one JSON object per line').split('\n');
  // What follows the last line break is empty, unless the writer was cut off.
  const cut = lines.pop() !== '';
  const read = lineReader(path, kind);
  return { items: lines.map((text, index) => read(text, index + 1)), cut };
}

function shaped<Shape extends z.ZodType>(
  value: unknown,
  { shape, what }: JsonKind<Shape>,
  place: Place,
): z.infer<Shape> {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new InputError({
    place: { ...place, path: issue?.path.join('.') ?? '' },
    message: `is not ${what}: ${issue?.message ?? 'unknown shape'}`,
  });
}

function notJson(error: unknown, place: Place): InputError {
  return new InputError({ place, message: `is not valid JSON: ${(error as Error).message}` });
}

function positionIn(text: string, error: unknown): { readonly line?: number; readonly column?: number } {
  const offset = /position (\d+)/.exec((error as Error).message)?.[1];
  if (offset === undefined) return {};
  const before = text.slice(0, Number(offset)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
