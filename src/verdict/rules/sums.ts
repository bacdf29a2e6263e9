import type { Amount } from '../../model/network/amount.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import { capacityOf, type ChannelView } from '../../model/run/answer.ts';
import { isPaymentRecord, type Outcome, paymentKey, type PaymentRecord } from '../../model/run/operation.ts';
import { type Run, type Snapshot, snapshotAt } from '../../model/run/run.ts';
import { type Check, nodesRead, notChecked } from '../check.ts';
import { historyEntries } from '../facts/facts.ts';
import { sinceBefore } from '../history/history.ts';
import { channelIn, type Names, namesOf } from '../facts/names.ts';
import type { AmountRange } from '../../model/replay/latitude.ts';
import { pendingMoney } from '../facts/held-locks.ts';
import { gather } from '../../model/gather.ts';
import { paidWithin } from '../story/changing-ways.ts';
import type { PaymentEnds } from '../bounds/certain-flows.ts';
import { type ChargedPayment, FeeBounds } from '../bounds/fee-bounds.ts';
import type { Story } from '../story/story.ts';

/**
 * The balances of a node gained or lost what its history says it received and sent, and what the fee schedules say
 * that it paid and earned. For runs in which no single balance is predicted.
 */
export const sums: Check = {
  name: 'sums',
  role: 'self',
  appliesTo: ['replay', 'load', 'sample'],
  needs: ['channels', 'history'],
  believes: 'answers',
  judge(run, story) {
    if (story.isPredicted) return notChecked('every single balance is predicted');
    const names = namesOf(run.start);
    const shown: Shown = { before: snapshotAt('start', run), after: snapshotAt('end', run), names };
    const tokens = run.start.getAttribute('tokens').map(({ name }) => name);
    const paid = paidAmounts(shown);
    const flows = new FeeFlows(story, paid);
    const clues = [...shown.after.channels.keys()].flatMap((node) =>
      tokens.flatMap((token) => {
        const left = channelsLeft(node, token, shown);
        const own = paid.get(node);
        if (left === undefined || own === undefined) return [];
        const gone = goneWith(left.gone, { node, token, shown, run });
        if (gone === undefined) return [];
        const { gained } = left;
        const { received, sent } = totalsOf(own, token);
        const fees = flows.of({ node, token });
        const held = heldBy(node, token, shown);
        const least = received - sent + fees.least - held - gone.most;
        const most = fees.most === null ? null : received - sent + fees.most + held - gone.least;
        if (gained >= least && (most === null || gained <= most)) return [];
        return [
          {
            operation: null,
            node,
            view: { kind: 'channels' as const },
            subject: { kind: 'sum' as const, token },
            money: gained < least ? least - gained : gained - (most ?? gained),
            title: `${node}'s balances in ${token} do not fit its history`,
            predicted: `gained ${least === most ? `${least}` : `${least} to ${most ?? 'more'}`}`,
            observed: `gained ${gained}`,
            decidedBy: `received ${received} and sent ${sent} by its history, with the fees of the possible ways: ${fees.least} to ${fees.most ?? 'more'}`,
            noticed: 'end' as const,
          },
        ];
      }),
    );
    return { clues, covered: nodesRead(run) };
  },
};

interface Shown {
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly names: Names;
}

/** The payments that histories name since the run began, of nodes that were read before and after. */
function paidAmounts({ before, after, names }: Shown): ReadonlyMap<NodeName, PaidAmounts> {
  return new Map(
    [...after.history].flatMap(([node, events]) => {
      const past = before.history.get(node);
      if (past === undefined) return [];
      const { added } = sinceBefore(historyEntries(past, names), historyEntries(events, names));
      const amounts = added.flatMap(({ event, token, partner, identifier = '', value }) =>
        event === 'failed' ? [] : [{ event, token, partner, identifier, amount: BigInt(value) }],
      );
      return [[node, amounts] as const];
    }),
  );
}

