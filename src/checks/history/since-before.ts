import { gather } from '../../model/gather.ts';
import { partnerIn, type PaymentEvent } from '../../model/run/answer.ts';

/** A history beside what stood in it before. */
export interface SinceBefore {
  readonly added: readonly PaymentEvent[];
  /** What stood there before and does not any more. */
  readonly lost: readonly PaymentEvent[];
}

/**
 * What came to a history and what it lost, whichever place each entry has: one that is lost must not make another of
 * the run look missing. When an entry says it was made tells nothing here. One pass, however long it is.
 */
export function sinceBefore(before: readonly PaymentEvent[], after: readonly PaymentEvent[]): SinceBefore {
  const isKept = before.every((entry, at) => {
    const now = after[at];
    return now !== undefined && nameOf(now) === nameOf(entry);
  });
  if (isKept) return { added: after.slice(before.length), lost: [] };
  const left = new Map<string, PaymentEvent[]>();
  for (const entry of before) gather(left, nameOf(entry), entry);
  const added = after.filter((entry) => left.get(nameOf(entry))?.shift() === undefined);
  return { added, lost: [...left.values()].flat() };
}

function nameOf(entry: PaymentEvent): string {
  const { kind, tokenAddress } = entry;
  const rest = entry.kind === 'failed' ? entry.reason : `${entry.identifier} ${entry.amount}`;
  return `${kind} ${tokenAddress} ${partnerIn(entry)} ${rest}`;
}
