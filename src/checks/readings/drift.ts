import type { NodeName } from '../../model/network/network.ts';
import type { Moment } from '../../model/run/reading.ts';
import { positionOf } from './by-moment.ts';
import type { Mismatch } from './mismatches.ts';

/**
 * The differences already known, so that one lie is told once: what deviates in the same way as before
 * follows from what was found then.
 */
export interface Drift {
  /** True when this node's fact already deviated exactly so: in this view, or in one that was read since. */
  explains(at: FactPlace, mismatch: Mismatch): boolean;
  /** The deviation stands from now on. */
  keep(at: FactPlace, mismatch: Mismatch): void;
  /** The fact is as predicted again. */
  clear(at: FactPlace): void;
}

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

/** No known differences. */
export function createDrift(): Drift {
  // Per node and fact: the deviation in each view.
  const known = new Map<string, Map<string, Deviation>>();
  const set = ({ node, key, view, moment }: FactPlace, by: string | null): void => {
    const views = known.get(`${node} ${key}`) ?? new Map<string, Deviation>();
    views.set(view, { by, at: positionOf(moment) });
    known.set(`${node} ${key}`, views);
  };
  return {
    explains({ node, key, view }, mismatch) {
      const by = deviationOf(mismatch);
      const views = known.get(`${node} ${key}`);
      const own = views?.get(view);
      if (views === undefined || own?.by === by) return own?.by === by;
      return [...views.values()].some((other) => other.by === by && (own === undefined || other.at > own.at));
    },
    keep: (at, mismatch) => set(at, deviationOf(mismatch)),
    clear(at) {
      // A fact that never deviated needs no memory: there are many of them.
      if (known.has(`${at.node} ${at.key}`)) set(at, null);
    },
  };
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
