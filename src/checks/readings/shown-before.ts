import { type Moment, positionOf, type Reading, viewKey } from '../../model/run/reading.ts';
import type { Facts } from '../facts/fact.ts';
import type { FactPlace } from './drift.ts';

type Place = Omit<FactPlace, 'moment'>;

/** What each node showed last, so that an older state can be told from a wrong one. */
export class ShownBefore {
  readonly #views = new Map<string, { readonly at: number; readonly facts: Facts }>();
  readonly #latest = new Map<string, { readonly moment: Moment; readonly value: string | undefined }>();

  /** The value this view showed last, or any view of the node that was read since; `undefined`: not there. */
  value({ node, view, key }: Place): string | undefined {
    const own = this.#views.get(`${node} ${view}`);
    const other = this.#latest.get(`${node} ${key}`);
    // Views of one moment are equally old, whichever was asked first.
    const isNewer = own !== undefined && (other === undefined || own.at >= positionOf(other.moment));
    return isNewer ? own.facts.get(key)?.value : other?.value;
  }

  /** The value this very view showed last, whatever other views have shown since. */
  ownValue({ node, view, key }: Place): string | undefined {
    return this.#views.get(`${node} ${view}`)?.facts.get(key)?.value;
  }

  /** When any view of the node last showed this fact, or that it is gone. */
  lastLook({ node, key }: Pick<Place, 'node' | 'key'>): Moment | undefined {
    return this.#latest.get(`${node} ${key}`)?.moment;
  }

  remember({ node, view, moment }: Reading, facts: Facts): void {
    const name = `${node} ${viewKey(view)}`;
    for (const key of this.#views.get(name)?.facts.keys() ?? []) {
      if (!facts.has(key)) this.#latest.set(`${node} ${key}`, { moment, value: undefined });
    }
    for (const [key, { value }] of facts) this.#latest.set(`${node} ${key}`, { moment, value });
    this.#views.set(name, { at: positionOf(moment), facts });
  }
}
