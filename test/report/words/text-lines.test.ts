import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipped, continued, wrapped } from '../../../src/report/words/text-lines.ts';

describe('text lines', () => {
  it('are cut with an ellipsis, and break at spaces', () => {
    expect(clipped('abcdef', 4)).toBe('abc…');
    expect(wrapped('one two three four', { width: 9, lines: 2 })).toEqual(['one two', 'three fo…']);
  });

  it('continue a command before an option only, so that it can be pasted', () => {
    const command = "curl -X POST 'http://a/very/long/address' -d '{}'";
    expect(continued(command, { width: 44, indent: 2 })).toEqual([
      "  curl -X POST 'http://a/very/long/address' \\",
      "    -d '{}'",
    ]);
  });

  it('are never longer than asked and hold no control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 100 }), (text, width) => {
        for (const line of [clipped(text, width), ...wrapped(text, { width, lines: 3 })]) {
          expect(line.length).toBeLessThanOrEqual(width);
          expect(line).not.toMatch(/\p{Cc}/u);
        }
      }),
    );
  });
});
