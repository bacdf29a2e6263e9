import { directoryOf } from '../../../model/network/directory.ts';
import type { Network } from '../../../model/network/network.ts';
import type { Nodes } from '../../../ports/node-api.ts';
import { tokenOfSequences } from '../moves/channels-in-token.ts';
import { payBack } from './pay-back.ts';

/** By channel: the share of its money that the first end had when it was seen first, in parts per thousand. */
export type FirstShares = Map<string, bigint>;

const WHOLE = 1000n;

/**
 * Pays back between partners where an end has less than half of what it had at first, so that sequences before do not
 * leave too little for those that come after. True when anything was paid; what is refused stays as it is.
 */
export async function evenOut(
  start: Network,
  nodes: Pick<Nodes, 'node'>,
  shares: FirstShares,
): Promise<boolean> {
  const directory = directoryOf(start);
  const ofSequences = tokenOfSequences(start);
  let hasPaid = false;
  for (const key of start.edges()) {
    const { balance, state, token } = start.getEdgeAttributes(key);
    const whole = balance[0] + balance[1];
    if (token !== ofSequences || state !== 'opened' || whole === 0n) continue;
    const share = shares.get(key);
    if (share === undefined) {
      shares.set(key, (balance[0] * WHOLE) / whole);
      continue;
    }
    const aims = [(whole * share) / WHOLE, whole - (whole * share) / WHOLE] as const;
    const poor = balance[0] * 2n < aims[0] ? 0 : balance[1] * 2n < aims[1] ? 1 : undefined;
    if (poor === undefined) continue;
    const ends = start.extremities(key);
    const [payee, payer] = poor === 0 ? ends : [ends[1], ends[0]];
    const amount = aims[poor] - balance[poor];
    const answer = await payBack(nodes, directory, { from: payer, to: payee, token, amount });
    // Who does not answer once is not asked for every channel.
    if (answer.kind === 'indeterminate' || answer.kind === 'unreachable') return true;
    hasPaid ||= answer.kind === 'ok';
  }
  return hasPaid;
}
