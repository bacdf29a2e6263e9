import { gather } from '../../model/gather.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import { type OperationRecord, paymentKey } from '../../model/run/operation.ts';
import { type Run, snapshotAt } from '../../model/run/run.ts';
import type { Clue } from '../check.ts';
import { type ChargedPayment, FeeBounds } from '../bounds/fee-bounds.ts';
import { historyEntries, paymentNamed } from '../facts/facts.ts';
import { namesOf } from '../facts/names.ts';
import { Story } from '../story/story.ts';

/**
 * Explains sums that are off: by payments that are doubted, as far as these may have moved money at the node, or may
 * have paid it for mediating; and by doubted changes to its channels, whatever they came to.
 */
export function sumsDespite(run: Run, doubted: readonly Clue[]): (clue: Clue) => Clue | undefined {
  const explained = new Explained(run);
  const records = recordsOf(run, doubted);
  const shown = records.size === 0 ? new Map<string, Amount>() : mostShown(run);
  const told = new Set<number>();
  for (const clue of doubted) {
    const { operation } = clue;
    if (operation === null) explained.entry(clue);
    else if (!told.has(operation)) {
      told.add(operation);
      explained.operation(clue, records.get(operation), shown);
    }
  }
  return (clue) => explained.causeOf(clue);
}

function recordsOf({ records }: Run, doubted: readonly Clue[]): ReadonlyMap<number, OperationRecord> {
  const wanted = new Set(doubted.flatMap(({ operation }) => operation ?? []));
  const found = new Map<number, OperationRecord>();
  if (wanted.size === 0) return found;
  for (const record of records) if (wanted.has(record.operation.id)) found.set(record.operation.id, record);
  return found;
}

/** How much of what a node gained or lost is explained, and by which clue the most. */
interface Share {
  all: Amount;
  most: Amount;
  cause: Clue;
}

class Explained {
  readonly #fees: FeeBounds;
  readonly #shares = new Map<string, Share>();
  /** Of payments with several ways any mediator may have earned something. */
  readonly #elsewhere = new Map<TokenName, { mediations: bigint; volume: Amount; readonly cause: Clue }>();
  readonly #touched = new Map<NodeName, Clue>();

  constructor(run: Run) {
    this.#fees = new Story(run).fees;
  }

  /** An entry that no payment explains: its node may have made it up. */
  entry(clue: Clue): void {
    const { node, subject, money } = clue;
    if (node === undefined || subject?.kind !== 'entry' || money === undefined) return;
    const { token, partner, event } = subject;
    const [payer, target] = event === 'sent' ? [node, partner] : [partner, node];
    this.#payment(clue, { node: payer, target, token, amount: money });
  }

  operation(clue: Clue, record: OperationRecord | undefined, shown: ReadonlyMap<string, Amount>): void {
    const { operation } = record ?? {};
    if (operation === undefined || !('node' in operation)) return;
    if (operation.kind !== 'pay') {
      this.#touched.set(operation.node, clue);
      if ('partner' in operation) this.#touched.set(operation.partner, clue);
      return;
    }
    const most = shown.get(paymentKey(operation)) ?? 0n;
    const amount = most > operation.amount ? most : operation.amount;
    this.#payment(clue, { ...operation, amount });
  }

  causeOf({ node, subject, money }: Clue): Clue | undefined {
    if (node === undefined || money === undefined || subject?.kind !== 'sum') return undefined;
    const { token } = subject;
    const touched = this.#touched.get(node);
    if (touched !== undefined) return touched;
    const share = this.#shares.get(keyOf(node, token));
    const elsewhere = this.#elsewhere.get(token);
    const more = elsewhere === undefined ? 0n : this.#fees.mostEarned({ node, token }, elsewhere);
    if ((share?.all ?? 0n) + more < money) return undefined;
    return share !== undefined && share.most >= more ? share.cause : elsewhere?.cause;
  }

  #payment(cause: Clue, payment: ChargedPayment): void {
    const { node, target, token } = payment;
    const { sent, earned, hasOtherWays } = this.#fees.of(payment);
    for (const party of [node, target]) this.#add(party, token, { amount: sent.most, cause });
    for (const [mediator, { most }] of earned) this.#add(mediator, token, { amount: most, cause });
    if (!hasOtherWays) return;
    const known = this.#elsewhere.get(token) ?? { mediations: 0n, volume: 0n, cause };
    known.mediations += 1n;
    known.volume += sent.most;
    this.#elsewhere.set(token, known);
  }

  #add(
    node: NodeName,
    token: TokenName,
    { amount, cause }: { readonly amount: Amount; readonly cause: Clue },
  ): void {
    const key = keyOf(node, token);
    const known = this.#shares.get(key) ?? { all: 0n, most: -1n, cause };
    const isMost = amount > known.most;
    this.#shares.set(key, {
      all: known.all + amount,
      most: isMost ? amount : known.most,
      cause: isMost ? cause : known.cause,
    });
  }
}

function keyOf(node: NodeName, token: TokenName): string {
  return JSON.stringify([token, node]);
}

/** By payment, the most that one party's history shows of it: so much at most may have moved where an answer is doubted. */
export function mostShown(run: Run): ReadonlyMap<string, Amount> {
  const names = namesOf(run.start);
  const most = new Map<string, Amount>();
  for (const [node, events] of snapshotAt('end', run).history) {
    const amounts = new Map<string, bigint[]>();
    for (const entry of historyEntries(events, names)) {
      const payment = paymentNamed(node, entry);
      if (payment !== undefined) gather(amounts, paymentKey(payment), BigInt(entry.value));
    }
    for (const [key, parts] of amounts) {
      const sum = parts.reduce((all, part) => all + part, 0n);
      if (sum > (most.get(key) ?? 0n)) most.set(key, sum);
    }
  }
  return most;
}
