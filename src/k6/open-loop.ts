import http from 'k6/http';
import { clearInterval, setInterval, setTimeout } from 'k6/timers';
import type { PlannedPayment } from './formats.ts';
import { pay } from './payment.ts';
import { load, plan, record } from './plan.ts';

// Answers get their turn after so many sends, even when the script is far behind.
const SENDS_PER_TURN = 64;

/**
 * Sends the payments of one part when they are due, however many are in flight: one virtual user with timers takes
 * a third of the memory of a virtual user per payment. Ends when the last one has ended.
 */
export function playPart(part: number): Promise<void> {
  return new Promise((resolve) => new OpenLoop(part, resolve).begin());
}

// Fields without `#`: k6's engine fails on classes that have private fields beside private methods.
class OpenLoop {
  private readonly part: number;
  private readonly finish: () => void;
  private readonly beganMs = Date.now();
  private unwatch = (): void => {};
  // By the id of the payment they wait for.
  private readonly waiting = new Map<number, PlannedPayment[]>();
  private readonly ended = new Set<number>();
  private next = -1;
  // Freed by the one they waited for, and due later.
  private freed = 0;
  private sent = 0;
  private inFlight = 0;
  private stopped = false;
  private finished = false;

  constructor(part: number, finish: () => void) {
    this.part = part;
    this.finish = finish;
  }

  begin(): void {
    record(['begin', this.part, this.beganMs]);
    this.unwatch = watchStopFlag(() => this.stop());
    this.advance();
    this.proceed();
  }

  private proceed(): void {
    for (let sends = 0; !this.stopped && this.next < plan.length; sends += 1) {
      const payment = plan[this.next] as PlannedPayment;
      const waitMs = this.beganMs + payment[1] - Date.now();
      if (waitMs > 0 || sends >= SENDS_PER_TURN) {
        setTimeout(() => this.proceed(), Math.max(0, waitMs));
        return;
      }
      this.advance();
      const after = payment[3];
      if (after === -1 || this.ended.has(after)) this.send(payment);
      else this.waiting.set(after, [...(this.waiting.get(after) ?? []), payment]);
    }
    this.finishIfDone();
  }

  // On to the next payment of this part.
  private advance(): void {
    do this.next += 1;
    while (this.next < plan.length && (plan[this.next] as PlannedPayment)[2] % load.parts !== this.part);
  }

  private send(payment: PlannedPayment): void {
    const [id, atMs, , after] = payment;
    this.sent += 1;
    this.inFlight += 1;
    // A payment that waited for another is due when that one has ended.
    const plannedMs = this.beganMs + atMs;
    const dueMs = after === -1 ? plannedMs : Math.max(plannedMs, Date.now());
    void pay(payment, { part: this.part, beganMs: this.beganMs, dueMs }).then(() => {
      this.inFlight -= 1;
      this.ended.add(id);
      for (const freed of this.waiting.get(id) ?? []) this.free(freed);
      this.waiting.delete(id);
      this.finishIfDone();
    });
  }

  private free(payment: PlannedPayment): void {
    this.freed += 1;
    const waitMs = Math.max(0, this.beganMs + payment[1] - Date.now());
    setTimeout(() => {
      this.freed -= 1;
      if (!this.stopped) this.send(payment);
      this.finishIfDone();
    }, waitMs);
  }

  private stop(): void {
    this.stopped = true;
    this.waiting.clear();
    this.finishIfDone();
  }

  private finishIfDone(): void {
    const hasMore = !this.stopped && (this.next < plan.length || this.waiting.size > 0 || this.freed > 0);
    if (this.finished || hasMore || this.inFlight > 0) return;
    this.finished = true;
    this.unwatch();
    record(['done', this.part, Date.now(), this.sent]);
    this.finish();
  }
}

const URL = __ENV['MILLRACE_STOP_URL'];

// Often enough that Ctrl-C feels heard; five requests a second are nothing beside a load.
const LOOK_EVERY_MS = 200;

/**
 * Calls `stop` once whoever started k6 wants no further payments: k6 has no way to tell a script, and what it does
 * on a signal is to forget every request in flight. Returns how to stop looking, which a script must before it ends.
 */
function watchStopFlag(stop: () => void): () => void {
  if (URL === undefined) return () => {};
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      const { status, body } = await http.asyncRequest('GET', URL, null, {
        responseType: 'text',
        timeout: 5_000,
      });
      // The process that started k6 has gone: further payments would be recorded nowhere.
      if (status === 0 || body === 'stop') stop();
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
