import { gather } from '../../model/gather.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Stretch } from './money-bounds.ts';
import type { Run } from '../../model/run/run.ts';
import { type TravelTime, travelTimeOf } from './travel-time.ts';

interface Switch {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly isOn: boolean;
}

/** When each node ran, as the steps that stopped and started it tell. */
export class UpTimes {
  readonly #switches = new Map<NodeName, Switch[]>();
  readonly #start: Network;

  constructor(start: Network, records: readonly OperationRecord[], travelMs: TravelTime) {
    this.#start = start;
    for (const record of records) {
      const { operation, startedAtMs: fromMs, endedAtMs } = record;
      if (operation.kind !== 'stop' && operation.kind !== 'start') continue;
      const untilMs = endedAtMs + travelMs(record);
      gather(this.#switches, operation.node, { fromMs, untilMs, isOn: operation.kind === 'start' });
    }
  }

  /** Whether a node ran all the time, and whether it ran at some moment. */
  during(
    node: NodeName,
    { startedAtMs, endedAtMs }: Stretch,
  ): { readonly mustRun: boolean; readonly mayRun: boolean } {
    let mustRun = this.#start.getNodeAttribute(node, 'online');
    let mayRun = mustRun;
    for (const { fromMs, untilMs, isOn } of this.#switches.get(node) ?? []) {
      if (fromMs > endedAtMs) break;
      const isOver = untilMs <= startedAtMs;
      mustRun = isOn ? mustRun || isOver : false;
      mayRun = isOn ? true : mayRun && !isOver;
    }
    return { mustRun, mayRun };
  }
}

/** When each node of a run ran. */
export function upTimesOf({ start, header, records }: Pick<Run, 'start' | 'header' | 'records'>): UpTimes {
  const inOrder = records.toSorted((one, other) => one.startedAtMs - other.startedAtMs);
  return new UpTimes(start, inOrder, travelTimeOf(header, records));
}
