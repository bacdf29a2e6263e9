import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeLine, nodeText } from '../../src/model/node-text.ts';

describe('what a node said', () => {
  it('stays as it is when it is a text of a real node', () => {
    const said =
      'PFS returned an error while trying to fetch user information: \n(There is no user found online)';
    expect(nodeText(said)).toBe(said);
    expect(nodeLine(said)).toBe(said.replace(' \n', ' '));
  });

  it('cannot move a cursor, ring a bell, turn the line around or end half a character', () => {
    expect(nodeText('\u001b[2J\u0007\u202e\ud800é€😀')).toBe('\\u001b[2J\\u0007\\u202e\\ud800é€😀');
  });

  it('is cut', () => {
    expect(nodeText('x'.repeat(5000))).toBe(`${'x'.repeat(1000)}…`);
    expect(nodeText('😀'.repeat(5000))).not.toMatch(/\p{Cs}/u);
  });

  it.each(['', ' ', '\r\n'])('is called nothing when it is %j', (said) => {
    expect(nodeLine(said)).toBe('nothing');
  });

  it('is one line of bounded length, whatever it was', () => {
    const property = fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (said) => {
      expect(nodeLine(said, 80)).toMatch(/^[^\p{Cc}\p{Cs}]{1,486}$/u);
    });
    fc.assert(property);
  });
});
