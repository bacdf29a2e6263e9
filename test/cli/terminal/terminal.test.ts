import { describe, expect, it } from 'vitest';
import { processTerminal } from '../../../src/cli/terminal/terminal.ts';

const TTY = { isTTY: true, columns: 120 };
const PIPE = { isTTY: false };

function terminal(
  { stdout, stderr }: { readonly stdout: object; readonly stderr: object },
  env: Record<string, string> = {},
) {
  // The traits a terminal is judged by; nothing is written here.
  return processTerminal({ stdout, stderr } as Parameters<typeof processTerminal>[0], env);
}

describe('what a terminal can show', () => {
  it('colour and redrawing on a terminal, neither in a pipe', () => {
    expect(terminal({ stdout: TTY, stderr: TTY })).toMatchObject({
      outColor: true,
      noteColor: true,
      canRedraw: true,
      width: 120,
    });
    expect(terminal({ stdout: PIPE, stderr: PIPE })).toMatchObject({
      outColor: false,
      noteColor: false,
      canRedraw: false,
      // Nothing is cut where nobody's window could be too narrow.
      width: Number.POSITIVE_INFINITY,
    });
  });

  it('each stream for itself: a piped result keeps its progress', () => {
    expect(terminal({ stdout: PIPE, stderr: TTY })).toMatchObject({
      outColor: false,
      canRedraw: true,
      width: Number.POSITIVE_INFINITY,
      noteWidth: 120,
    });
  });

  it('NO_COLOR drops colour only', () => {
    expect(terminal({ stdout: TTY, stderr: TTY }, { NO_COLOR: '1' })).toMatchObject({
      outColor: false,
      noteColor: false,
      canRedraw: true,
    });
    expect(terminal({ stdout: TTY, stderr: TTY }, { NO_COLOR: '' }).outColor).toBe(true);
  });

  it('FORCE_COLOR colours a pipe', () => {
    expect(terminal({ stdout: PIPE, stderr: PIPE }, { FORCE_COLOR: '1' }).outColor).toBe(true);
    expect(terminal({ stdout: PIPE, stderr: PIPE }, { FORCE_COLOR: '0' }).outColor).toBe(false);
  });

  it('a dumb terminal gets plain lines', () => {
    expect(terminal({ stdout: TTY, stderr: TTY }, { TERM: 'dumb' })).toMatchObject({
      outColor: false,
      canRedraw: false,
    });
  });
});
