import type { Document } from '../blocks/block.ts';
import { mainOf } from '../blocks/page.ts';
import { framedPage } from '../page/frame.ts';
import { html } from '../page/markup.ts';
import { LIVE_SCRIPT } from './live-script.ts';

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
