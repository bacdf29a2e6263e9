/** Marks text for a terminal; each function returns it unchanged where colour is off. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly bad: (text: string) => string;
}

/** ANSI SGR codes of the sixteen basic colours, so that the terminal's own theme decides the shade. */
export function painter(color: boolean): Paint {
  const mark =
    (code: number) =>
    (text: string): string =>
      color ? `\u001B[${code}m${text}\u001B[0m` : text;
  return { bold: mark(1), dim: mark(2), good: mark(32), warn: mark(33), bad: mark(31) };
}
