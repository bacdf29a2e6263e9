import PAGE_SCRIPT from 'page:start.ts';
import RUN_SCRIPT from 'page:run/start-run.ts';
import RUNS_SCRIPT from 'page:runs/start-runs.ts';
import { framedPage } from '../page/frame.ts';
import { html, type Markup } from '../page/markup.ts';
import { type Block, type Document, flattened, type Parts } from './block.ts';
import { markupOf, unwrapped } from './block-markup.ts';

const SCRIPTS = { run: RUN_SCRIPT, runs: RUNS_SCRIPT } as const;

/** A document as one self-contained page: opens offline, in light and dark, wide and narrow, and prints. */
export function pageOf(document: Document): string {
  const { name, footer, data } = document;
  return framedPage(
    `${name} · Millrace`,
    html`${mainOf(document)}${footer === undefined ? null : html`<footer><p>${footer}</p></footer>`}${data?.of()}`,
    data === undefined ? [PAGE_SCRIPT] : [PAGE_SCRIPT, SCRIPTS[data.script]],
  );
}

/** The content of a document's page, without what stands around it. */
export function mainOf({ title, head, body }: Omit<Document, 'name'>): Markup {
  const blocks = unwrapped(body);
  return html`<main id="content"><h1>${title}</h1>
${markupOf(head)}${contents(blocks)}
${markupOf(blocks)}
</main>`;
}

// A short page is its own list of contents.
const FEWEST_LISTED = 2;

function contents(body: readonly Block[]): Markup | null {
  const listed = sectionsOf(body).filter(({ listed: name }) => name !== undefined);
  if (listed.length < FEWEST_LISTED) return null;
  const links = listed.map(({ id, listed: name }) => html`<li><a href="#${id}">${name}</a></li>`);
  return html`<nav aria-label="On this page"><ul class="jump">${links}</ul></nav>`;
}

function sectionsOf(blocks: Parts): readonly Extract<Block, { kind: 'section' }>[] {
  return flattened(blocks).flatMap((block) => {
    if (block.kind === 'section') return [block];
    return block.kind === 'beside' ? sectionsOf(block.blocks) : [];
  });
}
