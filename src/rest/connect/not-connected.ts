import type { Answer } from '../../model/run/answer.ts';

// No descriptor left, of this process or of the machine, or no port: connect(2).
const OWN: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL']);

/** What stands in place of an answer that did not come. */
export type NoAnswer = Extract<Answer<never>, { readonly detail: string }>;

/** No connection came about, so nothing was sent. */
export function notConnected(error: Error): NoAnswer {
  return {
    kind: 'unreachable',
    detail: connectFault(error),
    ...(isOwnLimit(error) ? { ownLimit: true } : {}),
  };
}

/** True when no connection came about for want of something here: it says nothing of who was to be connected to. */
export function isOwnLimit(error: Error): boolean {
  const causes = causesOf(error);
  return causes.length > 0 && causes.every(({ code }) => OWN.has(code ?? ''));
}

/** Why no connection came about, or why it broke, in words. */
export function connectFault(error: Error): string {
  return causesOf(error)
    .map(({ message }) => message)
    .join('; ');
}

// Node tries every address of a name and packs the failures into one error without a message; one that refused tells
// of the target.
function causesOf(error: Error): readonly NodeJS.ErrnoException[] {
  return error instanceof AggregateError ? (error.errors as readonly Error[]) : [error];
}
