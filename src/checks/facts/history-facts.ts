import { partnerIn, type PaymentEvent } from '../../model/run/answer.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import { classifyReason } from '../../model/run/reason.ts';
import type { Fact } from './fact.ts';
import type { Names } from './names.ts';

/** A history entry by names. */
export interface NamedEntry {
  readonly event: PaymentEvent['kind'];
  readonly token: TokenName;
  readonly partner: NodeName;
  /** Absent for failed payments. */
  readonly identifier?: string;
  /** The amount; for failed payments the class of the reason. */
  readonly value: string;
  readonly logTime: string;
}

/** A node's history by names, in the order it was shown. */
export function historyEntries(events: readonly PaymentEvent[], names: Names): readonly NamedEntry[] {
  return events.map((entry) => {
    const { kind: event, logTime, tokenAddress } = entry;
    const partner = names.node(partnerIn(entry));
    const common = { event, token: names.token(tokenAddress), partner, logTime };
    // 409 is what the payment itself was answered with.
    return entry.kind === 'failed'
      ? { ...common, value: classifyReason({ status: 409, errors: entry.reason }) }
      : { ...common, identifier: entry.identifier.toString(), value: entry.amount.toString() };
  });
}

/** One fact per entry, keyed by what the entry is about and how often that stood there before. */
export function historyFacts(entries: readonly NamedEntry[]): readonly Fact[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const { event, token, partner, identifier, value } = entry;
    const name = about(entry);
    const occurrence = (seen.get(name) ?? 0) + 1;
    seen.set(name, occurrence);
    return {
      key: `entry ${name} #${occurrence}`,
      subject: {
        kind: 'entry',
        event,
        token,
        partner,
        ...(identifier === undefined ? {} : { identifier }),
        occurrence,
      },
      value,
    };
  });
}

/** The entry that stands at another place than predicted; `undefined` when the order is the same. */
export function firstOutOfOrder({
  predicted,
  observed,
}: Readonly<Record<'predicted' | 'observed', readonly NamedEntry[]>>): NamedEntry | undefined {
  const [wanted, shown] = [predicted.map(about), observed.map(about)];
  const at = shown.findIndex((name, place) => name !== wanted[place]);
  if (at < 0) return undefined;
  const late = wanted[at];
  const isLate = late !== undefined && isOrderWithout(late) && !isOrderWithout(shown[at]);
  return isLate ? observed[shown.indexOf(late)] : observed[at];

  // One entry that moved makes all between its two places look moved: without it the rest is in order.
  function isOrderWithout(name: string | undefined): boolean {
    const rest = wanted.filter((one) => one !== name);
    return shown.filter((one) => one !== name).every((one, place) => one === rest[place]);
  }
}

function about({ event, token, partner, identifier }: NamedEntry): string {
  return `${event} ${token} ${partner} ${identifier ?? ''}`;
}
