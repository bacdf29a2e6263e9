import type { NodeName } from '../../model/network/network.ts';
import { type Moment, positionOf, type Reading, viewKey } from '../../model/run/reading.ts';
import type { Mismatch } from './mismatches.ts';
import type { Facts } from '../facts/facts.ts';

/** A fact as one view of one node shows it at one moment. */
export interface FactPlace {
  readonly node: NodeName;
  readonly view: string;
  readonly key: string;
  readonly moment: Moment;
}

interface Deviation {
  /** `null`: as predicted. */
  readonly by: string | null;
  readonly at: number;
}

/**
 * The differences already known, so that one lie is told once: what deviates in the same way as before
 * follows from what was found then.
 */
export class Drift {
  // Per node and fact: the deviation in each view.
  readonly #known = new Map<string, Map<string, Deviation>>();

  /** True when this node's fact already deviated exactly so: in this view, or in one that was read since. */
  explains({ node, key, view }: FactPlace, mismatch: Mismatch): boolean {
    const by = deviationOf(mismatch);
    const views = this.#known.get(`${node} ${key}`);
    const own = views?.get(view);
    if (views === undefined || own?.by === by) return own?.by === by;
    return [...views.values()].some((other) => other.by === by && (own === undefined || other.at > own.at));
  }

  /** True when something in this view of the node is known to deviate. */
  isDeviating({ node, view }: Pick<FactPlace, 'node' | 'view'>): boolean {
    for (const [fact, views] of this.#known)
      if (fact.startsWith(`${node} `) && (views.get(view)?.by ?? null) !== null) return true;
    return false;
  }

  /** The deviation stands from now on; without a mismatch the fact is as predicted again. */
  keep({ node, key, view, moment }: FactPlace, mismatch: Mismatch | undefined): void {
    const views = this.#known.get(`${node} ${key}`) ?? new Map<string, Deviation>();
    // A fact that never deviated needs no memory: there are many of them.
    if (mismatch === undefined && views.size === 0) return;
    views.set(view, { by: mismatch === undefined ? null : deviationOf(mismatch), at: positionOf(moment) });
    this.#known.set(`${node} ${key}`, views);
  }
}

// Numbers deviate by their difference, so that a balance one off stays one off through later payments.
function deviationOf(mismatch: Mismatch): string {
  const [predicted, observed] = [mismatch.predicted, mismatch.observed].map((shown) =>
    // A node shows no connection to a token in which it has no channel: none, with nothing deposited.
    mismatch.subject.kind === 'connection' ? (shown ?? '0') : shown,
  );
  if (isInteger(predicted) && isInteger(observed)) return `${BigInt(observed) - BigInt(predicted)}`;
  return `${predicted ?? 'nothing'} -> ${observed ?? 'nothing'}`;
}

function isInteger(text: string | undefined): text is string {
  return text !== undefined && /^-?\d+$/.test(text);
}

type Place = Omit<FactPlace, 'moment'>;

/** The facts that each node showed last, so that an older state can be told from a wrong one. */
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

  remember({ node, view, moment }: Reading, facts: Facts): void {
    const name = `${node} ${viewKey(view)}`;
    for (const key of this.#views.get(name)?.facts.keys() ?? []) {
      if (!facts.has(key)) this.#latest.set(`${node} ${key}`, { moment, value: undefined });
    }
    for (const [key, { value }] of facts) this.#latest.set(`${node} ${key}`, { moment, value });
    this.#views.set(name, { at: positionOf(moment), facts });
  }
}
