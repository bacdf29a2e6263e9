import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { type Content, html, trusted } from './markup.ts';
import { PAGE_SCRIPT } from './script.ts';
import { CHART_STYLE } from './style-charts.ts';
import { PAGE_STYLE } from './style.ts';

/**
 * A whole page that needs nothing but itself. Its policy lets exactly one script run, ours, named by its
 * hash: text from a scenario or a node could not run even if it got past the escaping.
 */
export function framedPage({ title, body }: { readonly title: string; readonly body: Content }): string {
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src 'sha256-${base64(sha256(utf8ToBytes(PAGE_SCRIPT)))}'`,
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
<style>${trusted(PAGE_STYLE)}${trusted(CHART_STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${body}
<script>${trusted(PAGE_SCRIPT)}</script>
</body>
</html>
`.markup;
}

/** The button that switches between the system's theme, light and dark; hidden until the script runs. */
export const THEME_SWITCH = html`<button type="button" class="quiet" id="theme" hidden>Theme</button>`;

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
