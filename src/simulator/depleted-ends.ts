import type { Amount } from '../model/network/amount.ts';
import { type EndIndex, otherEnd } from '../model/network/indices.ts';
import type { NodeName } from '../model/network/network.ts';
import type { DepletedEnd } from '../model/network/depleted-end.ts';
import { depletedEnd, nearlyDepletedEnd } from '../model/network/depletion.ts';
import { withoutUndefined } from '../model/without-undefined.ts';
import type { TokenLayer } from './token-layer.ts';

type Noted = Omit<DepletedEnd, 'refilledAtMs'> & { refilledAtMs: number | undefined };

/** The channel ends that were depleted, each at the first time, in that order: noted as money moves. */
export class DepletedEnds {
  readonly #names: readonly NodeName[];
  readonly #nowMs: () => number;
  readonly #byLayer = new Map<TokenLayer, Map<EndIndex, Noted>>();
  readonly #noted: Noted[] = [];

  constructor(names: readonly NodeName[], nowMs: () => number) {
    this.#names = names;
    this.#nowMs = nowMs;
  }

  /** The first ones first. */
  get all(): readonly DepletedEnd[] {
    return this.#noted.map((noted) => withoutUndefined(noted));
  }

  /** A payment, by the number of its operation, has moved an amount from an end to the other one. */
  moved(layer: TokenLayer, end: EndIndex, amount: Amount, payment: number | undefined): void {
    const { ledger } = layer;
    const [near, nearOther] = [ledger.nearBalance(end), ledger.nearBalance(otherEnd(end))];
    const nearAmount = ledger.near(amount);
    const before = nearlyDepletedEnd(near + nearAmount, nearOther - nearAmount);
    const after = nearlyDepletedEnd(near, nearOther);
    if (before === undefined || after === undefined) this.#compare(layer, end, [amount, -amount], payment);
    else if (before !== after) this.#changed(layer, end, { before, after, payment });
  }

  /** An end has put in an amount, or taken out one below 0. */
  deposited(layer: TokenLayer, end: EndIndex, amount: Amount): void {
    this.#compare(layer, end, [-amount, 0n], undefined);
  }

  // `lost`: by the end, and by the other one.
  #compare(
    layer: TokenLayer,
    end: EndIndex,
    lost: readonly [Amount, Amount],
    payment: number | undefined,
  ): void {
    const [balance, otherBalance] = [layer.ledger.balance(end), layer.ledger.balance(otherEnd(end))];
    const before = depletedEnd([balance + lost[0], otherBalance + lost[1]]);
    const after = depletedEnd([balance, otherBalance]);
    if (before !== after) this.#changed(layer, end, { before, after, payment });
  }

  // 0 is the end itself. The other one has lost nothing: it is not depleted by this, whatever its share.
  #changed(
    layer: TokenLayer,
    end: EndIndex,
    step: Readonly<Record<'before' | 'after', 0 | 1 | null>> & {
      readonly payment: number | undefined;
    },
  ): void {
    const { before, after, payment } = step;
    let ends = this.#byLayer.get(layer);
    if (ends === undefined) this.#byLayer.set(layer, (ends = new Map()));
    const refilled = before === null ? undefined : ends.get(before === 0 ? end : otherEnd(end));
    if (refilled !== undefined) refilled.refilledAtMs ??= this.#nowMs();
    if (after !== 0 || ends.has(end)) return;
    const { graph, token, keyOf } = layer;
    const noted: Noted = {
      refilledAtMs: undefined,
      channel: keyOf(end),
      token: token.name,
      owner: this.#names[graph.owner(end)] as NodeName,
      partner: this.#names[graph.owner(otherEnd(end))] as NodeName,
      atMs: this.#nowMs(),
      ...(payment === undefined ? {} : { payment }),
    };
    ends.set(end, noted);
    this.#noted.push(noted);
  }
}
