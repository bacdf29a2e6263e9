import { InvariantError } from '../../../errors.ts';
import type { LinePrefix, RecordLine } from '../../../k6/formats.ts';
import { directoryOf } from '../../../model/network/directory.ts';
import type { Network, NodeName } from '../../../model/network/network.ts';
import type { Foreseen, Operation, OperationRecord } from '../../../model/run/operation.ts';
import { withoutUndefined } from '../../../model/without-undefined.ts';
import { dialectNamed } from '../../../rest/dialect-named.ts';
import { readPaymentAnswer } from '../../../rest/payments/payment-answer.ts';
import type { PayOperation } from '../../drive/drive.ts';
import { INTERRUPTED, type Performed } from '../../drive/perform.ts';
import { paymentToSend, performedSent } from '../load-plan.ts';

const PREFIX: LinePrefix = '@millrace ';

// Two moments in whole milliseconds are this much nearer or further from each other than they look.
const ROUNDED_MS = 1;

/** A line of the k6 script; undefined: somebody else's. */
export function readRecordLine(line: string): RecordLine | undefined {
  const at = line.indexOf(PREFIX);
  return at === -1 ? undefined : (JSON.parse(line.slice(at + PREFIX.length)) as RecordLine);
}

/** Sorts the lines of several scripts by their clocks; sends come first, so that nothing counts as known too early. */
export function sortRecordLines(lines: RecordLine[]): void {
  lines.sort((one, other) => writtenAtMs(one) - writtenAtMs(other) || ORDER[one[0]] - ORDER[other[0]]);
}

const ORDER: Readonly<Record<RecordLine[0], number>> = { begin: 0, sent: 1, ended: 2, done: 3 };

/** When a line was written, Unix milliseconds. */
export function writtenAtMs(line: RecordLine): number {
  return line[2];
}

interface SentPayment {
  readonly operation: PayOperation;
  readonly intendedAtMs: number;
  readonly startedAtMs: number;
  readonly foreseen: Foreseen | undefined;
}

/** A load that a k6 sent, and the callbacks for its records, in the order in which things happened. */
interface RecordedLoad {
  readonly operations: readonly Operation[];
  readonly start: Network;
  /** Name of the dialect that a node spoke. */
  readonly dialectOf?: (node: NodeName) => string | undefined;
  /** Its times count from this Unix millisecond. */
  onBegin(unixMs: number): void;
  onSend(operation: Operation, atMs: number): Foreseen | undefined;
  onRecord(record: OperationRecord): void;
}

/** Folds the lines of k6's script, in the order in which they were written, into the records of a load. */
export class K6Records {
  readonly #work: Pick<RecordedLoad, 'onBegin' | 'onSend' | 'onRecord'>;
  readonly #dialectOf: (node: NodeName) => string | undefined;
  readonly #operations: ReadonlyMap<number, PayOperation>;
  readonly #directory: ReturnType<typeof directoryOf>;
  readonly #inFlight = new Map<number, SentPayment>();
  // When each part began, Unix milliseconds; the first of all is the run's zero.
  readonly #began = new Map<number, number>();
  #zeroMs: number | undefined;
  #done = 0;
  #latestMs = 0;

  constructor(work: RecordedLoad) {
    this.#work = work;
    this.#dialectOf = work.dialectOf ?? (() => undefined);
    this.#directory = directoryOf(work.start);
    this.#operations = new Map(
      work.operations.flatMap((operation) => (operation.kind === 'pay' ? [[operation.id, operation]] : [])),
    );
  }

  /** Parts that ran to their end. */
  get partsDone(): number {
    return this.#done;
  }

  get partsBegun(): number {
    return this.#began.size;
  }

  add(line: RecordLine): void {
    switch (line[0]) {
      case 'begin':
        if (this.#zeroMs === undefined) this.#work.onBegin(line[2]);
        this.#zeroMs ??= line[2];
        this.#began.set(line[1], line[2]);
        return;
      case 'sent':
        this.#send(line);
        return;
      case 'ended':
        this.#end(line);
        return;
      case 'done':
        this.#done += 1;
        return;
    }
  }

  /** Nothing more will be written: what was sent and has not ended may have happened. */
  finish(): void {
    for (const [id, { startedAtMs }] of this.#inFlight)
      this.#ended(id, Math.max(this.#latestMs, startedAtMs), INTERRUPTED);
  }

  #send([, part, atMs, id]: Extract<RecordLine, readonly ['sent', ...unknown[]]>): void {
    const operation = this.#operations.get(id);
    const beganMs = this.#began.get(part);
    if (operation === undefined || beganMs === undefined || this.#zeroMs === undefined)
      throw new InvariantError(`k6 sent payment ${id} of part ${part}, which is not in the plan`);
    const plannedMs = beganMs - this.#zeroMs + operation.atMs;
    // k6 tells whole milliseconds, rounded down: never before it was due.
    const startedAtMs = Math.max(atMs - this.#zeroMs, plannedMs);
    const intendedAtMs = operation.after === undefined ? plannedMs : startedAtMs;
    this.#latestMs = Math.max(this.#latestMs, startedAtMs);
    const foreseen = this.#work.onSend(operation, startedAtMs);
    this.#inFlight.set(id, { operation, intendedAtMs, startedAtMs, foreseen });
  }

  #end([, , atMs, id, durationMs, status, errorCode, text]: Extract<
    RecordLine,
    readonly ['ended', ...unknown[]]
  >): void {
    const sent = this.#inFlight.get(id);
    if (sent === undefined || this.#zeroMs === undefined) return;
    // A busy k6 measures from later than it wrote `sent`: no answer may seem to have come before it did.
    const knownAtMs = atMs - this.#zeroMs - ROUNDED_MS;
    const endedAtMs = Math.max(sent.startedAtMs + durationMs, knownAtMs);
    this.#ended(id, endedAtMs, this.#performed(sent, { status, errorCode, text }));
  }

  #performed(
    { operation }: SentPayment,
    answer: { readonly status: number; readonly errorCode: number; readonly text: string },
  ): Performed {
    const { status, errorCode, text } = answer;
    if (status > 0)
      return performedSent(
        readPaymentAnswer(
          { status, body: text },
          paymentToSend(operation, this.#directory),
          dialectNamed(this.#dialectOf(operation.node)),
        ),
      );
    return withoutAnswer(errorCode, text);
  }

  #ended(id: number, endedAtMs: number, { outcome }: Performed): void {
    const { operation, intendedAtMs, startedAtMs, foreseen } = this.#inFlight.get(id) as SentPayment;
    this.#inFlight.delete(id);
    this.#latestMs = Math.max(this.#latestMs, endedAtMs);
    this.#work.onRecord({
      operation,
      intendedAtMs,
      startedAtMs,
      endedAtMs,
      outcome,
      ...withoutUndefined({ foreseen }),
    });
  }
}

// k6's error codes (k6-facts.md 6; lib/netext/httpext/error_codes.go): names, addresses and dialling come before sending.
function withoutAnswer(errorCode: number, text: string): Performed {
  const neverSent =
    (errorCode >= 1100 && errorCode <= 1119) ||
    (errorCode >= 1210 && errorCode <= 1213) ||
    errorCode === INVALID_URL;
  const detail = text === '' ? `k6 error ${errorCode}` : `${text} (k6 error ${errorCode})`;
  if (neverSent) return performedSent({ kind: 'unreachable', detail });
  return performedSent({
    kind: 'indeterminate',
    cause: errorCode === TIMED_OUT ? 'deadline' : 'connection-broken',
    detail,
  });
}

const INVALID_URL = 1020;
const TIMED_OUT = 1050;
