import { parse } from 'yaml';
import { z } from 'zod';
import { CHECKS } from '../../checks/registry.ts';
import { InputError } from '../../errors.ts';
import type { AcceptedViolation } from '../../model/check/accepted.ts';
import { OPERATION_KINDS } from '../../model/run/operation.ts';
import { readInputFile } from '../files/input-file.ts';

const NAMES = [...CHECKS.map(({ name }) => name), 'invariants', 'in-flight'];

const ACCEPTED = z.array(
  z.strictObject({
    check: z.enum(NAMES as [string, ...string[]]),
    call: z.enum(OPERATION_KINDS).exactOptional(),
    reason: z.string().min(1),
  }),
);

/** Reads a list of known violations. Throws InputError for what is no such list. */
export function readAccepted(file: string): readonly AcceptedViolation[] {
  const text = readInputFile(file, 'a list of known violations in YAML');
  const read = ACCEPTED.safeParse(parsed(file, text));
  if (read.success) return read.data;
  throw new InputError(
    read.error.issues.map(({ path, message }) => ({
      place: { file, path: path.map(String).join('.') },
      message,
      hint: 'Expected a list of `{check: NAME, call: KIND, reason: TEXT}`; `call` may be left out.',
    })),
  );
}

/** The names of checks in a list with commas. Throws InputError for one that does not exist. */
export function checkNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown === undefined) return names;
  throw new InputError({
    message: `--only: no check is named ${JSON.stringify(unknown)}`,
    hint: `Checks: ${NAMES.join(', ')}.`,
  });
}

function parsed(file: string, text: string): unknown {
  try {
    return parse(text) as unknown;
  } catch (error) {
    throw new InputError({ place: { file }, message: (error as Error).message, hint: 'Expected YAML.' });
  }
}
