import { InputError, type InputFault, InvariantError } from '../../errors.ts';

/** Why a job failed, as plain data: errors lose what they are on their way from another thread or machine. */
export type JobFailure =
  | { readonly kind: 'input'; readonly faults: readonly InputFault[] }
  /** Simulated again it would fail again. */
  | { readonly kind: 'invariant'; readonly message: string }
  | { readonly kind: 'other'; readonly message: string };

/** An error as data. */
export function jobFailure(error: unknown): JobFailure {
  if (error instanceof InputError) return { kind: 'input', faults: error.faults };
  if (error instanceof InvariantError) return { kind: 'invariant', message: error.message };
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'other', message: stack ?? `${name}: ${message}` };
}

/** The error that it was. */
export function failureError(failure: JobFailure): Error {
  switch (failure.kind) {
    case 'input':
      return new InputError(failure.faults);
    case 'invariant':
      return new InvariantError(failure.message);
    case 'other':
      return new Error(failure.message);
  }
}
