// No descriptor left, of this process or of the machine, or no port: connect(2).
const OWN: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL']);

/** True when no connection came about for want of something here: it says nothing of who was to be connected to. */
export function isOwnLimit(error: Error): boolean {
  // Node tries every address of a name; one that refused tells of the target.
  const causes = error instanceof AggregateError ? (error.errors as readonly Error[]) : [error];
  return (
    causes.length > 0 && causes.every((cause) => OWN.has((cause as { readonly code?: string }).code ?? ''))
  );
}
