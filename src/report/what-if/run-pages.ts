import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import { linkTo, type StoryTarget } from '../../web/run/links.ts';
import { type Content, html, withDetail } from '../page/markup.ts';
import type { Sides } from './sides.ts';
import type { WhatIf } from './what-if.ts';

/** A comparison and what it is told with. */
export interface ToldWhatIf extends WhatIf {
  /** The one token of both runs; absent: amounts are told in smallest units. */
  readonly token?: PlannedToken | undefined;
  /** Where the pages of its runs lie, as links of its own page; absent: it is no page. */
  readonly pages?: Sides<string>;
}

/** A text that leads to a run's page, or to one of its stories. */
export function linked(text: Content, page: string | undefined, story?: StoryTarget): Content {
  return page === undefined
    ? text
    : html`<a href="${page}${story === undefined ? '' : linkTo(story)}">${text}</a>`;
}

/** A name over links to its story in each run that has one. */
export function withStories(
  name: Content,
  pages: Sides<string> | undefined,
  {
    story,
    sides,
    detail,
  }: { readonly story: StoryTarget; readonly sides: Sides<unknown>; readonly detail?: string },
): Content {
  const links = (['a', 'b'] as const).flatMap((side) =>
    pages === undefined || sides[side] === null ? [] : [' ', linked(side.toUpperCase(), pages[side], story)],
  );
  if (links.length === 0) return detail === undefined ? name : withDetail(name, detail);
  return withDetail(name, [detail === undefined ? '' : `${detail} · `, 'story in', links]);
}
