import type { Address } from '../../../model/network/address.ts';
import { connectNode } from '../../../rest/connect/connect-node.ts';
import type { Target } from '../../targets/target.ts';

// A node behind a chain shows its channels at once; one that does not is left out.
const DEADLINE_MS = 5_000;
// More say nothing else.
const ASKED = 10;

/** The token in which these nodes have the most open channels; `undefined`: they know one at most, or have none. */
export async function tokenInUse(targets: readonly Target[]): Promise<Address | undefined> {
  const shown = await Promise.all(targets.slice(0, ASKED).map(shownBy));
  if (shown.every(({ tokens }) => tokens.length <= 1)) return undefined;
  const channels = new Map<Address, number>();
  for (const token of shown.flatMap(({ used }) => used)) channels.set(token, (channels.get(token) ?? 0) + 1);
  const [most] = [...channels].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return most?.[0];
}

interface ShownTokens {
  readonly tokens: readonly Address[];
  /** That of each open channel. */
  readonly used: readonly Address[];
}

async function shownBy(target: Target): Promise<ShownTokens> {
  const node = connectNode({ ...target, deadlineMs: DEADLINE_MS });
  try {
    const [tokens, channels] = await Promise.all([node.tokens(), node.channels()]);
    const open = channels.kind === 'ok' ? channels.value.filter(({ state }) => state === 'opened') : [];
    return {
      tokens: tokens.kind === 'ok' ? tokens.value : [],
      used: open.map(({ tokenAddress }) => tokenAddress),
    };
  } finally {
    await node.close();
  }
}
