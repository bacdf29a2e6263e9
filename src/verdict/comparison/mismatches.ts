import { type Fact, type Facts, isClosing, type Subject } from '../facts/facts.ts';
import type { Reading } from '../../model/run/reading.ts';

/** A fact that two views of the same thing do not share. */
export interface Mismatch extends Pick<Fact, 'key' | 'subject'> {
  /** Absent: not there. */
  readonly predicted?: string;
  readonly observed?: string;
}

/** Knowledge beside two facts that decides whether they differ. */
export interface MismatchContext {
  readonly identifiers: Pick<ChannelIdentifiers, 'agrees'>;
  /** State in which this node showed a channel before, by the key of its state. */
  readonly stateBefore: (stateKey: string) => string | undefined;
  /** True until a channel that was closed must have settled. */
  readonly mayBeListed: (channel: Extract<Subject, { kind: 'channel' }>) => boolean;
}

/** Every fact of either side that the other does not have, or has with another value. */
export function mismatches(
  { predicted, observed }: FactSides,
  context: MismatchContext,
): readonly Mismatch[] {
  const differences: Mismatch[] = [];
  for (const key of new Set([...predicted.keys(), ...observed.keys()])) {
    const before = predicted.get(key);
    const after = observed.get(key);
    const subject = (before ?? after)?.subject;
    if (subject === undefined || (before && after && isSame(before, after, context.identifiers))) continue;
    const sides = { key, subject, predicted, observed };
    if (isHiddenByPresence(sides) || isSettling(sides, context)) continue;
    differences.push({
      key,
      subject,
      ...(before === undefined ? {} : { predicted: before.value }),
      ...(after === undefined ? {} : { observed: after.value }),
    });
  }
  return differences;
}

function isSame({ subject, value }: Fact, after: Fact, identifiers: MismatchContext['identifiers']): boolean {
  if (subject.kind === 'channel' && subject.field === 'channelIdentifier')
    return identifiers.agrees({ token: subject.token, predicted: value, observed: after.value });
  // The state of a channel that is there is a fact of its own.
  if (subject.kind === 'channel' && subject.field === 'presence') return true;
  return value === after.value;
}

type FactSides = Readonly<Record<'predicted' | 'observed', Facts>>;

type Sides = FactSides & Pick<Fact, 'key' | 'subject'>;

// A channel that is not there has no balance either: one thing missing is said once.
function isHiddenByPresence({ key, subject, predicted, observed }: Sides): boolean {
  if (subject.kind !== 'channel' || subject.field === 'presence') return false;
  const presence = siblingKey(key, subject.field, 'presence');
  return predicted.has(presence) !== observed.has(presence);
}

// A channel on its way from closed to gone may be further along, or less far, than predicted.
function isSettling(
  { key, subject, predicted, observed }: Sides,
  { stateBefore, mayBeListed }: MismatchContext,
): boolean {
  if (subject.kind !== 'channel' || (subject.field !== 'state' && subject.field !== 'presence')) return false;
  const stateKey = siblingKey(key, subject.field, 'state');
  const [was, is] = [predicted.get(stateKey)?.value, observed.get(stateKey)?.value];
  if (was === undefined) return isClosing(is) && isClosing(stateBefore(stateKey)) && mayBeListed(subject);
  return isClosing(was) && (is === undefined || isClosing(is));
}

/** The key of another field of the same channel. */
export function siblingKey(key: string, field: string, wanted: string): string {
  return `${key.slice(0, -field.length)}${wanted}`;
}

/** A predicted and an observed identifier of what may be one channel. */
type IdentifierPair = Readonly<Record<'token' | 'predicted' | 'observed', string>>;

/**
 * Learns which observed channel identifier stands for which predicted one, as they are the chain's choice: the first
 * pair seen is believed, and from then on every view of every node has to say the same.
 */
export class ChannelIdentifiers {
  readonly #observedFor = new Map<string, string>();
  readonly #predictedFor = new Map<string, string>();

  /** True when the two may be the same channel. */
  agrees({ token, predicted, observed }: IdentifierPair): boolean {
    const known = this.#observedFor.get(`${token} ${predicted}`) ?? observed;
    const taken = this.#predictedFor.get(`${token} ${observed}`) ?? predicted;
    return known === observed && taken === predicted;
  }

  learn({ token, predicted, observed }: IdentifierPair): void {
    if (this.#observedFor.has(`${token} ${predicted}`) || this.#predictedFor.has(`${token} ${observed}`))
      return;
    this.#observedFor.set(`${token} ${predicted}`, observed);
    this.#predictedFor.set(`${token} ${observed}`, predicted);
  }
}

/** One fact that a node showed otherwise than predicted. */
export interface Discrepancy extends Pick<Reading, 'moment' | 'node' | 'view'>, Omit<Mismatch, 'key'> {
  readonly manner: Manner;
  /** True for an earlier value, by the view itself or by the model: the view did not learn of the operation. */
  readonly isOld: boolean;
}

/**
 * How the difference showed. `settled`: it stayed until the deadline. `answered`: the answer to the
 * operation itself showed it. `late`: the node that acknowledged the
 * operation did not show it on its first reading. `went-back`: an older state after a newer one.
 * `flickered`: for a while something that was neither the state before nor the state after.
 */
export type Manner = 'settled' | 'answered' | 'late' | 'went-back' | 'flickered';
