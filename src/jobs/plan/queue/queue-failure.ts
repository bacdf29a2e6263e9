import { InputError, type InputFault, InvariantError, UnreachableError } from '../../../errors.ts';

/** A job's failure as a worker reports it to the plan. */
type QueueFailure =
  | JobFailure
  /** The plan puts it into Redis anew. */
  | { readonly kind: 'scenario-gone' };

/** The scenario of a job is no longer in Redis. */
export class ScenarioGone extends Error {
  override readonly name = 'ScenarioGone';
}

/** An error as a worker writes it down: BullMQ keeps one text. */
export function failureText(error: unknown): string {
  const failure: QueueFailure = error instanceof ScenarioGone ? { kind: 'scenario-gone' } : jobFailure(error);
  return JSON.stringify(failure);
}

/** Whether another try would end alike. */
export function isFinal(error: unknown): boolean {
  return error instanceof ScenarioGone || jobFailure(error).kind !== 'other';
}

/** The error that a plan ends with when a job has failed for good; `what` names the job. */
export function failureFrom(text: string, what: string): Error {
  const failure = failureIn(text);
  if (failure === undefined)
    return text.includes('stalled')
      ? new UnreachableError(`${what} was lost again and again: workers died while they simulated it`)
      : new Error(`${what} failed: ${text}`);
  return failure.kind === 'scenario-gone' ? new ScenarioGone(what) : failureError(failure);
}

// BullMQ's own messages are no JSON.
function failureIn(text: string): QueueFailure | undefined {
  try {
    return JSON.parse(text) as QueueFailure;
  } catch {
    return undefined;
  }
}

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
