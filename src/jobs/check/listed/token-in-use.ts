import type { Address } from '../../../model/network/address.ts';
import { connectNode } from '../../../rest/connect/connect-node.ts';
import type { Target } from '../../targets/target.ts';

// A node behind a chain shows its channels at once; one that does not is left out.
const DEADLINE_MS = 5_000;
// More say nothing else.
const ASKED = 10;

/** The token in which these nodes have the most open channels; `undefined`: they know one at most, or have none. */
export async function tokenInUse(targets: readonly Target[]): Promise<Address | undefined> {
  const channels = new Map<Address, number>();
  let known = 0;
  for (const target of targets.slice(0, ASKED)) {
    const node = connectNode({ ...target, deadlineMs: DEADLINE_MS });
    try {
      const [tokens, shown] = [await node.tokens(), await node.channels()];
      if (tokens.kind === 'ok') known = Math.max(known, tokens.value.length);
      for (const { state, tokenAddress } of shown.kind === 'ok' ? shown.value : [])
        if (state === 'opened') channels.set(tokenAddress, (channels.get(tokenAddress) ?? 0) + 1);
    } finally {
      await node.close();
    }
    if (known === 1) return undefined;
  }
  const [most] = [...channels].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return most?.[0];
}
