import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { toJson } from '../../model/json.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { PaymentEvent } from '../../model/run/answer.ts';
import { viewKey } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import type { Clue } from '../check.ts';

/** A short name of these entries, the same for the same ones. */
export function digestOf(entries: readonly PaymentEvent[]): string {
  return bytesToHex(sha256(utf8ToBytes(toJson(entries)))).slice(0, 16);
}

/**
 * Pages that were read during a load and are no part of the history at its end: entries are added behind the others, and
 * stay. Each node is named once.
 */
export function pagesDiffering({ readings, load }: Pick<Run, 'readings' | 'load'>): readonly Clue[] {
  const histories = new Map<NodeName, readonly PaymentEvent[]>();
  for (const { moment, node, view, value } of readings)
    if (moment === 'end' && viewKey(view) === 'history' && value.kind === 'history')
      histories.set(node, value.events);
  const named = new Set<string>();
  return (load?.looks ?? []).flatMap(({ node, askedAtMs, atMost, page }): readonly Clue[] => {
    const entries = histories.get(node);
    if (page === undefined || entries === undefined || named.has(node)) return [];
    if (digestOf(entries.slice(page.offset, atMost)) === page.digest) return [];
    named.add(node);
    return [
      {
        node,
        view: { kind: 'history' },
        title: `${node} showed other entries ${page.offset + 1} to ${atMost} of its history, ${(askedAtMs / 1000).toFixed(1)} s after the start, than at the end`,
        predicted: 'the entries of the history at the end',
        observed: `other entries on the page from offset ${page.offset}`,
        decidedBy: 'pages of a history are parts of it, and entries stay where they are',
      },
    ];
  });
}
