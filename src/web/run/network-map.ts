import { linkTo } from './links.ts';
import type { RunData } from './run-data.ts';
import type { PageStory } from './story.ts';

/** Makes the drawings of the network a map: a click or Enter opens a story. Returns what marks the open story. */
export function networkMap(data: RunData): (story: PageStory | undefined) => void {
  const marks = [...document.querySelectorAll<SVGGElement>('.network [data-story]')];
  const open = (event: Event): void => {
    const link = (event.target as Element).closest<SVGGElement>('[data-story]')?.dataset['story'];
    if (link !== undefined) location.hash = link;
  };
  for (const drawing of document.querySelectorAll<HTMLElement>('.network')) {
    drawing.addEventListener('click', open);
    drawing.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') open(event);
    });
  }
  return (story) => {
    const links = new Set([
      ...(story?.nodes ?? []).map((node) => linkTo({ kind: 'node', name: data.node(node) })),
      ...(story?.channels ?? []).map((channel) => linkTo({ kind: 'channel', name: data.keyOf(channel) })),
    ]);
    for (const mark of marks) mark.classList.toggle('marked', links.has(mark.dataset['story'] ?? ''));
  };
}
