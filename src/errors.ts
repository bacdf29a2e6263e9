/** A place in a file a person wrote. Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** Field path, e.g. `traffic[0].amounts.sigma`. */
  readonly path?: string;
}

/** One thing wrong with what a person gave us. */
export interface InputFault {
  readonly place?: Place;
  /** The value found and the one expected. */
  readonly message: string;
  /** Advice on how to mend it. */
  readonly hint?: string | undefined;
}

/** Bad input: shown without a stack, exit code 2. Several faults may be reported at once. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly faults: readonly InputFault[];

  constructor(faults: InputFault | readonly InputFault[]) {
    const list = Array.isArray(faults) ? (faults as readonly InputFault[]) : [faults as InputFault];
    super(list.map(describeFault).join('\n'));
    this.faults = list;
  }
}

/** Refuses a call that leaves out what it needs. The compiler refuses it in TypeScript; elsewhere only this does. */
export function assertGiven(
  call: string,
  given: object | null | undefined,
  ...names: readonly string[]
): void {
  const missing = names
    .filter((name) => (Reflect.get(Object(given) as object, name) ?? undefined) === undefined)
    .join(' and ');
  if (missing === '') return;
  throw new InputError({
    message: `${call}() was called without ${missing}`,
    hint: `Write ${call}({${names.join(', ')}}).`,
  });
}

/**
 * A node does not answer as its API says, or not as the node that it was: a mistake in a list of nodes, or a fault of the node
 * where it answered rightly before.
 */
export class NodeAnswerError extends InputError {}

/** A target does not answer at all: exit code 3. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** Somebody asked to stop before there was anything to keep: exit code 130. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';

  constructor() {
    super('stopped before the first operation; channels that were opened stay');
  }
}

/** A state that must never happen: our bug, exit code 70. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** For `catch` of a promise: an error of this kind becomes a result, any other is thrown on. */
export function onError<Kind extends Error, Result>(
  kind: new (...args: never[]) => Kind,
  resultOf: (error: Kind) => Result,
): (error: unknown) => Result {
  return (error) => {
    if (error instanceof kind) return resultOf(error);
    throw error;
  };
}

/** Whether no file or connection could be opened for want of descriptors, of this process or of the machine. */
export function isOutOfFiles(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EMFILE' || code === 'ENFILE';
}

/** One line: `file:line:column: path: message`, then the hint. */
export function describeFault(fault: InputFault): string {
  const { place } = fault;
  const position = place?.line === undefined ? '' : `:${place.line}:${place.column ?? 1}`;
  const where = place === undefined || place.file === '' ? '' : `${place.file}${position}: `;
  const path = place?.path ? `${place.path}: ` : '';
  const hint = fault.hint ? `\n  ${fault.hint}` : '';
  return `${where}${path}${fault.message}${hint}`;
}
