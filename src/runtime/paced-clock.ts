import type { Clock, Due, Timer } from '../ports/clock.ts';
import { RealClock } from './real-clock.ts';
import { VirtualClock } from './virtual-clock.ts';

/**
 * A virtual clock that follows the wall, `speed` times faster. Events keep their exact virtual order
 * even when a wall timer fires late, so a served simulation behaves as an unserved one.
 */
export class PacedClock implements Clock {
  readonly #wall: RealClock;
  readonly #virtual = new VirtualClock();
  #armed: { readonly timer: Timer; readonly dueMs: number } | undefined;
  #stopped = false;

  constructor({ speed }: { readonly speed: number }) {
    this.#wall = new RealClock({ speed });
  }

  /**
   * Outside an event this is the wall's present, and it stands still until the calling code has run to its
   * end: whatever one request reads and schedules happens at one moment, however slow the machine is.
   */
  nowMs(): number {
    this.#follow();
    return this.#virtual.nowMs();
  }

  /** The delay counts from the wall's present, not from the last event. */
  schedule(delayMs: number, fire: () => void): Timer {
    this.#follow();
    const timer = this.#virtual.schedule(delayMs, fire);
    this.#arm();
    return timer;
  }

  post(delayMs: number, event: Due): void {
    this.#follow();
    this.#virtual.post(delayMs, event);
    this.#arm();
  }

  answer(deliver: () => void): void {
    deliver();
  }

  afterwards(act: () => void): void {
    queueMicrotask(act);
  }

  /** No event fires after this. */
  stop(): void {
    this.#stopped = true;
    this.#armed?.timer.cancel();
  }

  #catchingUp = false;
  #followed = false;

  // Outside an event the virtual time lags behind the wall by up to the time since the last event.
  #follow(): void {
    if (this.#catchingUp || this.#followed) return;
    this.#followed = true;
    queueMicrotask(() => {
      this.#followed = false;
    });
    this.#catchUp();
  }

  #catchUp(): void {
    if (this.#stopped) return;
    this.#catchingUp = true;
    try {
      this.#virtual.advanceTo(this.#wall.nowMs());
    } finally {
      this.#catchingUp = false;
    }
  }

  #arm(): void {
    if (this.#stopped || this.#catchingUp) return;
    const dueMs = this.#virtual.nextEventMs;
    if (dueMs === Number.POSITIVE_INFINITY || (this.#armed && this.#armed.dueMs <= dueMs)) return;
    this.#armed?.timer.cancel();
    const timer = this.#wall.schedule(dueMs - this.#wall.nowMs(), () => {
      this.#armed = undefined;
      this.#catchUp();
      this.#arm();
    });
    this.#armed = { timer, dueMs };
  }
}
