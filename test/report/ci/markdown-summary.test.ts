import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runMarkdown } from '../../../src/report/sections/run-document.ts';
import { markdownSummary } from '../../../src/report/ci/markdown-summary.ts';
import { smallReplay } from '../../fixtures/example-runs.ts';

describe('markdownSummary', () => {
  it('tells the verdict of a run, its figures, what went wrong, and how to repeat it', async () => {
    await expect(runMarkdown(smallReplay())).toMatchFileSnapshot('../../golden/small-replay.summary.md');
  });

  it('mentions no person and no issue that a name or an answer looks like', () => {
    const text = told('@everyone paid #48 !12 $3 https://x.example www.x.example');
    expect(text).not.toMatch(/[@#!$]\w|https:|www\./);
  });

  it('holds nothing that a terminal would obey', () => {
    expect(told('a\u001b[31mred')).toContain('a\\\\u001b\\[31mred');
  });

  it('holds one row for each fault and no markup, whatever a scenario or a node writes', () => {
    const property = fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const lines = told(text).split('\n');
      expect(lines.filter((line) => line.startsWith('| ') && line !== '| --- | --- | --- |')).toHaveLength(2);
      const [row = ''] = lines.filter((line) => line.startsWith('| steps |'));
      const unescaped = row.replaceAll('<!-- -->', '').replace(/\\[\W_]/g, '');
      expect(unescaped.match(/\|/g)).toHaveLength(4);
      expect(unescaped).not.toMatch(/[<`*[\]\\~]/);
    });
    fc.assert(property);
  });

  it('fences a command that holds fences', () => {
    const text = markdownSummary({
      title: 'a',
      judgement: ['good', 'holds'],
      sentence: 'b',
      suites: {},
      command: 'millrace load "```"',
    });
    expect(text).toContain('````sh\nmillrace load "```"\n````');
  });
});

function told(text: string): string {
  return markdownSummary({
    title: text,
    judgement: ['bad', 'not as expected'],
    sentence: text,
    suites: { steps: [{ name: text, fault: { message: text, text } }, { name: 'held' }] },
  });
}
