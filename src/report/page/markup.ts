/** Text that is HTML already; made by `html` only, so that nothing unescaped can slip in. */
export interface Markup {
  readonly markup: string;
}

/** A value in a template: text is escaped, markup stays, lists are joined, `null` and `undefined` write nothing. */
export type Content = Markup | string | number | bigint | null | undefined | readonly Content[];

/** HTML or SVG from a template; every value is escaped unless it is markup. Attributes need double quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  let markup = parts[0] ?? '';
  values.forEach((value, index) => {
    markup += rendered(value) + (parts[index + 1] ?? '');
  });
  return { markup };
}

/** A text with a smaller line below it, for pages alone. */
export function withDetail(text: Content, detail: Content): Markup {
  return html`${text}<span class="sub">${detail}</span>`;
}

/** A text whose parts between backticks are code. */
export function withCode(text: string): Content {
  return text.split(/`([^`\n]+)`/).map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`));
}

/** Text of our own that must not be escaped: styles and scripts. Never for anything a file or a node says. */
export function trusted(markup: string): Markup {
  return { markup };
}

/** The text without its markup and its smaller lines, for a terminal. */
export function plainText(content: Content): string {
  if (content === null || content === undefined) return '';
  if (typeof content !== 'object') return String(content);
  if (!('markup' in content)) return content.map(plainText).join('');
  const text = content.markup.replace(/<span class="sub">.*?<\/span>/gs, '').replace(/<[^>]*>/g, '');
  return ENTITIES.reduceRight((decoded, [character, entity]) => decoded.replaceAll(entity, character), text);
}

function rendered(value: Content): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return 'markup' in value ? value.markup : value.map(rendered).join('');
  return escapeHtml(String(value));
}

// The ampersand is escaped first and decoded last.
const ENTITIES = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
] as const;

function escapeHtml(text: string): string {
  const escaped = ENTITIES.reduce((rest, [character, entity]) => rest.replaceAll(character, entity), text);
  return escaped.replaceAll('\0', '\uFFFD');
}

/** A bar as long as a share of 0 to 1. */
export function barStyle(share: number): string {
  return `width:${Math.round(share * 1000) / 10}%`;
}

/** A bar for something that is counted. */
export function bar(share: number, { isFailure }: { readonly isFailure: boolean }): Markup {
  return html`<div class="bar${isFailure ? ' failed-bar' : ''}" aria-hidden="true"><span style="${barStyle(share)}"></span></div>`;
}
