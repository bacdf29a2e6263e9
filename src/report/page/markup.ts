/** Text that is HTML already; made by `html` only, so that nothing unescaped can slip in. */
export interface Markup {
  readonly markup: string;
}

/** What a template takes: text is escaped, markup stays, lists are joined, nothing is nothing. */
export type Content = Markup | string | number | bigint | null | undefined | readonly Content[];

/** HTML or SVG from a template; every value is escaped unless it is markup. Attributes need double quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  let markup = parts[0] ?? '';
  values.forEach((value, index) => {
    markup += rendered(value) + (parts[index + 1] ?? '');
  });
  return { markup };
}

/** Text of our own that must not be escaped: styles and scripts. Never for anything a file or a node says. */
export function trusted(markup: string): Markup {
  return { markup };
}

/** JSON for a data block: no sequence in it can end the block or begin a comment. */
export function dataBlock({ id, value }: { readonly id: string; readonly value: unknown }): Markup {
  const json = JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return html`<script type="application/json" id="${id}">${trusted(json)}</script>`;
}

function rendered(value: Content): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return 'markup' in value ? value.markup : value.map(rendered).join('');
  return escapeHtml(String(value));
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('\0', '\uFFFD');
}
