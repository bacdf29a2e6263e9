/** A template's text, rendered, and for each of its lines the line of the template that it comes from. */
export interface Rendered {
  readonly text: string;
  /** By line, both counted from 1. */
  readonly sourceLine: (line: number) => number;
}

/** Private characters around the number of a line: nobody writes them into a scenario. */
export const MARK = /\uE000(\d+)\uE001/g;
/**
 * A template with a mark before the first character of each line that begins outside a tag; where the tag strips what is
 * before it, a mark would be in its way.
 */
export function withMarks(text: string): string {
  const within = tagsIn(text);
  let [line, tag] = [0, 0];
  return text.replace(
    /^([^\S\n]*)(?=(\S?\S?\S?))/gm,
    (indent: string, _same: string, next: string, at: number) => {
      line += 1;
      while ((within[tag]?.to ?? Number.POSITIVE_INFINITY) <= at) tag += 1;
      const isInside = (within[tag]?.from ?? Number.POSITIVE_INFINITY) < at;
      return isInside || next === '' || /^\{[{%#]-/.test(next) ? indent : `${indent}\uE000${line}\uE001`;
    },
  );
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}}', '%': '%}', '#': '#}' };

// A text is no template from a tag on that is not closed.
function tagsIn(text: string): readonly { readonly from: number; readonly to: number }[] {
  const tags = [];
  const opening = /\{([{%#])/g;
  for (let tag = opening.exec(text); tag !== null; tag = opening.exec(text)) {
    const end = text.indexOf(CLOSING[tag[1] as string] as string, opening.lastIndex);
    if (end === -1) break;
    opening.lastIndex = end + 2;
    tags.push({ from: tag.index, to: end + 2 });
  }
  return tags;
}

/** A text without the marks, which say where its lines come from. */
export function withoutMarks(marked: string): Rendered {
  const sources: number[] = [];
  const text = marked
    .split('\n')
    .map((line) => {
      const mark = MARK.exec(line);
      MARK.lastIndex = 0;
      sources.push(mark === null ? (sources.at(-1) ?? 0) + 1 : Number(mark[1]));
      return line.replaceAll(MARK, '');
    })
    .join('\n');
  return { text, sourceLine: (line) => sources[line - 1] ?? line };
}
