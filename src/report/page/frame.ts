import { hash } from 'node:crypto';
import PAGE_SCRIPT from 'page:start.ts';
import PAGE_STYLE from 'page:page.css';
import { type Content, html, trusted } from './markup.ts';

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
