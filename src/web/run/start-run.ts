import { BalanceTimeline, RunData } from '../../report/explorer/run-data.ts';
import {
  linkTo,
  type PageStory,
  type StoryContext,
  type StoryTarget,
  targetOf,
} from '../../report/explorer/story.ts';
import { unpacked } from '../../report/explorer/packed-run.ts';
import { channelColumns, nodeColumns, operationColumns } from '../../report/explorer/run-tables.ts';
import { html } from '../../report/page/markup.ts';
import { dataTable } from '../data-table.ts';
import { made, part } from '../dom.ts';
import { prose } from '../../report/blocks/block.ts';
import { markupOf } from '../../report/blocks/block-markup.ts';
import { channelStory } from '../../report/explorer/channel-story.ts';
import { nodeStory } from '../../report/explorer/node-story.ts';
import { paymentStory } from '../../report/explorer/payment-story.ts';
import { copyCommands, copyText } from '../copy-buttons.ts';

// The page of one run can do all this beyond being read.
void runOfPage().then((data) => {
  if (data === undefined) return;
  const timeline = data.run.balances.kind === 'unknown' ? undefined : new BalanceTimeline(data);
  openStories({ data, timeline }, networkMap());
  document.querySelector('#network')?.append(
    folded('All channels, as a table', () =>
      dataTable({
        id: 'channels-table',
        columns: channelColumns(data),
        rowCount: data.run.channels.length,
        placeholder: 'the name of a node',
      }),
    ),
    folded('All nodes, as a table', () =>
      dataTable({
        id: 'nodes-table',
        columns: nodeColumns(data),
        rowCount: data.run.nodes.length,
        placeholder: 'a name',
      }),
    ),
  );
  document.querySelector('#operations-place')?.replaceChildren(
    dataTable({
      id: 'operations-table',
      columns: operationColumns(data),
      rowCount: data.run.operations.length,
      placeholder: 'a node, an amount, an outcome',
      restriction: { label: 'Failed only', includes: (row) => data.operation(row).result === 'failed' },
    }),
  );
});

// Unpacks what the page carries; `undefined`: there is nothing, or the browser cannot.
async function runOfPage(): Promise<RunData | undefined> {
  const source = document.querySelector('#run-data')?.textContent;
  if (!source || typeof DecompressionStream === 'undefined') return undefined;
  const text = atob(source);
  const bytes = new Uint8Array(text.length);
  // Uint8Array.from takes thirty times as long: a quarter of a second for a large run.
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = text.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new RunData(unpacked(await new Response(stream).text()));
}

// Makes the drawings of the network a map: a click or Enter opens a story. Returns what marks the open story.
function networkMap(): (story: PageStory | undefined) => void {
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
      ...(story?.nodes ?? []).map((node) => linkTo({ kind: 'node', name: node })),
      ...(story?.channels ?? []).map((channel) => linkTo({ kind: 'channel', name: channel })),
    ]);
    for (const mark of marks) mark.classList.toggle('marked', links.has(mark.dataset['story'] ?? ''));
  };
}

// A table of tens of thousands of rows is made when somebody looks; a printed page shows its first rows.
function folded(summary: string, table: () => HTMLElement): HTMLElement {
  const details = made(html`<details><summary>${summary}</summary></details>`);
  let isMade = false;
  const make = (): void => {
    if (!isMade) details.append(table());
    isMade = true;
  };
  details.addEventListener('toggle', make);
  addEventListener('beforeprint', make);
  return details;
}

/** Opens the story that the address names beside the page, and closes it. */
function openStories(base: StoryContext, onStory: (story: PageStory | undefined) => void): void {
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
  if (kind === 'node' && data.run.nodes.includes(name)) return nodeStory(context, name);
  const channel = kind === 'channel' ? data.channelNamed(name) : undefined;
  if (channel !== undefined) return channelStory(context, channel);
  const missing = `This page holds no ${kind} ${name}. Is the name right? The page of a large run holds a part of its operations; outcomes.ndjson has all.`;
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
