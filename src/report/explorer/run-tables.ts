import { type DataColumn, numberColumn } from '../blocks/block.ts';
import { durationText } from '../words/number-format.ts';
import type { PackedChannel, PackedOperation } from './packed-run.ts';
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
      return path.length > 0 ? path.join(' → ') : message;
    }),
    text('Outcome', ({ outcome, result }) => (result === 'failed' ? `failed: ${outcome}` : outcome)),
  ];
}

/** The columns of the table of all channels. */
export function channelColumns(data: RunData): readonly DataColumn[] {
  const { channels } = data.facts;
  const channelAt = (row: number): PackedChannel => data.run.channels[row] as PackedChannel;
  const factsOf = (row: number) => channels.get(channelAt(row).key);
  const money = (head: string, when: 'start' | 'end', end: 0 | 1): DataColumn => ({
    head,
    number: true,
    text: (row) => data.money(channelAt(row)[when][end], channelAt(row).token),
    order: (row) => BigInt(channelAt(row)[when][end]),
  });
  return [
    {
      head: 'Channel',
      text: (row) => data.channelName(channelAt(row).key),
      cell: (row) => channelLink(data, channelAt(row).key),
    },
    money('First end at the start', 'start', 0),
    money('at the end', 'end', 0),
    money('Second end at the start', 'start', 1),
    money('then at the end', 'end', 1),
    numberColumn('Transfers', (row) => factsOf(row)?.transfers ?? 0),
    numberColumn('Failures', (row) => factsOf(row)?.failures ?? 0),
  ];
}

/** The columns of the table of all nodes. */
export function nodeColumns(data: RunData): readonly DataColumn[] {
  const nameAt = (row: number): string => data.run.nodes[row] ?? '';
  const factsOf = (row: number) => data.facts.nodes.get(nameAt(row));
  return [
    { head: 'Node', text: nameAt, cell: (row) => nodeLink(nameAt(row)) },
    numberColumn('Forwarded', (row) => factsOf(row)?.forwarded ?? 0),
    ...data.run.tokens.map(
      ({ name }): DataColumn => ({
        head: `Earned ${name}`,
        number: true,
        text: (row) => data.money(factsOf(row)?.earned.get(name) ?? 0n, name),
        order: (row) => factsOf(row)?.earned.get(name) ?? 0n,
      }),
    ),
    numberColumn('Sent', (row) => factsOf(row)?.sent ?? 0),
    numberColumn('Received', (row) => factsOf(row)?.received ?? 0),
    numberColumn('Failures', (row) => factsOf(row)?.failures ?? 0),
  ];
}
