import type { NodeName } from '../model/network.ts';
import type { Reading } from '../model/reading.ts';
import { type Facts, viewKey } from './facts.ts';

/** What each node showed last, so that an older state can be told from a wrong one. */
export interface ShownBefore {
  /** The value this view showed last, or any view of the node that was read since; `undefined`: not there. */
  value(at: { readonly node: NodeName; readonly view: string; readonly key: string }): string | undefined;
  remember(reading: Reading, facts: Facts): void;
}

/** Has seen nothing yet. */
export function createShownBefore(): ShownBefore {
  const views = new Map<string, { readonly turn: number; readonly facts: Facts }>();
  const latest = new Map<string, { readonly turn: number; readonly value: string | undefined }>();
  const turns = new Map<string, number>();
  let turn = 0;
  return {
    value({ node, view, key }) {
      const own = views.get(`${node} ${view}`);
      const other = latest.get(`${node} ${key}`);
      if (own && (other === undefined || own.turn >= other.turn)) return own.facts.get(key)?.value;
      return other?.value;
    },
    remember(reading, facts) {
      const { node } = reading;
      const name = `${node} ${viewKey(reading.view)}`;
      // Views of one moment are equally old, whichever was asked first.
      const moment = `${reading.moment}`;
      if (!turns.has(moment)) turns.set(moment, (turn += 1));
      const now = turns.get(moment) ?? turn;
      const gone = [...(views.get(name)?.facts.keys() ?? [])].filter((key) => !facts.has(key));
      for (const key of gone) latest.set(`${node} ${key}`, { turn: now, value: undefined });
      for (const [key, { value }] of facts) latest.set(`${node} ${key}`, { turn: now, value });
      views.set(name, { turn: now, facts });
    },
  };
}
