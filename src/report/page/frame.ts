import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { type Content, html, trusted } from './markup.ts';
import { PAGE_SCRIPT } from './script.ts';
import { PAGE_STYLE } from './style.ts';

/**
 * A whole page that needs nothing but itself. Its policy lets exactly one script run, ours, named by its
 * hash: text from a scenario or a node could not run even if it got past the escaping.
 */
export function framedPage(title: string, body: Content): string {
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src 'sha256-${Buffer.from(sha256(utf8ToBytes(PAGE_SCRIPT))).toString('base64')}'`,
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
<script>${trusted(PAGE_SCRIPT)}</script>
</body>
</html>
`.markup;
}

// The button switches between the system's theme, light and dark; hidden until the script runs.
const TOP = html`<header class="top" id="top"><p class="brand">Millrace</p><button type="button" class="quiet" id="theme" hidden>Theme</button></header>`;

/** A moment of ISO 8601 UTC to the minute. */
export function minuteText(moment: string): string {
  return moment.replace('T', ' ').slice(0, 16);
}
