import { type Amount, type AmountRange, larger, NOTHING } from '../../model/network/amount.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import { capacityOf, type PendingTransfer } from '../../model/run/answer.ts';
import { gather } from '../../model/gather.ts';
import { isPaymentRecord } from '../../model/run/operation.ts';
import { viewKey } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { type Check, type Clue, nodesRead, notChecked } from '../check.ts';
import { sinceBefore } from '../history/history.ts';
import { type ShownChannel, shownWith } from '../facts/shown-state.ts';
import { FeeFlows, type PaidAmounts } from './fee-flows.ts';
import { pendingMoney } from '../facts/held-locks.ts';
import type { Story } from '../story.ts';

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
    const tokens = run.start.getAttribute('tokens').map(({ name }) => name);
    const paid = paidAmounts(story);
    const flows = new FeeFlows(story, paid);
    const { atStart, names } = story;
    const listed = listedAtEnd(run);
    const judged = [...story.atEnd.channels.keys()].flatMap((node) =>
      tokens.flatMap((token): readonly JudgedSum[] => {
        const left = channelsLeft(node, token, story);
        const amounts = paid.get(node);
        if (left === undefined || amounts === undefined) return [];
        const gone = goneWith(left.gone, { node, token, story });
        if (gone === undefined) return [];
        const { received, sent } = totalsOf(amounts, token);
        const fees = flows.of({ node, token });
        const held =
          pendingMoney(atStart.pending.get(node), token, names) +
          (listed.get(node) ?? [])
            .map((transfers) => pendingMoney(transfers, token, names))
            .reduce(larger, 0n);
        const least = received - sent + fees.least - held - gone.most;
        const most = fees.most === null ? null : received - sent + fees.most + held - gone.least;
        const decidedBy = `received ${received} and sent ${sent} by its history, with the fees of the possible ways: ${fees.least} to ${fees.most ?? 'more'}`;
        return [{ node, token, ...left, least, most, decidedBy }];
      }),
    );
    const wrong = judged.filter((sum) => !isRight(sum, NOTHING));
    const behind = wrong.length === 0 ? undefined : paymentBehind(judged, wrong, story);
    const clues = wrong.map((sum): Clue => ({ ...clueOf(sum), ...(behind !== undefined && { behind }) }));
    // Where answers are doubted, bounds are as wide as these, and only what is still off counts.
    const blindness = story.doubted === undefined ? blindnessOf(judged, run) : undefined;
    const covered = [nodesRead(run), ...(blindness ?? [])].join('; ');
    return { clues, covered, ...(blindness && clues.length === 0 ? { doubt: 'not-checked' } : {}) };
  },
};

/** The gain of a node, beside what it can have gained; `most` is `null` where no limit is known. */
interface JudgedSum extends ChannelsLeft {
  readonly node: NodeName;
  readonly token: TokenName;
  readonly least: Amount;
  readonly most: Amount | null;
  readonly decidedBy: string;
}

function isRight({ gained, least, most }: JudgedSum, further: AmountRange): boolean {
  return gained >= least + further.least && (most === null || gained <= most + further.most);
}

/** The only payment with which all sums are right, had it been made twice or not at all. */
function paymentBehind(
  judged: readonly JudgedSum[],
  wrong: readonly JudgedSum[],
  { run, paid, doubted }: Story,
): number | undefined {
  if (doubted !== undefined) return undefined;
  const explaining = run.records.filter(isPaymentRecord).filter((record) => {
    const { node, target, token } = record.operation;
    const isParty = wrong.some((sum) => sum.token === token && (sum.node === node || sum.node === target));
    if (record.outcome.kind !== 'succeeded' || !isParty) return false;
    const { sent, received, earned } = paid.of(record.operation, [record]);
    const gains = new Map<NodeName, AmountRange>([
      ...earned.map(([mediator, { most }]) => [mediator, { least: 0n, most }] as const),
      [node, negative(sent)],
      [target, { least: received.least, most: received.most ?? sent.most }],
    ]);
    const gainOf = (sum: JudgedSum): AmountRange =>
      (sum.token === token ? gains.get(sum.node) : undefined) ?? NOTHING;
    return (
      judged.every((sum) => isRight(sum, gainOf(sum))) ||
      judged.every((sum) => isRight(sum, negative(gainOf(sum))))
    );
  });
  const [only, another] = explaining;
  return another === undefined ? only?.operation.id : undefined;
}

function negative({ least, most }: AmountRange): AmountRange {
  return { least: -most, most: -least };
}

function clueOf({ node, token, gained, byPartner, least, most, decidedBy }: JudgedSum): Clue {
  const [first, ...others] = [...byPartner].toSorted(([, one], [, other]) =>
    larger(one, -one) < larger(other, -other) ? 1 : -1,
  );
  const isOne = first !== undefined && others.length === 0;
  const balances = isOne ? `balance with ${first[0]} in ${token} does` : `balances in ${token} do`;
  const shown = [first, ...others].slice(0, MOST_PARTNERS).map((one) => one && `${one[1]} with ${one[0]}`);
  const rest = byPartner.size - shown.length;
  return {
    node,
    view: { kind: 'channels' },
    subject: { kind: 'sum', token },
    money: gained < least ? least - gained : gained - (most ?? gained),
    title: `${node}'s ${balances} not fit its history`,
    predicted: `gained ${least === most ? `${least}` : `${least} to ${most ?? 'more'}`}`,
    observed: `gained ${gained}${byPartner.size < 2 ? '' : `: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`}`,
    decidedBy,
  };
}

// Of the rest the number is shown.
const MOST_PARTNERS = 4;

