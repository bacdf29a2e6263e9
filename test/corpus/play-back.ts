import { assembleNetwork, assembleOperations } from '../../src/jobs/assemble.ts';
import { PredictedCourse } from '../../src/jobs/replay/predicted-course.ts';
import { ReplayLooks } from '../../src/jobs/replay/replay-looks.ts';
import type { ReadNode } from '../../src/jobs/replay/settle-readings.ts';
import type { OperationRecord } from '../../src/model/run/operation.ts';
import { type Moment, positionOf, type Reading, viewKey } from '../../src/model/run/reading.ts';
import type { Run } from '../../src/model/run/run.ts';
import type { Clock, Timer } from '../../src/ports/clock.ts';

/**
 * Drives the search of a replay again without nodes: each operation ends as it was recorded, each view shows at a moment
 * what it was recorded to show then. Returns the run with the readings that were taken this time, and what was
 * predicted of it in the end.
 */
export async function playBack(recorded: Run): Promise<{ readonly run: Run; readonly prediction: Run }> {
  const { header, start } = recorded;
  const { scenario, pace } = header;
  const operations = assembleOperations({ scenario, network: assembleNetwork(scenario) });
  const course = await PredictedCourse.of({ header, scenario, pace, start, operations });
  const clock = new PlayedClock();
  const shown = new ShownViews(recorded.readings, clock);
  const records: OperationRecord[] = [];
  const before = recorded.readings.filter(({ moment }) => moment === 'start');
  const replayed = new ReplayLooks({
    course,
    start,
    operations,
    records,
    header,
    read: shown.read,
    services: { firstPath: async ({ node, target }) => namedPath(recorded, node, target) },
    clock,
    signal: undefined,
    before,
  });
  const next = new Map(operations.map(({ id }, at) => [id, operations[at + 1]]));
  // The nodes were prepared by then: what they showed on the way there was shown before.
  clock.advanceTo(Math.max(0, ...before.map(({ atMs }) => atMs)));
  await replayed.at('start');
  const isSequential = pace === 'sequential';
  if (isSequential) await replayed.before(operations[0]);
  for (const record of recorded.records) {
    const { id } = record.operation;
    clock.advanceTo(record.endedAtMs);
    records.push(unresolved(record));
    if (!isSequential) continue;
    shown.moment = id;
    await replayed.after(unresolved(record));
    await replayed.before(next.get(id));
  }
  shown.moment = 'end';
  if (!recorded.partial) await replayed.at('end');
  return { run: { ...recorded, records, readings: replayed.readings }, prediction: course.run };
}

// What became of operations without an answer was found out after the run.
function unresolved(record: OperationRecord): OperationRecord {
  if (record.outcome.kind !== 'indeterminate') return record;
  const { resolved: _later, ...outcome } = record.outcome;
  return { ...record, outcome };
}

function namedPath({ prediction }: Run, node: string, target: string) {
  for (const { operation, asked } of prediction?.records ?? []) {
    if (asked === undefined || operation.kind !== 'pay') continue;
    if (operation.node !== node || operation.target !== target) continue;
    const { service, answer, said } = asked;
    if (answer === 'fee' || answer === 'none') return { service, answer, said };
    return { service, answer: 'path' as const, path: said.split(' -> ') };
  }
  return undefined;
}

/** Shows of each view what was recorded last before now, at this moment of the run or an earlier one. */
class ShownViews {
  moment: Moment = 'start';
  readonly #byView = new Map<string, Reading[]>();
  readonly #clock: Clock;

  constructor(readings: readonly Reading[], clock: Clock) {
    this.#clock = clock;
    for (const reading of readings) {
      const key = `${reading.node} ${viewKey(reading.view)}`;
      this.#byView.set(key, [...(this.#byView.get(key) ?? []), reading]);
    }
  }

  readonly read: ReadNode = async (node, view) => {
    const nowMs = this.#clock.nowMs();
    const position = positionOf(this.moment);
    const readings = this.#byView.get(`${node} ${viewKey(view)}`);
    // No recording made before replays read such a view has any.
    if (readings === undefined) return { kind: 'unread', detail: 'was not recorded', isAbsent: true };
    const own = readings.filter(({ moment }) => moment === this.moment);
    const before = readings.findLast(({ moment }) => positionOf(moment) < position);
    const reading = own.findLast(({ atMs }) => atMs <= nowMs) ?? own[0] ?? before;
    return reading?.value ?? { kind: 'unread', detail: 'was not recorded' };
  };
}

/** Time that passes only where somebody waits; one waits at a time. */
class PlayedClock implements Clock {
  #nowMs = 0;

  nowMs(): number {
    return this.#nowMs;
  }

  advanceTo(atMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, atMs);
  }

  schedule(delayMs: number, fire: () => void): Timer {
    const dueMs = this.#nowMs + Math.max(0, delayMs);
    let isCancelled = false;
    queueMicrotask(() => {
      if (isCancelled) return;
      this.advanceTo(dueMs);
      fire();
    });
    return {
      cancel() {
        isCancelled = true;
      },
    };
  }

  post(delayMs: number, event: { fire(): void }): void {
    this.schedule(delayMs, () => event.fire());
  }

  answer(deliver: () => void): void {
    deliver();
  }

  afterwards(act: () => void): void {
    queueMicrotask(act);
  }
}
