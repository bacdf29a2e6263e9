import type { Foreseen, Operation, OperationRecord } from '../../model/run/operation.ts';
import type { Timer } from '../../ports/clock.ts';
import type { CutOff, OperationSource } from '../../ports/operation-source.ts';
import { type Linked, LinkedList } from '../../runtime/linked-list.ts';
import { INTERRUPTED, perform, type Performed, type Stage } from './perform.ts';

export type PayOperation = Extract<Operation, { kind: 'pay' }>;

export interface Drive extends Stage {
  readonly source: OperationSource;
  /** Called as each operation ends, in that order. */
  readonly onRecord: (record: OperationRecord) => void;
  /** Awaited when an operation has ended; nothing starts meanwhile. */
  readonly afterEach?: ((record: OperationRecord) => Promise<void>) | undefined;
  /** Sends a payment and calls `ended` exactly once, never before it returns; absent: as any operation. */
  readonly sendPayment?: AskForPayment | undefined;
  /** Loads: what happens besides being recorded. */
  readonly load?: LoadDriving | undefined;
}

/** A shorter way for payments than a promise each. */
export type AskForPayment = (operation: PayOperation, ended: (performed: Performed) => void) => void;

/** The driving of a load, in which intended starts are recorded. */
export interface LoadDriving {
  /** Just before sending. */
  readonly onSend: (operation: Operation, atMs: number) => Foreseen | undefined;
  readonly onDropped: (atMs: number) => void;
  /** Puts off starts until what has arrived is read: many sends in a row wake a target once, not each. */
  readonly atTurnEnd: (act: () => void) => void;
  /** Aborted: nothing further starts, what is in flight may end. `signal` cuts that off too. */
  readonly stopping: AbortSignal | undefined;
}

// Sockets get their turn after so many sends, even when the driver is far behind.
const STARTS_PER_TURN = 64;

/**
 * Attempts what a source gives when it is due and records what came back: the one engine behind simulate, replay
 * and load. What a callback throws ends the run and reaches the caller; what a node does never throws.
 */
export function drive(options: Drive): Promise<void> {
  return new Promise((resolve, reject) => {
    new Driving(options, { resolve, reject }).begin();
  });
}

// A clock that stands at the sum of two doubles may stand that much before their due time.
const ROUNDING_MS = 1e-6;

interface Settle {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface InFlight extends Linked<InFlight> {
  readonly operation: Operation;
  readonly intendedAtMs: number;
  readonly startedAtMs: number;
  readonly foreseen: Foreseen | undefined;
  hasEnded: boolean;
}

class Driving {
  readonly #options: Drive;
  readonly #settle: Settle;
  readonly #startMs: number;
  readonly #inFlight = new LinkedList<InFlight>();
  #armed: Timer | undefined;
  #armedMs = Number.POSITIVE_INFINITY;
  #awaitedCutOff: Timer | undefined;
  #stopped = false;
  #finished = false;
  // A look at what is due is already coming.
  #proceeding = false;
  // True while `afterEach` is awaited.
  #pausing = false;
  // Thrown by us or by a callback, not by a node.
  readonly #thrown: unknown[] = [];

  constructor(options: Drive, settle: Settle) {
    this.#options = options;
    this.#settle = settle;
    this.#startMs = options.clock.nowMs();
  }

