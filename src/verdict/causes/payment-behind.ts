import {
  type Amount,
  type AmountRange,
  larger,
  NOTHING,
  smaller,
  widest,
} from '../../model/network/amount.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import { isPaymentRecord, type PaymentRecord, type PayRequest } from '../../model/run/operation.ts';
import type { Story } from '../story/story.ts';

/** By how much more a node may have than its history and all fees leave it: below 0, less. */
export interface Surplus extends AmountRange {
  readonly node: NodeName;
  readonly token: TokenName;
}

/** Where one payment would have left more or less: at its payer and at its payee. */
type Effect = Readonly<Record<'payer' | 'payee', -1 | 0 | 1>>;

const EFFECTS: readonly Effect[] = [
  // It was made twice, or not at all.
  { payer: -1, payee: 1 },
  { payer: 1, payee: -1 },
  // It came to somebody else, stayed with a mediator, or did not leave its payer.
  { payer: 0, payee: -1 },
  { payer: 1, payee: 0 },
];

/** The payments of which a single one explains all sums that are off. */
export interface PaymentsBehind {
  readonly ids: readonly number[];
  /** False: no payment explains them that went elsewhere as a whole; a part of one of these does. */
  readonly isWhole: boolean;
}

/**
 * The payments each of which explains all sums that are off, had it been made twice, not at all, or been left on its way; where
 * none does, those of which a part may have been. None where no single payment explains them.
 */
export function paymentsBehind(surpluses: readonly Surplus[], story: Story): PaymentsBehind {
  const off = surpluses.filter((one) => !holds(one, 0n, 0n));
  if (off.length === 0) return { ids: [], isWhole: true };
  const sums = { off, byPlace: new Map(surpluses.map((one) => [placeOf(one), one])) };
  const payments = story.run.records
    .filter(isPaymentRecord)
    .filter(({ operation, outcome }) => outcome.kind === 'succeeded' && isParty(operation, off))
    .map((record) => ({ id: record.operation.id, moved: amountsOf(record, story) }));
  const explaining = (times: Times): readonly number[] =>
    payments
      .filter(({ moved }) => EFFECTS.some((effect) => explains(moved, times, { effect, ...sums })))
      .map(({ id }) => id);
  const whole = explaining(asAWhole);
  return whole.length > 0 ? { ids: whole, isWhole: true } : { ids: explaining(inPart), isWhole: false };
}

function isParty({ node, target, token }: PayRequest, off: readonly Surplus[]): boolean {
  return off.some((one) => one.token === token && (one.node === node || one.node === target));
}

/** The amounts of a payment at its parties, and the most that all mediators kept. */
interface Moved extends Pick<PayRequest, 'node' | 'target' | 'token'> {
  readonly sent: AmountRange;
  readonly came: AmountRange;
  readonly kept: Amount;
}

function amountsOf(record: PaymentRecord, { paid }: Story): Moved {
  const { node, target, token } = record.operation;
  const { sent, received, earned } = paid.of(record.operation, [record]);
  const came = { least: received.least, most: received.most ?? sent.most };
  return { node, target, token, sent, came, kept: earned.reduce((sum, [, { most }]) => sum + most, 0n) };
}

interface Sums {
  readonly effect: Effect;
  readonly off: readonly Surplus[];
  readonly byPlace: ReadonlyMap<string, Surplus>;
}

function explains(
  { node, target, token, sent, came, kept }: Moved,
  times: Times,
  { effect: { payer, payee }, off, byPlace }: Sums,
): boolean {
  const parties = [
    { party: node, ...times(sent, payer) },
    { party: target, ...times(came, payee) },
  ];
  const isMoved = parties.every(({ party, least, most }) => {
    const surplus = byPlace.get(placeOf({ token, node: party }));
    return surplus === undefined || holds(surplus, least, most);
  });
  // The money that neither of them has is with somebody else, and so are the fees.
  const [least, most] = parties.reduce<readonly [Amount, Amount]>(
    ([low, high], party) => [low - party.most, high - party.least],
    [-kept, kept],
  );
  const others = off.filter((one) => one.node !== node && one.node !== target);
  return (
    isMoved && others.every((one) => one.token === token && holds(one, smaller(least, 0n), larger(most, 0n)))
  );
}

type Times = (amounts: AmountRange, sign: -1 | 0 | 1) => AmountRange;

function asAWhole({ least, most }: AmountRange, sign: -1 | 0 | 1): AmountRange {
  if (sign === 0) return NOTHING;
  return sign === 1 ? { least, most } : { least: -most, most: -least };
}

function inPart(amounts: AmountRange, sign: -1 | 0 | 1): AmountRange {
  return widest(NOTHING, asAWhole(amounts, sign));
}

function holds(surplus: AmountRange, least: Amount, most: Amount): boolean {
  return surplus.least <= most && surplus.most >= least;
}

function placeOf({ token, node }: Pick<Surplus, 'token' | 'node'>): string {
  return JSON.stringify([token, node]);
}
