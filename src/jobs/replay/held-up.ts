import { CHANGES_CHANNELS, type Operation } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { HeldUp, Imagined, PredictedCourse } from './predicted-course.ts';

/** Whether a target came to an operation as soon as it was asked, or only right before it answered. */
type CameToIt = 'when-asked' | 'before-it-answered';

// How operations may have gone on the target's clock, likeliest first: those before, and the last one.
const POSSIBLE: readonly (readonly [CameToIt, CameToIt])[] = [
  ['when-asked', 'when-asked'],
  ['before-it-answered', 'before-it-answered'],
  ['when-asked', 'before-it-answered'],
  ['before-it-answered', 'when-asked'],
];

interface SoFar {
  readonly course: PredictedCourse;
  /** What has ended, this operation last. */
  readonly records: readonly OperationRecord[];
  /** True when what was answered so far would then be as it should. */
  readonly agrees: (imagined: Imagined<HeldUp>) => boolean;
}

/**
 * The plan as it goes when each operation so far begins no sooner than the target came to it. A channel that was closed
 * alone settles in time, of which more passes on the wall than in the model, most on a machine with too much to do; what
 * is done with it then ends otherwise. Undefined: nothing settles, or this explains no answer.
 */
export async function heldUp(record: OperationRecord, soFar: SoFar): Promise<Imagined | undefined> {
  const { course, records, agrees } = soFar;
  if (!isAboutChannels(record.operation) || !records.some(leavesAChannel)) return undefined;
  const { id } = record.operation;
  const { blockTimeMs } = course.run.header.scenario.protocol;
  const target = new TargetClock(soFar);
  const imagine = (before: CameToIt, ownMs: number): Promise<Imagined<HeldUp>> => {
    const moments = records.map((one) => [one.operation.id, target.cameTo(one, before)] as const);
    return course.imagine(id, { heldUntil: new Map([...moments, [id, ownMs]]) });
  };
  const answeredMs = target.answeredMs(record);
  for (const [before, own] of POSSIBLE) {
    const latest = await imagine(before, own === 'when-asked' ? target.askedMs(record) : answeredMs);
    if (!agrees(latest)) continue;
    // What the operation takes itself is no time that it was held up.
    const takesMs = own === 'when-asked' ? 0 : durationOf(latest, id);
    if (takesMs === 0) return latest;
    const sooner = await imagine(before, Math.max(target.askedMs(record), answeredMs - takesMs));
    if (agrees(sooner)) return sooner;
  }
  // Blocks of the target and of the model do not begin at the same moments.
  const nextBlock = await imagine('when-asked', answeredMs + blockTimeMs);
  return durationOf(nextBlock, id) === 0 && agrees(nextBlock) ? nextBlock : undefined;
}

/** Tells what the target did in moments of the model's clock. */
class TargetClock {
  readonly #course: PredictedCourse;
  readonly #aheadMs: number;

  constructor({ course, records }: SoFar) {
    this.#course = course;
    const [first] = records;
    const begunMs = first === undefined ? undefined : course.recordOf(first.operation.id)?.startedAtMs;
    this.#aheadMs = (first?.startedAtMs ?? 0) - (begunMs ?? 0);
  }

  askedMs({ startedAtMs }: OperationRecord): number {
    return startedAtMs - this.#aheadMs;
  }

  answeredMs({ endedAtMs }: OperationRecord): number {
    return endedAtMs - this.#aheadMs;
  }

  cameTo(record: OperationRecord, when: CameToIt): number {
    const askedMs = this.askedMs(record);
    const takesMs = durationOf(this.#course, record.operation.id);
    return when === 'when-asked' ? askedMs : Math.max(askedMs, this.answeredMs(record) - takesMs);
  }
}

function durationOf({ run }: Pick<PredictedCourse, 'run'>, id: number): number {
  const record = run.records.find(({ operation }) => operation.id === id);
  return record === undefined ? 0 : record.endedAtMs - record.startedAtMs;
}

// Payments find no way through a closed channel, settled or not.
function isAboutChannels({ kind }: Operation): boolean {
  return CHANGES_CHANNELS.has(kind) || kind === 'expect';
}

// A channel that both sides close is gone at once.
function leavesAChannel({ operation: { kind }, outcome }: OperationRecord): boolean {
  if (kind !== 'close' && kind !== 'leave') return false;
  if (outcome.kind === 'indeterminate') return true;
  return outcome.kind === 'succeeded' && outcome.channels?.some((channel) => channel !== null) === true;
}
