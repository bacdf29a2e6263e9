import type { LastLook, RememberedView } from '../../ports/router.ts';
import { type Linked, LinkedList } from '../../runtime/linked-list.ts';
import type { FeeCurves } from '../fees/fee-curves.ts';
import type { KnownBalances } from './known-balances.ts';

interface Parts {
  readonly known: Pick<KnownBalances, 'amounts'>;
  readonly curves: Pick<FeeCurves, 'amounts'>;
}

/** The moments of one view that may still be asked for. As many as payments whose routes are not used up. */
export class RememberedNetworks {
  readonly #parts: Parts;
  // Oldest first, because time only goes on.
  readonly #moments = new LinkedList<Moment>();

  constructor({ known, curves }: Parts) {
    this.#parts = { known, curves };
  }

  /** Keeps the present until it is forgotten. */
  add(asker: LastLook): RememberedView {
    const { known, curves } = this.#parts;
    const moment = new Moment(this, asker, known.amounts.version, curves.amounts.version);
    this.#moments.add(moment);
    if (this.#moments.first === moment) this.#keepOldest();
    return moment;
  }

  asOf<T>({ balances, curves }: Moment, look: () => T): T {
    return this.#parts.known.amounts.asOf(balances, () => this.#parts.curves.amounts.asOf(curves, look));
  }

  forget(moment: Moment): void {
    const wasOldest = this.#moments.first === moment;
    this.#moments.remove(moment);
    if (wasOldest) this.#keepOldest();
  }

  /** Each of those who may ask looks a last time. */
  forgetAll(): void {
    for (let moment = this.#moments.first; moment; moment = this.#moments.first) {
      moment.asker.lastLook();
      this.forget(moment);
    }
  }

  #keepOldest(): void {
    const oldest = this.#moments.first;
    this.#parts.known.amounts.keepFrom(oldest?.balances);
    this.#parts.curves.amounts.keepFrom(oldest?.curves);
  }
}

class Moment implements RememberedView, Linked<Moment> {
  before: Moment | undefined = undefined;
  after: Moment | undefined = undefined;
  readonly asker: LastLook;
  /** Versions of what was known. */
  readonly balances: number;
  readonly curves: number;
  readonly #networks: RememberedNetworks;

  constructor(networks: RememberedNetworks, asker: LastLook, balances: number, curves: number) {
    this.#networks = networks;
    this.asker = asker;
    this.balances = balances;
    this.curves = curves;
  }

  asThen<T>(look: () => T): T {
    return this.#networks.asOf(this, look);
  }

  forget(): void {
    this.#networks.forget(this);
  }
}
