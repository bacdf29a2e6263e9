import { describe, expect, it } from 'vitest';
import { stateLines } from '../../../src/cli/terminal/live-display.ts';
import { processTerminal, type Terminal } from '../../../src/cli/terminal/terminal.ts';
import { painter } from '../../../src/report/words/text-lines.ts';

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
  const coloured = { outColor: true, noteColor: true, canRedraw: true, width: 120 };
  // Nothing is cut where nobody's window could be too narrow.
  const piped = { outColor: false, noteColor: false, canRedraw: false, width: Number.POSITIVE_INFINITY };

  it.each<[string, object, object, Record<string, string>, object]>([
    ['colour and redrawing on a terminal', TTY, TTY, {}, coloured],
    ['neither in a pipe', PIPE, PIPE, {}, piped],
    [
      'each stream for itself: a piped result keeps its progress',
      PIPE,
      TTY,
      {},
      { outColor: false, canRedraw: true, width: Number.POSITIVE_INFINITY, noteWidth: 120 },
    ],
    [
      'NO_COLOR drops colour only',
      TTY,
      TTY,
      { NO_COLOR: '1' },
      { ...coloured, outColor: false, noteColor: false },
    ],
    ['an empty NO_COLOR drops nothing', TTY, TTY, { NO_COLOR: '' }, coloured],
    ['FORCE_COLOR colours a pipe', PIPE, PIPE, { FORCE_COLOR: '1' }, { outColor: true }],
    ['FORCE_COLOR of 0 colours nothing', PIPE, PIPE, { FORCE_COLOR: '0' }, piped],
    ['a dumb terminal gets plain lines', TTY, TTY, { TERM: 'dumb' }, { outColor: false, canRedraw: false }],
  ])('%s', (_what, stdout, stderr, env, traits) => {
    expect(terminal({ stdout, stderr }, env)).toMatchObject(traits);
  });
});

describe('what names and answers hold', () => {
  function written(env: Record<string, string>, write: (to: Terminal) => void): readonly string[] {
    const texts: string[] = [];
    const stream = { ...PIPE, write: (text: string) => texts.push(text) };
    write(terminal({ stdout: stream, stderr: stream }, env));
    return texts;
  }

  it.each(['', '1'])('is shown by a terminal, never obeyed: FORCE_COLOR=%j', (forced) => {
    const hostile = 'n\u001b[2J\u009b1A\u0007\r\u202ex\u001b]0;title\u0007';
    const shown = String.raw`n\u001b[2J\u009b1A\u0007\u000d\u202ex\u001b]0;title\u0007`;
    const texts = written({ FORCE_COLOR: forced }, (to) => {
      to.out(`${hostile}\n`);
      to.note(`${hostile}\n`);
      to.redraw([hostile]);
    });
    expect(texts).toEqual([`${shown}\n`, `${shown}\n`, `\r\u001b[K${shown}`]);
  });

  it('is the same text in JSON', () => {
    const name = '\u007f\u009b\u200d\u{e0001} a';
    const [text = ''] = written({}, (to) => to.out(JSON.stringify(name)));
    expect(JSON.parse(text)).toBe(name);
    expect(text).not.toContain('\u009b');
  });

  it('leaves colours of ours where there are colours', () => {
    const { bold, dim, good, warn, bad } = painter(true);
    const lines = stateLines('x', STATE, { canRedraw: true, noteColor: true });
    const text = [bold('b'), dim('d'), good('g'), warn('w'), bad('r'), ...lines].join('');
    expect(written({ FORCE_COLOR: '1' }, (to) => to.out(text))).toEqual([text]);
  });
});

const STATE = { title: '', what: '', share: 0.5, elapsedMs: 0, figures: [] };