interface ChannelsLeft {
  /** By all channels that are still open, or new. */
  readonly gained: Amount;
  /** Open before, and not afterwards: what was left in them is out of sight. */
  readonly gone: readonly ChannelView[];
}

function channelsLeft(
  node: NodeName,
  token: TokenName,
  { before, after, names }: Shown,
): ChannelsLeft | undefined {
  const [first, last] = [before.channels.get(node), after.channels.get(node)];
  if (first === undefined || last === undefined) return undefined;
  const isOwn = ({ tokenAddress, state }: ChannelView): boolean =>
    names.token(tokenAddress) === token && state === 'opened';
  const [was, is] = [first.filter(isOwn), last.filter(isOwn)];
  const isLeft = new Set(is.map(({ channelIdentifier }) => channelIdentifier));
  const net = (channels: readonly ChannelView[]): Amount =>
    channels.reduce((sum, channel) => sum + channel.balance - capacityOf(channel), 0n);
  const kept = was.filter(({ channelIdentifier }) => isLeft.has(channelIdentifier));
  const gone = was.filter(({ channelIdentifier }) => !isLeft.has(channelIdentifier));
  return { gained: net(is) - net(kept), gone };
}

/**
 * The money that a node can have gained in channels that are gone: at least nothing of what it had is left, at most all that
 * both ends put in. `undefined`: not known, of a channel that was opened and is gone again.
 */
function goneWith(
  gone: readonly ChannelView[],
  {
    node,
    token,
    shown,
    run,
  }: { readonly node: NodeName; readonly token: TokenName; readonly shown: Shown; readonly run: Run },
): AmountRange | undefined {
  const { before, after, names } = shown;
  const steps = run.records.filter(({ operation }) => 'partner' in operation && operation.token === token);
  const isShown = (partner: NodeName): boolean =>
    channelIn(after.channels.get(node) ?? [], { token, partner }, names)?.state === 'opened';
  const opened = new Map<NodeName, number>();
  for (const { operation, outcome } of steps) {
    if (operation.kind !== 'open' || outcome.kind === 'failed' || isOfExisting(outcome)) continue;
    const ends = [operation.node, operation.partner];
    const [partner] = ends.filter((one) => one !== node);
    if (partner !== undefined && ends.includes(node)) opened.set(partner, (opened.get(partner) ?? 0) + 1);
  }
  // Of two that were opened with one partner, one is gone.
  if ([...opened].some(([partner, times]) => times > (isShown(partner) ? 1 : 0))) return undefined;
  let bounds: AmountRange = { least: 0n, most: 0n };
  for (const channel of gone) {
    const partner = names.node(channel.partnerAddress);
    const other = channelIn(before.channels.get(partner) ?? [], { token, partner: node }, names);
    if (other === undefined) return undefined;
    const added = steps.reduce((sum, { operation }) => {
      const isOfPair =
        // Opening a channel that is there raises its deposit.
        (operation.kind === 'deposit' || operation.kind === 'open') &&
        [operation.node, operation.partner].every((one) => one === node || one === partner);
      return isOfPair ? sum + operation.totalDeposit : sum;
    }, 0n);
    const most = capacityOf(channel, other) + added;
    bounds = { least: bounds.least - channel.balance - added, most: bounds.most + most - channel.balance };
  }
  return bounds;
}

// Of a channel that is there the answer is 200.
function isOfExisting(outcome: Outcome): boolean {
  return outcome.kind === 'succeeded' && outcome.status === 200;
}

function totalsOf(own: PaidAmounts, token: TokenName): Readonly<Record<'received' | 'sent', Amount>> {
  const totals = { received: 0n, sent: 0n };
  for (const entry of own) if (entry.token === token) totals[entry.event] += entry.amount;
  return totals;
}

// Transfers that are still on their way, and those of before, move money that no entry of the run tells of.
function heldBy(node: NodeName, token: TokenName, { before, after, names }: Shown): Amount {
  const [earlier, later] = [before.pending.get(node), after.pending.get(node)];
  return pendingMoney(earlier, token, names) + pendingMoney(later, token, names);
}

