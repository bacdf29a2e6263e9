import type { Document } from '../blocks/block.ts';
import { mainOf } from '../blocks/page.ts';
import { framedPage } from '../page/frame.ts';
import { html } from '../page/markup.ts';

/** A document as a page that grows while what it tells of goes on; `header` is the one that changes need. */
export function livePage(document: Document, { header }: { readonly header: string }): string {
  const controls = html`<p class="live"><span id="live-note" role="status"></span> <button type="button" id="live-stop" hidden>Stop</button></p>`;
  const script = LIVE_SCRIPT.replace('HEADER', `'${header}'`);
  const body = html`${controls}${mainOf(document)}`;
  return framedPage(`${document.name} · live · Millrace`, body, [script], { connects: true });
}

/** The content alone, which takes the place of the page's. */
export function livePart(document: Document): string {
  return mainOf(document).markup;
}

/**
 * The browser side of a page that grows: it asks for the page's content again and again, puts it in place of the old
 * one, and sends the stop button's wish. `HEADER` stands for the header that changes need.
 */
export const LIVE_SCRIPT = `
(() => {
  'use strict';
  const note = document.getElementById('live-note');
  const stop = document.getElementById('live-stop');
  let isOver = false;
  async function grow() {
    try {
      const answer = await fetch('part', { cache: 'no-store' });
      if (!answer.ok) throw new Error(String(answer.status));
      const at = scrollY;
      const main = document.getElementById('content');
      const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('content');
      if (next !== null) main.replaceWith(next);
      scrollTo(0, at);
      isOver = answer.headers.get('x-millrace-over') === 'yes';
      note.textContent = isOver ? 'It has ended; this page no longer changes.' : '';
    } catch {
      isOver = true;
      note.textContent = 'Millrace has ended or cannot be reached: this is how it stood last.';
    }
    stop.hidden = isOver;
  }
  stop.hidden = false;
  stop.addEventListener('click', async () => {
    stop.disabled = true;
    note.textContent = 'Stopping.';
    await fetch('stop', { method: 'POST', headers: { HEADER: 'page' } }).catch(() => undefined);
  });
  (async () => {
    // Millrace takes its time to answer, so that this does not ask without a pause.
    while (!isOver) await grow();
  })();
})();
`;
