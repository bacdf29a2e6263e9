import { InputError, type InputFault } from '../errors.ts';

/** A fault at a field whose place in the whole file only the caller knows; see `locateFaults`. */
export function fieldFault(path: string, message: string, hint?: string): InputFault {
  return { place: { file: '', path }, message, hint };
}

/** An InputError of one such fault. */
export function fieldError(path: string, message: string): InputError {
  return new InputError(fieldFault(path, message));
}

/**
 * Runs `act`; input faults it throws without a file get this file, and `prefix` before their field path.
 * So a part deep inside can name its own field and never learns where it was used.
 */
export function locateFaults<T>(at: { readonly file: string; readonly prefix: string }, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof InputError) throw new InputError(error.faults.map((fault) => located(fault, at)));
    throw error;
  }
}

function located(
  fault: InputFault,
  { file, prefix }: { readonly file: string; readonly prefix: string },
): InputFault {
  const { place } = fault;
  if (place !== undefined && place.file !== '') return fault;
  const path = joined(prefix, place?.path ?? '');
  return { ...fault, place: { file, path } };
}

function joined(prefix: string, path: string): string {
  const dot = prefix === '' || path === '' || path.startsWith('[') ? '' : '.';
  return `${prefix}${dot}${path}`;
}
