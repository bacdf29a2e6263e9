import { type Parts, prose } from '../blocks/block.ts';
import { html, type Markup } from '../page/markup.ts';
import type { BalanceTimeline, RunData } from './run-data.ts';

/** The run that a story is about. */
export interface StoryContext {
  readonly data: RunData;
  /** `undefined`: balances between start and end are not known. */
  readonly timeline: BalanceTimeline | undefined;
  /** The moment that a link named. */
  readonly atMs?: number | undefined;
}

/** The part of a page about one payment, node or channel. */
export interface PageStory {
  readonly title: string;
  readonly blocks: Parts;
  /** Marked on the map. */
  readonly nodes: readonly string[];
  /** By key. */
  readonly channels: readonly string[];
}

export function nodeLink(name: string): Markup {
  return html`<a href="${linkTo({ kind: 'node', name })}">${name}</a>`;
}

export function channelLink(
  data: RunData,
  channel: string,
  { atMs, text }: { readonly atMs?: number | undefined; readonly text?: string } = {},
): Markup {
  const name = data.channelName(channel);
  return html`<a href="${linkTo({ kind: 'channel', name, atMs })}">${text ?? name}</a>`;
}

export function paymentLink(data: RunData, row: number, text?: string): Markup {
  const { id } = data.operation(row);
  return html`<a href="${linkTo({ kind: 'payment', name: String(id) })}">${text ?? id}</a>`;
}

/** Texts and links with a separator between them. */
export function joinedBy(separator: string, parts: readonly Markup[]): readonly (Markup | string)[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part]));
}

/** The balances that stories show come from the simulation where nodes do not show theirs. */
export function balanceNote({ data, timeline }: StoryContext): Parts {
  const { balances } = data.run;
  if (balances.kind === 'unknown') return prose(balances.why, 'hint');
  if (balances.kind === 'prediction')
    return prose(
      'Balances and locks are those of the simulation, at the times at which nodes answered: the REST API does not report how a payment went.',
      'hint',
    );
  const amiss = timeline?.amiss ?? 0;
  return amiss === 0 ? null : prose(`The balances of ${amiss} channels changed without a record.`, 'hint');
}

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
