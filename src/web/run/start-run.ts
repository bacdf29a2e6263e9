import { BalanceTimeline, RunData } from '../../report/explorer/run-data.ts';
import { linkTo, type PageStory } from '../../report/explorer/story.ts';
import { unpacked } from '../../report/explorer/packed-run.ts';
import { channelColumns, nodeColumns, operationColumns } from '../../report/explorer/run-tables.ts';
import { html } from '../../report/page/markup.ts';
import { dataTable } from '../data-table.ts';
import { made } from '../dom.ts';
import { openStories } from './story-drawer.ts';

// The page of one run can do all this beyond being read.
void runOfPage().then((data) => {
  if (data === undefined) return;
  const timeline = data.run.balances.kind === 'unknown' ? undefined : new BalanceTimeline(data);
  openStories({ data, timeline }, networkMap(data));
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
      placeholder: 'a node, an amount, failed',
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
function networkMap(data: RunData): (story: PageStory | undefined) => void {
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
