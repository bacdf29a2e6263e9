import { type Fact, type Facts, isClosing } from '../facts/fact.ts';
import type { ChannelIdentifiers } from './channel-identifiers.ts';

/** A fact that two views of the same thing do not share. */
export interface Mismatch extends Pick<Fact, 'key' | 'subject'> {
  /** Absent: not there. */
  readonly predicted?: string;
  readonly observed?: string;
}

type StateBefore = (stateKey: string) => string | undefined;

/** What deciding whether two facts differ relies on beside the facts. */
export interface MismatchContext {
  readonly identifiers: Pick<ChannelIdentifiers, 'agrees'>;
  /** State in which this node showed a channel before, by the key of its state. */
  readonly stateBefore: StateBefore;
}

/** Every fact of either side that the other does not have, or has with another value. */
export function mismatches(
  { predicted, observed }: FactSides,
  { identifiers, stateBefore }: MismatchContext,
): readonly Mismatch[] {
  const found: Mismatch[] = [];
  for (const key of new Set([...predicted.keys(), ...observed.keys()])) {
    const before = predicted.get(key);
    const after = observed.get(key);
    const subject = (before ?? after)?.subject;
    if (subject === undefined || (before && after && isSame(before, after, identifiers))) continue;
    const sides = { key, subject, predicted, observed };
    if (isHiddenByPresence(sides) || isSettling(sides, stateBefore)) continue;
    found.push({
      key,
      subject,
      ...(before === undefined ? {} : { predicted: before.value }),
      ...(after === undefined ? {} : { observed: after.value }),
    });
  }
  return found;
}

function isSame({ subject, value }: Fact, after: Fact, identifiers: MismatchContext['identifiers']): boolean {
  if (subject.kind === 'channel' && subject.field === 'channelIdentifier')
    return identifiers.agrees({ token: subject.token, predicted: value, observed: after.value });
  // What state a channel is in that is there is told by its state.
  if (subject.kind === 'channel' && subject.field === 'presence') return true;
  return value === after.value;
}

type FactSides = Readonly<Record<'predicted' | 'observed', Facts>>;

type Sides = FactSides & Pick<Fact, 'key' | 'subject'>;

// A channel that is not there has no balance either: one thing missing is said once.
function isHiddenByPresence({ key, subject, predicted, observed }: Sides): boolean {
  if (subject.kind !== 'channel' || subject.field === 'presence') return false;
  const presence = sibling(key, subject.field, 'presence');
  return predicted.has(presence) !== observed.has(presence);
}

// A channel on its way from closed to gone may be further along, or less far, than predicted.
function isSettling({ key, subject, predicted, observed }: Sides, stateBefore: StateBefore): boolean {
  if (subject.kind !== 'channel' || (subject.field !== 'state' && subject.field !== 'presence')) return false;
  const stateKey = sibling(key, subject.field, 'state');
  const [was, is] = [predicted.get(stateKey)?.value, observed.get(stateKey)?.value];
  if (was === undefined) return isClosing(is) && isClosing(stateBefore(stateKey));
  return isClosing(was) && (is === undefined || isClosing(is));
}

function sibling(key: string, field: string, wanted: string): string {
  return `${key.slice(0, -field.length)}${wanted}`;
}
