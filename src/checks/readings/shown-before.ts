import type { NodeName } from '../../model/network/network.ts';
import { type Moment, type Reading, viewKey } from '../../model/run/reading.ts';
import { positionOf } from './by-moment.ts';
import type { Facts } from '../facts/fact.ts';

/** What each node showed last, so that an older state can be told from a wrong one. */
export interface ShownBefore {
  /** The value this view showed last, or any view of the node that was read since; `undefined`: not there. */
  value(at: { readonly node: NodeName; readonly view: string; readonly key: string }): string | undefined;
  /** The value this very view showed last, whatever other views have shown since. */
  ownValue(at: { readonly node: NodeName; readonly view: string; readonly key: string }): string | undefined;
  /** When any view of the node last showed this fact, or that it is gone. */
  lastLook(at: { readonly node: NodeName; readonly key: string }): Moment | undefined;
  remember(reading: Reading, facts: Facts): void;
}

/** Has seen nothing yet. */
export function createShownBefore(): ShownBefore {
  const views = new Map<string, { readonly at: number; readonly facts: Facts }>();
  const latest = new Map<string, { readonly moment: Moment; readonly value: string | undefined }>();
  return {
    value({ node, view, key }) {
      const own = views.get(`${node} ${view}`);
      const other = latest.get(`${node} ${key}`);
      // Views of one moment are equally old, whichever was asked first.
      const isNewer = own !== undefined && (other === undefined || own.at >= positionOf(other.moment));
      return isNewer ? own.facts.get(key)?.value : other?.value;
    },
    ownValue: ({ node, view, key }) => views.get(`${node} ${view}`)?.facts.get(key)?.value,
    lastLook: ({ node, key }) => latest.get(`${node} ${key}`)?.moment,
    remember({ node, view, moment }, facts) {
      const name = `${node} ${viewKey(view)}`;
      for (const key of views.get(name)?.facts.keys() ?? []) {
        if (!facts.has(key)) latest.set(`${node} ${key}`, { moment, value: undefined });
      }
      for (const [key, { value }] of facts) latest.set(`${node} ${key}`, { moment, value });
      views.set(name, { at: positionOf(moment), facts });
    },
  };
}
