import { gather } from '../../model/gather.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import type { Stretch } from './stretch.ts';
import type { TravelTime } from './travel-time.ts';
import type { Turn } from './channel-life.ts';

interface Switch extends Pick<Turn, 'fromMs' | 'doneMs' | 'untilMs'> {
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
      const doneMs = endedAtMs + (isBesideAnother(record, records) ? A_MOMENT_MS : 0);
      const untilMs = doneMs + travelMs(record);
      gather(this.#switches, operation.node, { fromMs, doneMs, untilMs, isOn: operation.kind === 'start' });
    }
  }

  /** Whether a node ran all the time, and whether it ran at some moment. */
  during(
    node: NodeName,
    { startedAtMs, endedAtMs }: Stretch,
  ): { readonly mustRun: boolean; readonly mayRun: boolean } {
    let mustRun = this.#start.getNodeAttribute(node, 'online');
    let mayRun = mustRun;
    const switches = this.#switches.get(node) ?? [];
    for (const { fromMs, doneMs, untilMs, isOn } of switches) {
      if (fromMs > endedAtMs) break;
      // If a stop and a start have the same time, either may have come last.
      const isContested = switches.some(
        (other) => other.isOn !== isOn && other.fromMs < doneMs && other.doneMs > fromMs,
      );
      const isOver = untilMs <= startedAtMs && !isContested;
      mustRun = isOn ? mustRun || isOver : false;
      mayRun = isOn ? true : mayRun && !isOver;
    }
    return { mustRun, mayRun };
  }
}

// On a virtual clock a stop takes no time at all, and what started together with it may still have come first.
const A_MOMENT_MS = 0.001;

function isBesideAnother(
  { operation: { id, after }, startedAtMs }: OperationRecord,
  records: readonly OperationRecord[],
): boolean {
  return records.some(
    ({ operation, startedAtMs: otherMs }) =>
      operation.id !== id && otherMs === startedAtMs && String(operation.after) === String(after),
  );
}
