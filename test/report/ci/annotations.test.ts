import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { githubAnnotations } from '../../../src/report/ci/annotations.ts';

describe('githubAnnotations', () => {
  it('shows each fault at its line, and what could not be told as a warning', () => {
    const suites = {
      expectations: [
        { name: 'success_rate >= 0.9', at: ['expect', 0], fault: { message: 'is 0.5, not more', text: '' } },
        { name: 'held', at: ['expect', 1] },
      ],
      readings: [{ name: 'readings', unknown: 'history of bob\ncould not be read' }],
    };
    const places = ({ at }: { readonly at?: readonly (string | number)[] | undefined }) =>
      at === undefined ? undefined : { file: 'a,b.yaml', line: 7, column: 3 };
    expect(githubAnnotations(suites, places)).toEqual([
      '::error file=a%2Cb.yaml,line=7,col=3,title=expectations%3A success_rate >= 0.9::is 0.5, not more',
      '::warning title=readings%3A readings::unknown: history of bob%0Acould not be read',
    ]);
  });

  it('is one command a fault, whatever a scenario or a node writes, and no more than GitHub shows', () => {
    const property = fc.property(fc.string({ unit: 'binary' }), fc.nat(30), (text, count) => {
      const cases = Array.from({ length: count }, () => ({ name: text, fault: { message: text, text } }));
      const lines = githubAnnotations({ steps: cases }, () => ({ file: text }));
      expect(lines).toHaveLength(Math.min(count, 10));
      for (const line of lines) expect(line).toMatch(/^::error file=[^:,\r\n]*,title=[^:,\r\n]*::[^\r\n]*$/);
    });
    fc.assert(property);
  });
});
