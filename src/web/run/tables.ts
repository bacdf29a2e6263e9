import { durationText } from '../../report/words/number-format.ts';
import { type DataColumn, dataTable } from './data-table.ts';
import { element } from './dom.ts';
import { nodeFacts } from './network-facts.ts';
import { momentText, type RunData } from './run-data.ts';
import { channelLink, nodeLink, paymentLink } from './story.ts';

/** Puts the table of all operations in the place of its first rows. */
export function showOperations(data: RunData): void {
  const place = document.querySelector('#operations-place');
  const { operations } = data.packed;
  if (place === null || operations.id.length === 0) return;
  const columns = operations.verdict.some((verdict) => verdict >= 0)
    ? comparedColumns(data)
    : simulatedColumns(data);
  place.replaceChildren(
    dataTable({
      id: 'operations-table',
      columns,
      rowCount: operations.id.length,
      placeholder: 'a node, an amount, failed',
    }),
  );
}

function numberColumn(data: RunData): DataColumn {
  const { id } = data.packed.operations;
  return {
    name: '#',
    number: true,
    text: (row) => String(id[row]),
    order: (row) => id[row] as number,
    cell: (row) => paymentLink({ data }, row),
  };
}

function comparedColumns(data: RunData): readonly DataColumn[] {
  const { operations } = data.packed;
  const column = (name: string, cells: readonly number[]): DataColumn => ({
    name,
    text: (row) => data.text(cells[row] as number),
  });
  return [
    numberColumn(data),
    { name: 'Operation', text: (row) => data.told(row) },
    column('Simulation', operations.predicted),
    column('Nodes', operations.observed),
    column('Where and why it failed, by the simulation', operations.why),
    column('Verdict', operations.verdict),
  ];
}

function simulatedColumns(data: RunData): readonly DataColumn[] {
  const { operations } = data.packed;
  const took = (row: number): number =>
    (operations.endMs[row] as number) - (operations.startMs[row] as number);
  return [
    numberColumn(data),
    {
      name: 'Start',
      number: true,
      text: (row) => momentText(operations.startMs[row] as number),
      order: (row) => operations.startMs[row] as number,
    },
    { name: 'Took', number: true, text: (row) => durationText(took(row)), order: took },
    { name: 'Operation', text: (row) => data.told(row) },
    { name: 'Path, or where and why it failed', text: (row) => wayText(data, row) },
    { name: 'Outcome', text: (row) => data.text(operations.outcome[row] as number) },
  ];
}

function wayText(data: RunData, row: number): string {
  const { operations } = data.packed;
  const why = data.text(operations.why[row] as number);
  if (why !== '') return why;
  const path = operations.path[row] ?? [];
  return path.length > 0
    ? path.map((node) => data.node(node)).join(' → ')
    : data.text(operations.message[row] as number);
}

/** Adds all channels and all nodes to the network's section, folded. */
export function showNetworkTables(data: RunData): void {
  document.querySelector('#network')?.append(
    folded('All channels, as a table', () => channelTable(data)),
    folded('All nodes, as a table', () => nodeTable(data)),
  );
}

// A table of tens of thousands of rows is made when somebody looks; a printed page shows its first rows.
function folded(summary: string, table: () => HTMLElement): HTMLElement {
  const details = element('details', {}, element('summary', {}, summary));
  let isMade = false;
  const make = (): void => {
    if (!isMade) details.append(table());
    isMade = true;
  };
  details.addEventListener('toggle', make);
  addEventListener('beforeprint', make);
  return details;
}

function channelTable(data: RunData): HTMLElement {
  const { channels } = data.packed;
  const facts = nodeFacts(data);
  const money = (name: string, amount: (row: number) => bigint): DataColumn => ({
    name,
    number: true,
    text: (row) => data.money(amount(row), channels.token[row] as number),
    order: amount,
  });
  const count = (name: string, counts: Int32Array): DataColumn => ({
    name,
    number: true,
    text: (row) => String(counts[row]),
    order: (row) => counts[row] as number,
  });
  return dataTable({
    id: 'channels-table',
    columns: [
      { name: 'Channel', text: (row) => data.channel(row), cell: (row) => channelLink({ data }, row) },
      money('First end at the start', (row) => data.amount(channels.firstBalance, row)),
      money('at the end', (row) => data.amount(channels.firstAtEnd, row)),
      money('Second end at the start', (row) => data.amount(channels.secondBalance, row)),
      money('then at the end', (row) => data.amount(channels.secondAtEnd, row)),
      count('Transfers', facts.transfers),
      count('Failures', facts.failuresIn),
    ],
    rowCount: data.channelCount,
    placeholder: 'the name of a node',
  });
}

function nodeTable(data: RunData): HTMLElement {
  const facts = nodeFacts(data);
  const { nodes, tokens } = data.packed;
  const count = (name: string, of: (row: number) => number): DataColumn => ({
    name,
    number: true,
    text: (row) => String(of(row)),
    order: of,
  });
  return dataTable({
    id: 'nodes-table',
    columns: [
      { name: 'Node', text: (row) => data.node(row), cell: (row) => nodeLink({ data }, row) },
      count('Forwarded', (row) => facts.of(row).forwarded),
      ...tokens.map(({ name }, token) => ({
        name: `Earned ${name}`,
        number: true,
        text: (row: number) => data.money(facts.of(row).earned.get(token) ?? 0n, token),
        order: (row: number) => facts.of(row).earned.get(token) ?? 0n,
      })),
      count('Paid', (row) => facts.of(row).sent),
      count('Was paid', (row) => facts.of(row).received),
      count('Failures', (row) => facts.failuresAt[row] as number),
    ],
    rowCount: nodes.length,
    placeholder: 'a name',
  });
}
