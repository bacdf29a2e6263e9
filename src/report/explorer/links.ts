/** The place that a link of a page leads to: a story, and perhaps a moment of the run. */
export interface StoryTarget {
  readonly kind: (typeof KINDS)[number];
  /** Number of the operation, or name. */
  readonly name: string;
  readonly atMs?: number | undefined;
}

const KINDS = ['payment', 'node', 'channel'] as const;

/** `#payment=48&t=14.2s`. */
export function linkTo({ kind, name, atMs }: StoryTarget): string {
  const moment = atMs === undefined ? '' : `&t=${Math.round(atMs) / 1000}s`;
  return `#${kind}=${encodeURIComponent(name)}${moment}`;
}

/** Reads such a link; undefined where it leads to a part of the page. */
export function targetOf(hash: string): StoryTarget | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, '').replaceAll('+', '%2B'));
  const moment = /^(\d+(?:\.\d+)?)s$/.exec(fields.get('t') ?? '')?.[1];
  for (const kind of KINDS) {
    const name = fields.get(kind);
    if (name !== null)
      return { kind, name, ...(moment === undefined ? {} : { atMs: Number(moment) * 1000 }) };
  }
  return undefined;
}
