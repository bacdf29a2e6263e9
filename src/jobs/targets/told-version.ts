import type { NodeName } from '../../model/network/network.ts';
import { nodeLine } from '../../model/node-text.ts';
import { connectNode } from '../../rest/connect/connect-node.ts';
import type { Target } from './target.ts';

// Nodes of one list are mostly of one version; every node of a large list would cost a connection each.
const MOST_ASKED = 3;
// A run does not wait for what it can do without.
const DEADLINE_MS = 3_000;
const LONGEST = 60;

/** The version that the first targets tell, `3.0.1`; those that differ parted by commas; absent: none tells one. */
export async function toldVersion(targets: Readonly<Record<NodeName, Target>>): Promise<string | undefined> {
  const first = Object.values(targets).slice(0, MOST_ASKED);
  const told = await Promise.all(first.map(versionOf));
  const versions = new Set(told.filter((version) => version !== undefined));
  return versions.size === 0 ? undefined : [...versions].sort().join(', ');
}

async function versionOf({ baseUrl, headers, dialect }: Target): Promise<string | undefined> {
  const speaks = { ...(headers && { headers }), ...(dialect !== undefined && { dialect }) };
  const node = connectNode({ baseUrl, deadlineMs: DEADLINE_MS, ...speaks });
  try {
    const answer = await node.version();
    return answer.kind === 'ok' && answer.value !== '' ? nodeLine(answer.value, LONGEST) : undefined;
  } finally {
    await node.close();
  }
}
