import type { JamRecord, JamSpec } from '../../model/disturbances/disturbance.ts';
import type { Address } from '../../model/network/address.ts';
import type { NodeIndex } from '../../model/network/indices.ts';
import type { Blocks, Clock } from '../../ports/clock.ts';
import type { PaymentRequest } from '../../ports/node-api.ts';
import type { NodeDesk } from '../../ports/protocol.ts';
import type { Messenger } from '../messenger.ts';

// The hash of a secret that no node has: the target asks for it, and the attacker keeps silent.
const UNKNOWN_SECRET_HASH = `0x${'6a'.repeat(32)}`;
// The upper half of all identifiers: those of the plan and of the nodes hardly ever lie close together there.
const FIRST_IDENTIFIER = 2n ** 63n;

/** The nodes, token and clocks that an attacker acts through. */
export interface JamParts {
  readonly spec: JamSpec;
  readonly from: NodeIndex;
  readonly target: Address;
  readonly token: Address;
  /** The whole path; absent: as the path-finding service says. */
  readonly path?: readonly Address[] | undefined;
  readonly slots: number;
  readonly clock: Clock;
  readonly blocks: Blocks;
  readonly messenger: Messenger;
  readonly desk: NodeDesk;
}

/**
 * Keeps as many payments pending as its slots and its budget allow; what was refused it tries again with the next
 * block.
 */
export class Jammer {
  readonly #parts: JamParts;
  readonly #untilMs: number;
  #pending = 0;
  #sent = 0;
  #refused = 0;
  #stopped = false;
  #waiting = false;

  constructor(parts: JamParts) {
    const { spec, clock } = parts;
    this.#parts = parts;
    this.#untilMs = clock.nowMs() + spec.startMs + (spec.durationMs ?? Number.POSITIVE_INFINITY);
    clock.schedule(spec.startMs, () => this.#fill());
  }

  get record(): JamRecord {
    const { from, to } = this.#parts.spec;
    return { from, to, locked: this.#sent - this.#refused, refused: this.#refused };
  }

  /** Sends nothing more; what is locked expires. */
  stop(): void {
    this.#stopped = true;
  }

  #fill(): void {
    const { clock, messenger, from } = this.#parts;
    while (!this.#stopped && !this.#waiting && clock.nowMs() < this.#untilMs && this.#hasRoom()) {
      if (messenger.isRunning(from)) this.#send();
      else this.#waitForBlock();
    }
  }

  #hasRoom(): boolean {
    const { slots, spec } = this.#parts;
    const next = this.#pending + 1;
    return next <= slots && (spec.budget === undefined || BigInt(next) * spec.amount <= spec.budget);
  }

  #send(): void {
    const { desk } = this.#parts;
    let isUnderWay = false;
    this.#pending += 1;
    desk.pay(this.#request(), () => {
      this.#pending -= 1;
      if (isUnderWay) {
        this.#fill();
        return;
      }
      this.#refused += 1;
      this.#waitForBlock();
    });
    this.#sent += 1;
    isUnderWay = true;
  }

  #request(): PaymentRequest {
    const { spec, token, target, path } = this.#parts;
    return {
      token,
      target,
      amount: spec.amount,
      identifier: FIRST_IDENTIFIER + BigInt(this.#sent),
      secretHash: UNKNOWN_SECRET_HASH,
      ...(spec.lockTimeout === undefined ? {} : { lockTimeout: BigInt(spec.lockTimeout) }),
      ...(path === undefined ? {} : { paths: [{ route: path }] }),
    };
  }

  #waitForBlock(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    const { blocks } = this.#parts;
    blocks.at(blocks.latest + 1, () => {
      this.#waiting = false;
      this.#fill();
    });
  }
}