/** The amounts that a node's history says it sent or received. */
type PaidAmounts = readonly {
  readonly event: 'sent' | 'received';
  readonly token: TokenName;
  readonly partner: NodeName;
  readonly identifier: string;
  readonly amount: Amount;
}[];

/** The fees that each node earned less those it paid, within bounds, by the payments that histories name. */
class FeeFlows {
  readonly #bounds: FeeBounds;
  readonly #sure = new Map<string, AmountRange>();
  readonly #others = new Map<TokenName, { mediations: bigint; volume: Amount }>();
  /** False: payments may have happened that no history names that was read. */
  readonly #isWhole: boolean;
  readonly #records = new Map<string, PaymentRecord[]>();

  constructor({ run, fees, doubted = [] }: Story, histories: ReadonlyMap<NodeName, PaidAmounts>) {
    this.#bounds = fees;
    this.#isWhole = run.start.everyNode((node) => histories.has(node));
    for (const record of run.records.filter(isPaymentRecord))
      gather(this.#records, paymentKey(record.operation), record);
    for (const [node, entries] of histories)
      for (const { event, partner, ...paid } of entries)
        if (event === 'sent') this.#add({ ...paid, node, target: partner });
        else if (!histories.has(partner)) this.#addReceived({ ...paid, node: partner, target: node });
    for (const payment of doubted) this.#doubt(payment);
  }

  /** `most` is `null` where nothing is known of all payments that the node may have mediated. */
  of({ node, token }: Pick<PaymentEnds, 'node' | 'token'>): {
    readonly least: Amount;
    readonly most: Amount | null;
  } {
    const { least, most } = this.#sure.get(keyOf(node, token)) ?? { least: 0n, most: 0n };
    if (!this.#isWhole && this.#bounds.mayEarn({ node, token })) return { least, most: null };
    const others = this.#others.get(token);
    const more = others === undefined ? 0n : this.#bounds.mostEarned({ node, token }, others);
    return { least, most: most + more };
  }

  // A payee lists what arrived, which may be more than was asked for, and fees follow from what was.
  #addReceived(payment: ChargedPayment & { readonly identifier: string }): void {
    const [record] = this.#records.get(paymentKey(payment)) ?? [];
    if (record !== undefined) this.#add({ ...payment, amount: record.operation.amount });
  }

  #add(payment: ChargedPayment & { readonly identifier: string }): void {
    const { node, token, amount } = payment;
    const within = paidWithin(this.#records.get(paymentKey(payment)) ?? []);
    const { sent, earned, hasOtherWays } = this.#bounds.of(payment, within);
    this.#count(node, token, { least: amount - sent.most, most: amount - sent.least });
    for (const [mediator, fee] of earned) this.#count(mediator, token, fee);
    if (hasOtherWays) this.#addElsewhere(token, sent.most);
  }

  // Beside what histories say it may have moved all of it, or nothing.
  #doubt(payment: ChargedPayment): void {
    const { node, target, token } = payment;
    const { sent, earned, hasOtherWays } = this.#bounds.of(payment);
    for (const party of [node, target]) this.#count(party, token, { least: -sent.most, most: sent.most });
    for (const [mediator, { most }] of earned) this.#count(mediator, token, { least: -most, most });
    if (hasOtherWays) this.#addElsewhere(token, sent.most);
  }

  // Of payments with several ways any mediator may have earned something.
  #addElsewhere(token: TokenName, amount: Amount): void {
    const others = this.#others.get(token) ?? { mediations: 0n, volume: 0n };
    others.mediations += 1n;
    others.volume += amount;
    this.#others.set(token, others);
  }

  #count(node: NodeName, token: TokenName, { least, most }: AmountRange): void {
    const key = keyOf(node, token);
    const known = this.#sure.get(key) ?? { least: 0n, most: 0n };
    this.#sure.set(key, { least: known.least + least, most: known.most + most });
  }
}

function keyOf(node: NodeName, token: TokenName): string {
  return JSON.stringify([token, node]);
}
