/** The place that a link of a page leads to: a story, and perhaps a moment of the run. */
export interface StoryTarget {
  readonly kind: 'payment' | 'node' | 'channel' | 'moment';
  /** Number of the operation, or name; empty for a moment. */
  readonly name: string;
  readonly atMs?: number;
}

/** `#payment=48&t=14.2s`. */
export function linkTo({ kind, name, atMs }: StoryTarget): string {
  const parts = kind === 'moment' ? [] : [`${kind}=${encodeURIComponent(name)}`];
  if (atMs !== undefined) parts.push(`t=${Math.round(atMs) / 1000}s`);
  return `#${parts.join('&')}`;
}

/** Reads such a link; undefined where it leads to a part of the page. */
export function targetOf(hash: string): StoryTarget | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, '').replaceAll('+', '%2B'));
  const moment = /^(\d+(?:\.\d+)?)s$/.exec(fields.get('t') ?? '')?.[1];
  const at = moment === undefined ? {} : { atMs: Number(moment) * 1000 };
  for (const kind of ['payment', 'node', 'channel'] as const) {
    const name = fields.get(kind);
    if (name !== null) return { kind, name, ...at };
  }
  return moment === undefined ? undefined : { kind: 'moment', name: '', ...at };
}
