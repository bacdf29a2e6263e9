import { bidirectional } from 'graphology-shortest-path/unweighted.js';
import type { Amount } from '../../../model/network/amount.ts';
import { madeOnce } from '../../../model/gather.ts';
import { directoryOf } from '../../../model/network/directory.ts';
import type { Network, NodeName, TokenName } from '../../../model/network/network.ts';
import type { SettledStep } from '../../../model/scenario/scenario.ts';
import type { Nodes } from '../../../ports/node-api.ts';
import { endOf } from '../../settle/relative-amounts.ts';
import { channelsInToken, tokenOfSequences } from '../../settle/settle-steps.ts';

// Mediators ask for something beside the amount; what they have too much of does no harm.
const FEE_SHARE = 5n;

/**
 * Has partners pay each other back what the payments of a case need, where the nodes no longer have it. Returns what is
 * missing all the same, a sentence each: channels that are gone, and amounts that no partner has.
 */
export async function supply(
  start: Network,
  steps: readonly SettledStep[],
  nodes: Pick<Nodes, 'node'>,
): Promise<readonly string[]> {
  const directory = directoryOf(start);
  const missing = goneBefore(start, steps);
  for (const { payer, payee, token, least } of needsOf(start, steps)) {
    const network = channelsInToken(start, token);
    const has = endOf(network, payer, payee)?.balance ?? 0n;
    if (has >= least) continue;
    if (least > has + (endOf(network, payee, payer)?.balance ?? 0n)) {
      missing.push(`${payer} has ${has} ${token} in its channel with ${payee}, and the case needs ${least}`);
      continue;
    }
    const [tokenAddress, target] = [directory.tokenAddressOf(token), directory.addressOf(payer)];
    await nodes.node(payee).pay({ token: tokenAddress, target, amount: least - has });
  }
  return missing;
}

// A channel that the case opens itself need not be there.
function goneBefore(start: Network, steps: readonly SettledStep[]): string[] {
  if (steps.some(({ kind }) => kind === 'open')) return [];
  const gone = steps.flatMap((step) => {
    if (!('from' in step) || step.kind === 'expect') return [];
    const { kind, from, to, token } = step;
    const network = channelsInToken(start, token);
    if (kind !== 'pay')
      return endOf(network, from, to) === undefined
        ? [`${from} has no open channel of ${token} with ${to}, and the case has a ${kind} there`]
        : [];
    return bidirectional(network, from, to) === null
      ? [`no open channels of ${token} lead from ${from} to ${to}, and the case pays ${step.amount}`]
      : [];
  });
  return [...new Set(gone)];
}

interface Need {
  readonly payer: NodeName;
  readonly payee: NodeName;
  readonly token: TokenName;
  /** The balance that the payer's end needs before the first step. */
  readonly least: Amount;
}

// Along routes with the fewest hops, as nodes mostly pay.
function needsOf(start: Network, steps: readonly SettledStep[]): readonly Need[] {
  const needs = new Map<string, Need>();
  const spent = new Map<string, Amount>();
  for (const { from, to, token, amount: asked, times } of steps.filter((step) => step.kind === 'pay')) {
    const route = bidirectional(channelsInToken(start, token), from, to) ?? [];
    const amount = (route.length > 2 ? asked + asked / FEE_SHARE : asked) * BigInt(times);
    for (const [at, payee] of route.slice(1).entries()) {
      const payer = route[at] as NodeName;
      const [own, other] = [`${token} ${payer} ${payee}`, `${token} ${payee} ${payer}`];
      const least = (spent.get(own) ?? 0n) + amount;
      spent.set(own, least);
      spent.set(other, (spent.get(other) ?? 0n) - amount);
      if (least > (needs.get(own)?.least ?? 0n)) needs.set(own, { payer, payee, token, least });
    }
  }
  return [...needs.values()];
}

/** By channel: the share of its money that the first end had when it was seen first, in parts per thousand. */
export type FirstShares = Map<string, bigint>;

const WHOLE = 1000n;

/** The payments by which partners pay back where an end has less than half of what it had at first. */
export function owedIn(start: Network, shares: FirstShares): readonly SettledStep[] {
  const ofSequences = tokenOfSequences(start);
  return start.edges().flatMap((key) => {
    const { balance, state, token } = start.getEdgeAttributes(key);
    const whole = balance[0] + balance[1];
    if (token !== ofSequences || state !== 'opened' || whole === 0n) return [];
    const share = madeOnce(shares, key, () => (balance[0] * WHOLE) / whole);
    const aims = [(whole * share) / WHOLE, whole - (whole * share) / WHOLE] as const;
    const poor = ([0, 1] as const).find((end) => balance[end] * 2n < aims[end]);
    if (poor === undefined) return [];
    const ends = start.extremities(key);
    const [to, from] = poor === 0 ? ends : [ends[1], ends[0]];
    return [{ kind: 'pay', from, to, token, amount: aims[poor] - balance[poor], times: 1 } as const];
  });
}
