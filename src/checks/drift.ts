import type { NodeName } from '../model/network.ts';
import type { Mismatch } from './mismatches.ts';

/**
 * The differences already known, so that one lie is told once: what deviates in the same way as before
 * follows from what was found then.
 */
export interface Drift {
  /** True when this node's fact already deviated exactly so, in this view or, if that never agreed since, in another. */
  explains(at: FactPlace, mismatch: Mismatch): boolean;
  /** The deviation stands from now on. */
  keep(at: FactPlace, mismatch: Mismatch): void;
  /** The fact is as predicted again. */
  clear(at: FactPlace): void;
}

/** A fact as one view of one node shows it. */
export interface FactPlace {
  readonly node: NodeName;
  readonly view: string;
  readonly key: string;
}

/** No known differences. */
export function createDrift(): Drift {
  // Per node and fact: the deviation in each view, `null` where the view was as predicted.
  const known = new Map<string, Map<string, string | null>>();
  const viewsOf = ({ node, key }: FactPlace): Map<string, string | null> => {
    const name = `${node} ${key}`;
    const found = known.get(name) ?? new Map<string, string | null>();
    known.set(name, found);
    return found;
  };
  return {
    explains(at, mismatch) {
      const deviation = deviationOf(mismatch);
      const views = known.get(`${at.node} ${at.key}`);
      if (views === undefined) return false;
      const own = views.get(at.view);
      return own === undefined ? [...views.values()].includes(deviation) : own === deviation;
    },
    keep: (at, mismatch) => void viewsOf(at).set(at.view, deviationOf(mismatch)),
    clear: (at) => void viewsOf(at).set(at.view, null),
  };
}

// Numbers deviate by their difference, so that a balance one off stays one off through later payments.
function deviationOf({ predicted, observed }: Mismatch): string {
  if (isInteger(predicted) && isInteger(observed)) return `${BigInt(observed) - BigInt(predicted)}`;
  return `${predicted ?? 'nothing'} -> ${observed ?? 'nothing'}`;
}

function isInteger(text: string | undefined): text is string {
  return text !== undefined && /^-?\d+$/.test(text);
}
