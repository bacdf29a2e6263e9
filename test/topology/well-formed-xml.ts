/**
 * Throws unless `xml` is well-formed: one root, every tag closed in order, attributes quoted and unique, only known
 * entities, only characters that XML 1.0 allows. As strict as the files we write need it.
 */
export function assertWellFormed(xml: string): void {
  if (!isXmlText(xml)) throw new Error('holds a character that XML cannot hold');
  const body = xml.replace(/^<\?xml version="1.0" encoding="UTF-8"\?>\s*/, '');
  const open: string[] = [];
  let roots = 0;
  let end = 0;
  for (const token of body.matchAll(/<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>/g)) {
    const [whole, closing, name, attributes, selfClosing] = token as unknown as string[] & { index: number };
    assertText(body.slice(end, token.index), open.length === 0);
    end = token.index + (whole as string).length;
    if (closing) {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
      continue;
    }
    const names = [...(attributes as string).matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, key, value]) => {
      assertText(value as string, false);
      return key;
    });
    if (new Set(names).size < names.length) throw new Error(`an attribute twice in ${whole}`);
    if (open.length === 0) roots += 1;
    if (!selfClosing) open.push(name as string);
  }
  assertText(body.slice(end), true);
  if (open.length > 0 || roots !== 1) throw new Error(`${open.length} tags left open, ${roots} roots`);
}

function assertText(text: string, outside: boolean): void {
  if (/[<]|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\dA-F]+);)/.test(text))
    throw new Error(`unescaped: ${text.slice(0, 80)}`);
  if (outside && text.trim() !== '') throw new Error(`text outside the root: ${text.slice(0, 80)}`);
}

function isXmlText(text: string): boolean {
  return Array.from(text).every((character) => {
    const code = character.codePointAt(0) ?? 0;
    const isControl = code < 0x20 && !'\t\n\r'.includes(character);
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    return !isControl && !isSurrogate && code !== 0xfffe && code !== 0xffff;
  });
}
