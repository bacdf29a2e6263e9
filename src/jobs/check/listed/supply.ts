import { bidirectional } from 'graphology-shortest-path/unweighted.js';
import type { Amount } from '../../../model/network/amount.ts';
import { directoryOf, type Directory } from '../../../model/network/directory.ts';
import type { Network, NodeName, TokenName } from '../../../model/network/network.ts';
import type { SettledStep } from '../../../model/scenario/scenario.ts';
import type { Nodes } from '../../../ports/node-api.ts';
import { endOf } from '../../settle/relative-amounts.ts';
import { channelsInToken, tokenOfSequences } from '../../settle/settle-steps.ts';

/** Whether nodes could be given what steps need. */
export interface Supplied {
  /** Something was paid, opened or closed. */
  readonly hasChanged: boolean;
  /** Channels that are not there and amounts that no partner could pay back, a sentence each. */
  readonly missing: readonly string[];
}

// Mediators ask for something beside the amount; what they have too much of does no harm.
const FEE_SHARE = 5n;

/** Has partners pay each other back what the payments of a case need, where the nodes no longer have it. */
export async function supply(
  start: Network,
  steps: readonly SettledStep[],
  nodes: Pick<Nodes, 'node'>,
): Promise<Supplied> {
  const directory = directoryOf(start);
  const missing = goneBefore(start, steps);
  let hasChanged = false;
  for (const { payer, payee, token, least } of needsOf(start, steps)) {
    const network = channelsInToken(start, token);
    const has = endOf(network, payer, payee)?.balance ?? 0n;
    if (has >= least) continue;
    if (least > has + (endOf(network, payee, payer)?.balance ?? 0n)) {
      missing.push(`${payer} has ${has} ${token} in its channel with ${payee}, and the case needs ${least}`);
      continue;
    }
    const answer = await payBack(nodes, directory, { from: payee, to: payer, token, amount: least - has });
    hasChanged ||= answer.kind === 'ok';
  }
  return { hasChanged, missing };
}

/**
 * Closes the channels that a case opens and that are there already, and opens those that it has calls in and that are
 * gone. True where nodes have taken part in one at least; what could not be done is missing afterwards.
 */
export async function supplyChannels(
  start: Network,
  steps: readonly SettledStep[],
  nodes: Pick<Nodes, 'node'>,
): Promise<boolean> {
  const directory = directoryOf(start);
  const opens = steps.some(({ kind }) => kind === 'open');
  const seen = new Set<string>();
  let hasChanged = false;
  for (const step of steps) {
    if (!('from' in step) || step.kind === 'expect') continue;
    const { from, to, token } = step;
    const pair = [token, ...[from, to].toSorted()].join(' ');
    // Later steps in the same channel meet what the steps before have left.
    if (seen.has(pair)) continue;
    seen.add(pair);
    const network = channelsInToken(start, token);
    const isThere = endOf(network, from, to) !== undefined;
    const channel = { token: directory.tokenAddressOf(token), partner: directory.addressOf(to) };
    const isMissing = isInChannel(step) ? !isThere : !opens && bidirectional(network, from, to) === null;
    const api = nodes.node(from);
    const answer =
      step.kind === 'open'
        ? isThere && (await api.updateChannel({ ...channel, state: 'closed' }))
        : isMissing && (await api.openChannel({ ...channel, totalDeposit: leastIn(step) }));
    if (answer !== false && answer.kind === 'ok') hasChanged = true;
  }
  return hasChanged;
}

// As much as the step moves; what is paid with it is paid back as anything else.
function leastIn(step: Exclude<SettledStep, { kind: 'open' }>): Amount {
  if (step.kind === 'pay') return step.amount * BigInt(step.times);
  return step.kind === 'withdraw' ? step.totalWithdraw : 1n;
}

// Steps in open channels that are no longer there, a sentence each. A channel that the case opens itself need not be there.
function goneBefore(start: Network, steps: readonly SettledStep[]): string[] {
  if (steps.some(({ kind }) => kind === 'open')) return [];
  const gone = steps.flatMap((step) => {
    if (!isInChannel(step) && step.kind !== 'pay') return [];
    const { from, to, token } = step;
    const network = channelsInToken(start, token);
    if (step.kind === 'pay') return bidirectional(network, from, to) === null ? [noWay(step)] : [];
    const isThere = endOf(network, from, to) !== undefined;
    return isThere
      ? []
      : [`${from} has no open channel of ${token} with ${to}, and the case has a ${step.kind} there`];
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

// Along ways with the fewest hops, as nodes mostly pay.
function needsOf(start: Network, steps: readonly SettledStep[]): readonly Need[] {
  const needs = new Map<string, Need>();
  const spent = new Map<string, Amount>();
  for (const { from, to, token, amount: asked, times } of steps.filter((step) => step.kind === 'pay')) {
    const way = bidirectional(channelsInToken(start, token), from, to) ?? [];
    const amount = (way.length > 2 ? asked + asked / FEE_SHARE : asked) * BigInt(times);
    for (const [at, payee] of way.slice(1).entries()) {
      const payer = way[at] as NodeName;
      const [own, other] = [`${token} ${payer} ${payee}`, `${token} ${payee} ${payer}`];
      const least = (spent.get(own) ?? 0n) + amount;
      spent.set(own, least);
      spent.set(other, (spent.get(other) ?? 0n) - amount);
      if (least > (needs.get(own)?.least ?? 0n)) needs.set(own, { payer, payee, token, least });
    }
  }
  return [...needs.values()];
}

function isInChannel(
  step: SettledStep,
): step is Extract<SettledStep, { kind: 'deposit' | 'withdraw' | 'close' }> {
  return step.kind === 'deposit' || step.kind === 'withdraw' || step.kind === 'close';
}

function noWay({ from, to, token, amount }: Extract<SettledStep, { kind: 'pay' }>): string {
  return `no open channels of ${token} lead from ${from} to ${to}, and the case pays ${amount}`;
}

/** By channel: the share of its money that the first end had when it was seen first, in parts per thousand. */
export type FirstShares = Map<string, bigint>;

const WHOLE = 1000n;

/**
 * The payments by which partners pay back where an end has less than half of what it had at first, so that sequences
 * before do not leave too little for those that come after.
 */
export function owedIn(start: Network, shares: FirstShares): readonly SettledStep[] {
  const ofSequences = tokenOfSequences(start);
  const owed: SettledStep[] = [];
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
    const [to, from] = poor === 0 ? ends : [ends[1], ends[0]];
    owed.push({ kind: 'pay', from, to, token, amount: aims[poor] - balance[poor], times: 1 });
  }
  return owed;
}

/** A payment from one partner back to the other. */
interface PaidBack {
  readonly from: NodeName;
  readonly to: NodeName;
  readonly token: TokenName;
  readonly amount: Amount;
}

/** A payment between partners that belongs to no sequence. */
function payBack(
  nodes: Pick<Nodes, 'node'>,
  directory: Directory,
  { from, to, token, amount }: PaidBack,
): ReturnType<ReturnType<Nodes['node']>['pay']> {
  return nodes.node(from).pay({
    token: directory.tokenAddressOf(token),
    target: directory.addressOf(to),
    amount,
  });
}
