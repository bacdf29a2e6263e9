/** Where a command writes, and what the far side can show. */
export interface Terminal {
  /** Results: stdout. */
  out(text: string): void;
  /** Everything said beside the result: stderr. */
  note(text: string): void;
  /** True when stdout may carry colour. */
  readonly outColor: boolean;
  /** True when stderr may carry colour. */
  readonly noteColor: boolean;
  /** True when stderr can redraw a line. */
  readonly canRedraw: boolean;
  /** Columns. */
  readonly width: number;
}

// What a terminal without a stated width is assumed to have, as VT100 and most CI logs do.
const DEFAULT_WIDTH = 80;

/** The terminal of a process. NO_COLOR drops colour only (no-color.org); FORCE_COLOR adds it to pipes. */
export function processTerminal(
  streams: { readonly stdout: NodeJS.WriteStream; readonly stderr: NodeJS.WriteStream },
  env: NodeJS.ProcessEnv,
): Terminal {
  const { stdout, stderr } = streams;
  const forced = (env['FORCE_COLOR'] ?? '') !== '' && env['FORCE_COLOR'] !== '0';
  const colored = (stream: NodeJS.WriteStream): boolean =>
    (env['NO_COLOR'] ?? '') === '' && (forced || (stream.isTTY && env['TERM'] !== 'dumb'));
  return {
    out: (text) => void stdout.write(text),
    note: (text) => void stderr.write(text),
    outColor: colored(stdout),
    noteColor: colored(stderr),
    canRedraw: stderr.isTTY && env['TERM'] !== 'dumb',
    width: stdout.columns || stderr.columns || DEFAULT_WIDTH,
  };
}
