import { element } from './dom.ts';
import { linkTo } from './links.ts';
import type { BalanceTimeline } from './balance-timeline.ts';
import type { RunData } from './run-data.ts';

/** The run as a story knows it. */
export interface StoryContext {
  readonly data: RunData;
  /** Absent: balances between start and end are not known. */
  readonly timeline: BalanceTimeline | undefined;
  /** The moment that a link named. */
  readonly atMs: number | undefined;
}

/** What the page shows of one payment, node or channel. */
export interface PageStory {
  readonly title: string;
  readonly parts: readonly (Node | string | null)[];
  /** Marked on the map. */
  readonly nodes: readonly number[];
  readonly channels: readonly number[];
}

export function nodeLink({ data }: Pick<StoryContext, 'data'>, node: number): HTMLElement {
  return element('a', { href: linkTo({ kind: 'node', name: data.node(node) }) }, data.node(node));
}

export function channelLink(
  { data }: Pick<StoryContext, 'data'>,
  channel: number,
  atMs?: number,
): HTMLElement {
  const name = data.channel(channel);
  return element(
    'a',
    { href: linkTo({ kind: 'channel', name, ...(atMs === undefined ? {} : { atMs }) }) },
    name,
  );
}

export function paymentLink({ data }: Pick<StoryContext, 'data'>, row: number, text?: string): HTMLElement {
  const id = String(data.packed.operations.id[row]);
  return element('a', { href: linkTo({ kind: 'payment', name: id }) }, text ?? id);
}

/** The balances that stories show come from the simulation where nodes do not tell theirs. */
export function balanceNote({ data }: StoryContext): HTMLElement | null {
  const { balances } = data.packed;
  const says =
    balances.kind === 'unknown'
      ? balances.why
      : balances.kind === 'prediction'
        ? 'Balances and locks are those of the simulation, told at the times at which nodes answered: over REST they do not say how a payment went.'
        : balances.amiss > 0
          ? `Of ${balances.amiss} channels, movements that no record tells changed the balance at the end.`
          : '';
  return says === '' ? null : element('p', { class: 'hint' }, says);
}
