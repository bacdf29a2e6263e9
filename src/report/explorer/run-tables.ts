import { type DataColumn, numberColumn } from '../blocks/block.ts';
import { durationText } from '../words/number-format.ts';
import type { PackedOperation } from './packed-run.ts';
import { momentText, type RunData } from './run-data.ts';
import { channelLink, nodeLink, paymentLink } from './story.ts';

/** The columns of the table of operations; a replay has simulation and nodes side by side. */
export function operationColumns(data: RunData): readonly DataColumn[] {
  const text = (head: string, of: (operation: PackedOperation) => string): DataColumn => ({
    head,
    text: (row) => of(data.operation(row)),
  });
  const took = (row: number): number => data.operation(row).endMs - data.operation(row).startMs;
  const number = {
    ...numberColumn('#', (row) => data.operation(row).id),
    cell: (row: number) => paymentLink(data, row),
  };
  const operation = text('Operation', ({ text: words }) => words);
  if (data.run.operations.some(({ verdict }) => verdict !== ''))
    return [
      number,
      operation,
      text('Simulation', ({ predicted }) => predicted),
      text('Nodes', ({ observed }) => observed),
      text('Where and why it failed, by the simulation', ({ why }) => why),
      text('Verdict', ({ verdict }) => verdict),
    ];
  return [
    number,
    numberColumn('Start', (row) => data.operation(row).startMs, momentText),
    numberColumn('Took', took, durationText),
    operation,
    text('Path, or where and why it failed', ({ why, path, message }) => {
      if (why !== '') return why;
      return path.length > 0 ? path.map((node) => data.node(node)).join(' → ') : message;
    }),
    text('Outcome', ({ outcome }) => outcome),
  ];
}

/** The columns of the table of all channels. */
export function channelColumns(data: RunData): readonly DataColumn[] {
  const { channels } = data.facts;
  const money = (head: string, when: 'start' | 'end', end: 0 | 1): DataColumn => ({
    head,
    number: true,
    text: (row) => data.money(data.channel(row)[when][end], data.channel(row).token),
    order: (row) => BigInt(data.channel(row)[when][end]),
  });
  return [
    { head: 'Channel', text: (row) => data.channelName(row), cell: (row) => channelLink(data, row) },
    money('First end at the start', 'start', 0),
    money('at the end', 'end', 0),
    money('Second end at the start', 'start', 1),
    money('then at the end', 'end', 1),
    numberColumn('Transfers', (row) => channels[row]?.transfers ?? 0),
    numberColumn('Failures', (row) => channels[row]?.failures ?? 0),
  ];
}

/** The columns of the table of all nodes. */
export function nodeColumns(data: RunData): readonly DataColumn[] {
  const { nodes } = data.facts;
  return [
    { head: 'Node', text: (row) => data.node(row), cell: (row) => nodeLink(data, row) },
    numberColumn('Forwarded', (row) => nodes[row]?.forwarded ?? 0),
    ...data.run.tokens.map(
      ({ name }, token): DataColumn => ({
        head: `Earned ${name}`,
        number: true,
        text: (row) => data.money(nodes[row]?.earned[token] ?? 0n, token),
        order: (row) => nodes[row]?.earned[token] ?? 0n,
      }),
    ),
    numberColumn('Sent', (row) => nodes[row]?.sent ?? 0),
    numberColumn('Received', (row) => nodes[row]?.received ?? 0),
    numberColumn('Failures', (row) => nodes[row]?.failures ?? 0),
  ];
}