/** How wide bounds are that would hide a payment of the median amount; `undefined`: none are. */
function blindnessOf(judged: readonly JudgedSum[], { records }: Run): readonly [string] | undefined {
  const amounts = records
    .filter(isPaymentRecord)
    .filter(({ outcome }) => outcome.kind === 'succeeded')
    .map(({ operation: { amount } }) => amount)
    .toSorted((one, other) => (one < other ? -1 : 1));
  const median = amounts[amounts.length >> 1];
  if (median === undefined) return undefined;
  const widths = judged.map(({ least, most }) => (most === null ? null : most - least));
  const blind = widths.filter((width) => width === null || width >= median);
  if (blind.length === 0) return undefined;
  const widest = blind.includes(null)
    ? 'of any width'
    : `up to ${blind.reduce((most, width) => ((width ?? 0n) > (most ?? 0n) ? width : most), 0n)} wide`;
  return [
    `bounds at ${blind.length} of them are ${widest}, which would hide a payment of the median amount, ${median}`,
  ];
}

/** The payments that histories name since the run began, of nodes that were read before and after. */
function paidAmounts({ atStart, atEnd }: Story): ReadonlyMap<NodeName, PaidAmounts> {
  return new Map(
    [...atEnd.history].flatMap(([node, entries]) => {
      const past = atStart.history.get(node);
      if (past === undefined) return [];
      const { added } = sinceBefore(past, entries);
      const amounts = added.flatMap(({ event, token, partner, identifier = '', value }) =>
        event === 'failed' ? [] : [{ event, token, partner, identifier, amount: BigInt(value) }],
      );
      return [[node, amounts] as const];
    }),
  );
}

interface ChannelsLeft {
  /** The same by partner. */
  readonly byPartner: ReadonlyMap<NodeName, Amount>;
  /** By all channels that are still open, or new. */
  readonly gained: Amount;
  /** Open before, and not afterwards: what was left in them is out of sight. */
  readonly gone: readonly ShownChannel[];
}

function channelsLeft(node: NodeName, token: TokenName, { atStart, atEnd }: Story): ChannelsLeft | undefined {
  const [first, last] = [atStart.channels.get(node), atEnd.channels.get(node)];
  if (first === undefined || last === undefined) return undefined;
  const isOwn = (channel: ShownChannel): boolean => channel.token === token && channel.state === 'opened';
  const [was, is] = [first.filter(isOwn), last.filter(isOwn)];
  const isLeft = new Set(is.map(({ channelIdentifier }) => channelIdentifier));
  const byPartner = new Map<NodeName, Amount>();
  const count = (channel: ShownChannel, times: 1n | -1n): void => {
    const { partner, balance } = channel;
    byPartner.set(partner, (byPartner.get(partner) ?? 0n) + times * (balance - capacityOf(channel)));
  };
  for (const channel of is) count(channel, 1n);
  for (const channel of was) if (isLeft.has(channel.channelIdentifier)) count(channel, -1n);
  const gone = was.filter(({ channelIdentifier }) => !isLeft.has(channelIdentifier));
  return { gained: [...byPartner.values()].reduce((sum, one) => sum + one, 0n), byPartner, gone };
}

/**
 * The money that a node can have gained in channels that are gone: at least nothing of what it had is left, at most all that
 * both ends put in. `undefined`: not known, of a channel that was opened and is gone again.
 */
function goneWith(
  gone: readonly ShownChannel[],
  { node, token, story }: { readonly node: NodeName; readonly token: TokenName; readonly story: Story },
): AmountRange | undefined {
  const { run, atStart, atEnd } = story;
  const steps = run.records.filter(({ operation }) => 'partner' in operation && operation.token === token);
  const isShown = (partner: NodeName): boolean =>
    shownWith(atEnd.channels.get(node), { token, partner })?.state === 'opened';
  const opened = new Map<NodeName, number>();
  for (const { operation, outcome } of steps) {
    // The answer about a channel that is there is 200.
    const isThere = outcome.kind === 'succeeded' && outcome.status === 200;
    if (operation.kind !== 'open' || outcome.kind === 'failed' || isThere) continue;
    const ends = [operation.node, operation.partner];
    const [partner] = ends.filter((one) => one !== node);
    if (partner !== undefined && ends.includes(node)) opened.set(partner, (opened.get(partner) ?? 0) + 1);
  }
  // If two were opened with one partner, one is gone.
  if ([...opened].some(([partner, times]) => times > (isShown(partner) ? 1 : 0))) return undefined;
  let bounds = NOTHING;
  for (const channel of gone) {
    const { partner } = channel;
    const other = shownWith(atStart.channels.get(partner), { token, partner: node });
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

function totalsOf(own: PaidAmounts, token: TokenName): Readonly<Record<'received' | 'sent', Amount>> {
  const totals = { received: 0n, sent: 0n };
  for (const entry of own) if (entry.token === token) totals[entry.event] += entry.amount;
  return totals;
}

/**
 * Transfers that each node listed last before it showed its balances, and since: these may have ended between the looks at
 * balances and at the history.
 */
function listedAtEnd({ readings }: Run): ReadonlyMap<NodeName, readonly (readonly PendingTransfer[])[]> {
  const listed = new Map<NodeName, (readonly PendingTransfer[])[]>();
  for (const { moment, node, value, view } of readings) {
    if (moment !== 'end') continue;
    if (value.kind === 'pending' && viewKey(view) === 'pending') gather(listed, node, value.transfers);
    if (view.kind === 'channels') listed.set(node, listed.get(node)?.slice(-1) ?? []);
  }
  return listed;
}
