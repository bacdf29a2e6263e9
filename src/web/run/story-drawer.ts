import { prose } from '../../report/blocks/block.ts';
import { markupOf } from '../../report/blocks/block-markup.ts';
import { channelStory } from '../../report/explorer/channel-story.ts';
import {
  type PageStory,
  type StoryContext,
  type StoryTarget,
  targetOf,
} from '../../report/explorer/story.ts';
import { nodeStory } from '../../report/explorer/node-story.ts';
import { paymentStory } from '../../report/explorer/payment-story.ts';
import { html } from '../../report/page/markup.ts';
import { copyCommands, copyText } from '../copy-buttons.ts';
import { made, part } from '../dom.ts';

/** Opens the story that the address names beside the page, and closes it. */
export function openStories(base: StoryContext, onStory: (story: PageStory | undefined) => void): void {
  const drawer = made(html`<aside id="story" aria-label="Story" tabindex="-1" hidden></aside>`);
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

function storyOf(context: StoryContext, { kind, name }: StoryTarget): PageStory {
  const { data } = context;
  const row = kind === 'payment' ? data.rowOf(Number(name)) : undefined;
  if (row !== undefined) return paymentStory(context, row);
  const node = kind === 'node' ? data.nodeNamed(name) : undefined;
  if (node !== undefined) return nodeStory(context, node);
  const channel = kind === 'channel' ? data.channelNamed(name) : undefined;
  if (channel !== undefined) return channelStory(context, channel);
  const missing = `This page holds no ${kind} ${name}. A page of a large run holds a part of its operations; outcomes.ndjson has all of them.`;
  return { title: `No ${kind} ${name}`, nodes: [], channels: [], blocks: prose(missing, 'empty') };
}

function fill(drawer: HTMLElement, { title, blocks }: PageStory, close: () => void): void {
  const content = html`<div><div class="drawer-top"><h2 tabindex="-1">${title}</h2><div class="buttons"><button type="button" class="quiet">Copy link</button><button type="button" class="quiet">Close</button></div></div>${markupOf(blocks)}</div>`;
  drawer.replaceChildren(made(content));
  const [copy, closing] = drawer.querySelectorAll<HTMLButtonElement>('.buttons button');
  copy?.addEventListener('click', () => copyText(location.href, copy));
  closing?.addEventListener('click', close);
  copyCommands(drawer);
  drawer.scrollTop = 0;
  part(drawer, 'h2').focus({ preventScroll: true });
}
