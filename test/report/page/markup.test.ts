import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html } from '../../../src/report/page/markup.ts';

describe('html', () => {
  it('escapes text, keeps markup, joins lists and writes nothing for nothing', () => {
    const name = '<b title="x">\'&';
    expect(html`<p>${name}${html`<i>${1n}</i>`}${['a', html`<br>`]}${null}${undefined}</p>`.markup).toBe(
      '<p>&lt;b title=&quot;x&quot;&gt;&#39;&amp;<i>1</i>a<br></p>',
    );
  });

  it('lets no text become markup', () => {
    const property = fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(html`${text}`.markup).not.toMatch(/[<>"']/);
    });
    fc.assert(property);
  });
});