  begin(): void {
    const { signal, load, source } = this.#options;
    signal?.addEventListener('abort', this.#cut, { once: true });
    load?.stopping?.addEventListener('abort', this.#stop, { once: true });
    if (source.cutOff) this.#awaitCutOff(source.cutOff);
    if (signal?.aborted) this.#cut();
    else if (load?.stopping?.aborted) this.#stop();
    else this.#proceed();
  }

  // Starts what is due, then waits for what comes next: a moment, or the end of something in flight.
  #proceed(): void {
    if (this.#pausing) return;
    const { clock, source, load } = this.#options;
    try {
      let starts = 0;
      while (!this.#stopped) {
        const nowMs = clock.nowMs();
        const dueMs = this.#startMs + source.nextAtMs();
        if (dueMs - nowMs > ROUNDING_MS) {
          this.#arm(dueMs, nowMs);
          break;
        }
        if (load && starts >= STARTS_PER_TURN) {
          this.#proceedSoon(load);
          break;
        }
        starts += 1;
        const operation = source.take(nowMs - this.#startMs);
        if (operation === undefined) load?.onDropped(dueMs);
        else this.#send(operation, nowMs);
      }
    } catch (error) {
      this.#fail(error);
    }
    if (this.#inFlight.first === undefined && (this.#stopped || this.#options.source.isExhausted()))
      this.#finish();
  }

  #send(operation: Operation, nowMs: number): void {
    const { load, sendPayment, clock } = this.#options;
    // A step that waited for another is due when that one has ended, which is now.
    const plannedMs = this.#startMs + operation.atMs;
    const intendedAtMs = operation.after === undefined ? plannedMs : Math.max(plannedMs, nowMs);
    const foreseen = load?.onSend(operation, nowMs);
    const flight: InFlight = {
      operation,
      intendedAtMs,
      startedAtMs: nowMs,
      foreseen,
      hasEnded: false,
      before: undefined,
      after: undefined,
    };
    this.#inFlight.add(flight);
    if (sendPayment && operation.kind === 'pay')
      sendPayment(operation, (performed) => this.#ended(flight, performed));
    else clock.answer(() => this.#perform(flight));
  }

  #perform(flight: InFlight): void {
    perform(flight.operation, this.#options).then(
      (performed) => this.#ended(flight, performed),
      (error: unknown) => {
        this.#land(flight);
        this.#fail(error);
        this.#proceed();
      },
    );
  }

  #ended(flight: InFlight, performed: Performed): void {
    if (!this.#land(flight)) return;
    const { clock, source, onRecord, afterEach, load } = this.#options;
    const endedAtMs = clock.nowMs();
    try {
      source.ended(flight.operation, endedAtMs - this.#startMs);
      if (this.#thrown.length === 0) {
        const record = this.#recordOf(flight, endedAtMs, performed);
        onRecord(record);
        if (afterEach && !this.#stopped) clock.answer(() => this.#pauseFor(afterEach(record)));
      }
    } catch (error) {
      this.#fail(error);
    }
    if (load) this.#proceedSoon(load);
    else this.#proceed();
  }

  #pauseFor(pause: Promise<void>): void {
    this.#pausing = true;
    const goOn = (): void => {
      this.#pausing = false;
      this.#proceed();
    };
    pause.catch((error: unknown) => this.#fail(error)).then(goOn, goOn);
  }

  // False when it had ended before: whatever comes after an end is too late.
  #land(flight: InFlight): boolean {
    if (flight.hasEnded) return false;
    flight.hasEnded = true;
    this.#inFlight.remove(flight);
    return true;
  }

  #proceedSoon({ atTurnEnd }: LoadDriving): void {
    if (this.#proceeding) return;
    this.#proceeding = true;
    atTurnEnd(() => {
      this.#proceeding = false;
      if (!this.#finished) this.#proceed();
    });
  }

  #recordOf(
    { operation, intendedAtMs, startedAtMs, foreseen }: InFlight,
    endedAtMs: number,
    performed: Performed,
  ): OperationRecord {
    // Written out each time: spreading an object is slow, and this is done for every payment.
    const { outcome, trace, outline } = performed;
    if (!this.#options.load) {
      if (trace !== undefined) return { operation, startedAtMs, endedAtMs, outcome, trace };
      return outline === undefined
        ? { operation, startedAtMs, endedAtMs, outcome }
        : { operation, startedAtMs, endedAtMs, outcome, outline };
    }
    return foreseen === undefined
      ? { operation, intendedAtMs, startedAtMs, endedAtMs, outcome }
      : { operation, intendedAtMs, startedAtMs, endedAtMs, outcome, foreseen };
  }

  #arm(dueMs: number, nowMs: number): void {
    if (dueMs >= this.#armedMs || dueMs === Number.POSITIVE_INFINITY) return;
    this.#armed?.cancel();
    this.#armedMs = dueMs;
    this.#armed = this.#options.clock.schedule(dueMs - nowMs, this.#due);
  }

  readonly #due = (): void => {
    this.#armed = undefined;
    this.#armedMs = Number.POSITIVE_INFINITY;
    this.#proceed();
  };

  #awaitCutOff(cutOff: CutOff): void {
    const { clock } = this.#options;
    const dueMs = cutOff.nextAtMs();
    if (dueMs === Number.POSITIVE_INFINITY) return;
    this.#awaitedCutOff = clock.schedule(Math.max(0, this.#startMs + dueMs - clock.nowMs()), () => {
      const isOverdue = cutOff.overdue(Math.max(dueMs, clock.nowMs() - this.#startMs));
      if (isOverdue)
        for (let flight = this.#inFlight.first, next: InFlight | undefined; flight; flight = next) {
          next = flight.after;
          if (isOverdue(flight.operation)) this.#ended(flight, INTERRUPTED);
        }
      this.#awaitCutOff(cutOff);
      this.#proceed();
    });
  }

  readonly #stop = (): void => {
    this.#stopped = true;
    this.#proceed();
  };

  // Operations in flight may have happened: they are recorded as indeterminate.
  readonly #cut = (): void => {
    this.#stopped = true;
    for (let flight = this.#inFlight.first; flight; flight = this.#inFlight.first)
      this.#ended(flight, INTERRUPTED);
    this.#proceed();
  };

  #fail(error: unknown): void {
    this.#thrown.push(error);
    this.#stopped = true;
    // Nothing is recorded any more, so nothing in flight is waited for: it may take minutes.
    for (let flight = this.#inFlight.first; flight; flight = this.#inFlight.first) this.#land(flight);
  }

  #finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    const { signal, load, clock } = this.#options;
    signal?.removeEventListener('abort', this.#cut);
    load?.stopping?.removeEventListener('abort', this.#stop);
    this.#armed?.cancel();
    this.#awaitedCutOff?.cancel();
    clock.answer(() =>
      this.#thrown.length > 0 ? this.#settle.reject(this.#thrown[0]) : this.#settle.resolve(),
    );
  }
}
