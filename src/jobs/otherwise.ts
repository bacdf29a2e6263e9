import type { Directory } from '../model/network/directory.ts';
import type { NodeIndex } from '../model/network/indices.ts';
import type { NodeName } from '../model/network/network.ts';
import type { Operation } from '../model/run/operation.ts';
import type { OperationRecord } from '../model/run/outcome.ts';
import type { Clock } from '../ports/clock.ts';
import type { Simulation } from '../ports/simulation.ts';
import type { Steering } from '../routing/steered-router.ts';
import { sleep } from '../runtime/sleep.ts';
import { perform } from './drive/perform.ts';

/**
 * What the target did in place of what was predicted of an operation, so that the prediction goes on from what
 * happened. `nothing`: it changed nothing. `along`: the payment took this path, where another was predicted.
 * `late`: it was made while a later operation was, or right after it.
 */
export type Instead =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'along'; readonly path: readonly NodeName[] }
  | { readonly kind: 'late'; readonly after: number };

/** The operation changed nothing. */
export const NOTHING: Instead = { kind: 'nothing' };

/** By the operation's id. */
export type InsteadOf = ReadonlyMap<number, Instead>;

/**
 * Before which moments operations do not begin, by their ids: milliseconds on the clock of the simulation, which starts
 * each of the others as soon as the network has come to rest after the one before.
 */
export type HeldUntil = ReadonlyMap<number, number>;

/** A plan of which some operations are known to have gone otherwise; one after the other. */
export interface Otherwise {
  /** With nothing to do where nothing happened. */
  readonly operations: readonly Operation[];
  /** Before an operation, or before the first: sees to it that a payment takes the path it took. */
  steer(after?: number): void;
  /** True when the payment took a path of which another weighs no more; known as long as nothing else is steered. */
  isOneOfEquals(record: OperationRecord): boolean;
  /** After an operation: lets time pass until the next one may begin. */
  holdBack(after: number): Promise<void>;
  /** Makes what was made late, after the operation with this id. */
  makeUp(after: number): Promise<void>;
}

/** Turns a plan into what has happened of it. */
export function otherwise(
  planned: readonly Operation[],
  { instead, heldUntil }: { readonly instead: InsteadOf; readonly heldUntil: HeldUntil },
  {
    simulation,
    steering,
    ...stage
  }: {
    readonly simulation: Simulation;
    readonly steering: Steering;
    readonly directory: Directory;
    readonly clock: Clock;
  },
): Otherwise {
  const operations =
    instead.size === 0
      ? planned
      : planned.map((operation): Operation => {
          const { id, atMs, origin } = operation;
          const kind = instead.get(id)?.kind;
          return kind === 'nothing' || kind === 'late'
            ? { id, atMs, origin, kind: 'wait', ms: 0 }
            : operation;
        });
  // Made where it is needed: a plan may have millions.
  let followers: ReadonlyMap<number, number | undefined> | undefined;
  const follower = (after: number): number | undefined => {
    followers ??= new Map(planned.map(({ id }, at) => [id, planned[at + 1]?.id]));
    return followers.get(after);
  };
  return {
    operations,
    steer(after) {
      steering.equal = undefined;
      const next = after === undefined ? planned[0]?.id : follower(after);
      const known = next === undefined ? undefined : instead.get(next);
      steering.path =
        known?.kind === 'along'
          ? known.path.map((name) => simulation.names.indexOf(name) as NodeIndex)
          : undefined;
    },
    async holdBack(after) {
      const next = heldUntil.size === 0 ? undefined : follower(after);
      const untilMs = next === undefined ? undefined : heldUntil.get(next);
      if (untilMs !== undefined) await sleep(stage.clock, untilMs - stage.clock.nowMs());
    },
    isOneOfEquals({ trace }) {
      const equal = steering.equal?.map((node) => simulation.names[node]);
      return equal !== undefined && equal.join(' ') === trace?.path.join(' ');
    },
    async makeUp(after) {
      for (const operation of planned) {
        const known = instead.get(operation.id);
        if (known?.kind === 'late' && known.after === after)
          await perform(operation, { nodes: simulation, runControl: simulation.control, ...stage });
      }
    },
  };
}
