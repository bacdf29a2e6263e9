import { redrawn, type Terminal } from '../../src/cli/terminal/terminal.ts';

/** A terminal that remembers what was written to it. */
export interface MemoryTerminal extends Terminal {
  readonly written: { out: string; note: string };
}

export function memoryTerminal(
  traits: Partial<Pick<Terminal, 'canRedraw' | 'noteColor' | 'width'>> = {},
): MemoryTerminal {
  const written = { out: '', note: '' };
  return {
    written,
    out: (text) => {
      written.out += text;
    },
    note: (text) => {
      written.note += text;
    },
    redraw: (lines) => {
      written.note += redrawn(lines);
    },
    outColor: false,
    noteColor: traits.noteColor ?? false,
    canRedraw: traits.canRedraw ?? true,
    width: traits.width ?? 80,
    noteWidth: traits.width ?? 80,
  };
}
