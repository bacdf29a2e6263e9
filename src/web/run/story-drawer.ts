import { channelStory } from './channel-story.ts';
import { button, element } from './dom.ts';
import { type StoryTarget, targetOf } from './links.ts';
import { nodeStory } from './node-story.ts';
import { paymentStory } from './payment-story.ts';
import type { PageStory, StoryContext } from './story.ts';

/** Opens the story that the address names beside the page, and closes it. */
export function openStories(
  base: Pick<StoryContext, 'data' | 'timeline'>,
  onStory: (story: PageStory | undefined) => void,
): void {
  const drawer = element('aside', { id: 'story', 'aria-label': 'Story', tabindex: '-1', hidden: true });
  document.body.append(drawer);
  let opener: Element | null = null;
  const close = (): void => {
    history.pushState(null, '', location.pathname + location.search);
    show();
    if (opener instanceof HTMLElement) opener.focus();
  };
  const show = (): void => {
    const target = targetOf(location.hash);
    const story = target === undefined ? undefined : storyOf({ ...base, atMs: target.atMs }, target);
    if (story !== undefined && drawer.hidden) opener = document.activeElement;
    drawer.hidden = story === undefined;
    document.body.classList.toggle('with-story', story !== undefined);
    if (story !== undefined) fill(drawer, story, close);
    onStory(story);
  };
  addEventListener('hashchange', show);
  addEventListener('popstate', show);
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !drawer.hidden) close();
  });
  show();
}

function storyOf(context: StoryContext, { kind, name }: StoryTarget): PageStory | undefined {
  const { data } = context;
  if (kind === 'payment') {
    const row = data.rowOf(Number(name));
    if (row !== undefined) return paymentStory(context, row);
  }
  const node = kind === 'node' ? data.nodeNamed(name) : undefined;
  if (node !== undefined) return nodeStory(context, node);
  const channel = kind === 'channel' ? data.channelNamed(name) : undefined;
  if (channel !== undefined) return channelStory(context, channel);
  return missing(kind, name);
}

function missing(kind: string, name: string): PageStory {
  const says = `This page holds no ${kind} ${name}. A page of a large run holds a part of its operations; outcomes.ndjson has all of them.`;
  return {
    title: `No ${kind} ${name}`,
    nodes: [],
    channels: [],
    parts: [element('p', { class: 'none' }, says)],
  };
}

function fill(drawer: HTMLElement, { title, parts }: PageStory, close: () => void): void {
  const copy = button('Copy link', () => {
    const say = (text: string): void => {
      copy.textContent = text;
    };
    if (!isSecureContext) {
      say(location.href);
      return;
    }
    navigator.clipboard.writeText(location.href).then(
      () => say('Copied'),
      () => say(location.href),
    );
  });
  const heading = element('h2', { tabindex: '-1' }, title);
  drawer.replaceChildren(
    element(
      'div',
      { class: 'drawer-top' },
      heading,
      element('div', { class: 'buttons' }, copy, button('Close', close)),
    ),
    ...parts.filter((part) => part !== null),
  );
  drawer.scrollTop = 0;
  heading.focus({ preventScroll: true });
}
