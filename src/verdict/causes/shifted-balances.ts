import type { Amount } from '../../model/network/amount.ts';
import { capacityOf, type ChannelView } from '../../model/run/answer.ts';
import type { AmountRange, PossibleChannel } from '../../model/replay/latitude.ts';
import type { HopTrace } from '../../model/run/trace.ts';
import { type Run, snapshotAt } from '../../model/run/run.ts';
import { isDifference } from '../check.ts';
import { channelIn, namesOf } from '../facts/names.ts';
import { mostFee } from '../bounds/free-network.ts';
import type { FoundClue } from './finding-of.ts';

/** By how much more than acknowledged money may have moved over a hop; below 0: by how much less. */
type Excess = AmountRange;

/**
 * After operations that overlapped, balances are read at the end only and name no operation. One that is known to have
 * gone otherwise explains them where every hop of its way moved as much more, or less, as the next but for the fees;
 * and if it is the only one, whatever both ends of a channel show to have moved, up to its amount.
 */
export function shiftedBalances(
  clues: readonly FoundClue[],
  run: Run,
): (clue: FoundClue) => number | undefined {
  const { latitude } = run;
  const shifted = clues.filter(isShiftAtEnd);
  if (latitude === undefined || shifted.length === 0) return () => undefined;
  const shown = new ShownChannels(run, latitude.channels);
  const doubted = new Set(
    clues.flatMap((clue) =>
      isDifference(clue) && clue.check.role === 'operation' ? (clue.operation ?? []) : [],
    ),
  );
  const ways = [...doubted].flatMap((id) => {
    const hops = wayOf(id, run);
    return hops === undefined ? [] : [{ id, hops, isExplaining: movesAlike(hops, shown) }];
  });
  return (clue) => {
    if (!isShiftAtEnd(clue)) return undefined;
    const over = ways.filter(({ hops, isExplaining }) => isExplaining && hops.some((hop) => isOn(hop, clue)));
    if (over.length === 1) return over[0]?.id;
    const [only, another] = ways;
    if (only === undefined || another !== undefined) return undefined;
    const amount = only.hops.at(-1)?.amount ?? 0n;
    return shown.isMoved(clue, amount + mostFee(amount, run.header.scenario.protocol)) ? only.id : undefined;
  };
}

type Hop = Pick<HopTrace, 'payer' | 'payee' | 'amount'> & { readonly token: string };

/** A balance at the end of which no operation is known to be the cause. */
type ShiftClue = FoundClue & {
  readonly node: string;
  readonly subject: Extract<NonNullable<FoundClue['subject']>, { kind: 'channel' }>;
};

function isShiftAtEnd(clue: FoundClue): clue is ShiftClue {
  const { check, operation, subject, noticed, node } = clue;
  const isBalance = subject?.kind === 'channel' && subject.field === 'balance';
  return operation === null && check.role === 'state' && noticed === 'end' && isBalance && node !== undefined;
}

function wayOf(id: number, { prediction }: Run): readonly Hop[] | undefined {
  const { operation, outcome, trace } =
    prediction?.records.find((record) => record.operation.id === id) ?? {};
  if (operation?.kind !== 'pay' || outcome?.kind !== 'succeeded' || trace === undefined) return undefined;
  return trace.hops.map((hop) => ({ ...hop, token: operation.token }));
}

function isOn({ payer, payee, token }: Hop, { node, subject }: ShiftClue): boolean {
  const ends = [payer, payee];
  return subject.token === token && ends.includes(node) && ends.includes(subject.partner);
}

/** True when one amount, but for the fees, explains what every hop moved beside what was acknowledged. */
function movesAlike(hops: readonly Hop[], shown: ShownChannels): boolean {
  const [first, last] = [hops[0]?.amount ?? 0n, hops.at(-1)?.amount ?? 0n];
  const fees = first - last + 1n;
  let before: Excess | undefined;
  for (const hop of hops) {
    const excess = shown.excessOver(hop);
    // A channel that was closed since does not tell.
    if (excess === undefined) continue;
    const own =
      before === undefined
        ? excess
        : {
            least: larger(excess.least, before.least - fees),
            most: smaller(excess.most, before.most + fees),
          };
    if (own.least > own.most) return false;
    before = own;
  }
  return before !== undefined;
}

/** Channels as both their ends showed them at the end, beside the balances that some order leads to. */
class ShownChannels {
  readonly #shown: ReturnType<typeof snapshotAt>['channels'];
  readonly #names: ReturnType<typeof namesOf>;
  readonly #possible: readonly PossibleChannel[];

  constructor(run: Run, possible: readonly PossibleChannel[]) {
    this.#shown = snapshotAt('end', run).channels;
    this.#names = namesOf(run.start);
    this.#possible = possible;
  }

  /** By how much its payer has less and its payee more than acknowledged; `undefined`: the channel is not there. */
  excessOver({ payer, payee, token }: Hop): Excess | undefined {
    const channel = this.#possible.find(
      ({ between, token: of }) => of === token && between.includes(payer) && between.includes(payee),
    );
    const [paid, got] = [this.#view(payer, payee, token), this.#view(payee, payer, token)];
    if (channel?.presence !== 'open' || paid === undefined || got === undefined) return undefined;
    const side = channel.between[0] === payer ? 0 : 1;
    const [left, right] = [channel.balance[side], channel.balance[side === 0 ? 1 : 0]];
    const least = larger(left.least - paid.balance, got.balance - right.most);
    const most = smaller(left.most - paid.balance, got.balance - right.least);
    return { least, most };
  }

  /** True when both ends show that no more than this moved. */
  isMoved({ node, subject: { partner, token } }: ShiftClue, atMost: Amount): boolean {
    const [own, other] = [this.#view(node, partner, token), this.#view(partner, node, token)];
    if (own === undefined || other === undefined) return false;
    if (own.balance + other.balance !== capacityOf(own, other)) return false;
    const excess = this.excessOver({ payer: node, payee: partner, token, amount: 0n });
    return excess !== undefined && excess.least <= atMost && excess.most >= -atMost;
  }

  #view(node: string, partner: string, token: string): ChannelView | undefined {
    return channelIn(this.#shown.get(node) ?? [], { token, partner }, this.#names);
  }
}

function larger(one: Amount, other: Amount): Amount {
  return one > other ? one : other;
}

function smaller(one: Amount, other: Amount): Amount {
  return one < other ? one : other;
}
