import RUN_SCRIPT from 'page:run/start-run.ts';
import RUNS_SCRIPT from 'page:runs/start-runs.ts';
import PAGE_SCRIPT from 'page:start.ts';
import PAGE_STYLE from 'page:page.css';
import { type Content, html, type Markup, trusted } from '../page/markup.ts';
import { type Block, type Document, flattened, type Parts } from './block.ts';
import { markupOf, unwrapped } from './block-markup.ts';
import { hash } from 'node:crypto';

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

/**
 * A whole page that needs nothing but itself. Its policy lets exactly these scripts run, ours, named by their
 * hashes: text from a scenario or a node could not run even if it got past the escaping.
 */
export function framedPage(
  title: string,
  body: Content,
  scripts: readonly string[] = [PAGE_SCRIPT],
  { connects = false }: { readonly connects?: boolean } = {},
): string {
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src ${scripts.map((script) => `'sha256-${hash('sha256', script, 'base64')}'`).join(' ')}`,
    // Only a page that is served while something runs asks for more of itself.
    ...(connects ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${trusted(PAGE_STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${TOP}${body}
<div class="rail"><a href="#top">Top</a></div>
${scripts.map(
  (script) => html`<script>${trusted(script)}</script>
`,
)}
</body>
</html>
`.markup;
}

// The button switches between the system's theme, light and dark; hidden until the script runs.
const TOP = html`<header class="top" id="top"><p class="brand">Millrace</p><button type="button" class="quiet" id="theme" hidden>Theme</button></header>`;
