import { type Network, type NodeName, type TokenName, timeoutsAt } from '../../../model/network/network.ts';
import type { SettledStep } from '../../../model/scenario/scenario.ts';
import { amountIn, endOf } from '../../settle/relative-amounts.ts';
import type { Move, TimeoutIdea } from './move.ts';
import { elsewhere, namedAt, namesakeIn, repeatedBy, repeatPayment } from './repeated-payment.ts';

/** Where a move finds itself. */
export interface MoveContext {
  readonly network: Network;
  readonly token: TokenName;
  /** Of one message. */
  readonly hopLatencyMs: number;
  readonly blockTimeMs: number;
  /** Those before it. */
  readonly steps: readonly SettledStep[];
}

type Of<Kind extends Move['kind']> = Extract<Move, { kind: Kind }>;

// A request that is broken off before it has arrived was never made: even at 100 times the wall, it is there by then.
const LEAST_PATIENCE_MS = 300;

/** The steps with one more, that of a move; `undefined`: the network has no room for it. */
export function settleMove(move: Move, around: MoveContext): readonly SettledStep[] | undefined {
  if (move.kind === 'pay') return settlePayment(move, around);
  if (move.kind === 'again') return settleAgain(move, around);
  const step = settleOther(move, around);
  if (step === undefined) return undefined;
  return [...around.steps, { ...step, ...besideOf(move, around) }];
}

function settlePayment(move: Of<'pay'>, around: MoveContext): readonly SettledStep[] | undefined {
  const { network, token } = around;
  const repeated = repeatedBy(move, around.steps);
  const own = pairOf(move, network);
  const other = elsewhere(move, around.steps[repeated ?? -1], own);
  if (repeated !== undefined && other === undefined)
    return repeatPayment(around.steps, repeated, { isForMore: move.isForMore, ...besideOf(move, around) });
  const pair = other ?? own;
  if (pair === undefined) return undefined;
  const { from, to } = pair;
  const { steps, identifier } = namedAt(around.steps, repeated);
  const same = namesakeIn(steps, { ...pair, identifier });
  if (same !== undefined) return repeatPayment(steps, same, besideOf(move, around));
  const amount = amountIn(move.amount, { network, from, to, atLeast: 1n });
  const lockTimeout = lockTimeoutOf(move, network, from, token);
  return [
    ...steps,
    {
      kind: 'pay',
      from,
      to,
      token,
      amount,
      times: 1,
      ...(identifier === undefined ? {} : { identifier }),
      ...(lockTimeout === undefined ? {} : { lockTimeout }),
      ...patienceOf(move, around),
      ...besideOf(move, around),
    },
  ];
}

function patienceOf(
  { givesUpAfter }: Of<'pay'>,
  { hopLatencyMs }: MoveContext,
): { readonly giveUpAfterMs?: number } {
  if (givesUpAfter === undefined) return {};
  return { giveUpAfterMs: Math.max(LEAST_PATIENCE_MS, givesUpAfter * hopLatencyMs) };
}

// A node takes what is beyond its reveal time-out, up to the channel's settle time-out (raiden.md 2.2).
function lockTimeoutOf(
  { lockTimeout }: Of<'pay'>,
  network: Network,
  from: NodeName,
  token: TokenName,
): number | undefined {
  const { revealTimeout, settleTimeout } = timeoutsAt(network, from, token);
  switch (lockTimeout) {
    case undefined:
      return undefined;
    case 'least':
      return revealTimeout;
    case 'short':
      return revealTimeout + 1;
    case 'most':
      return settleTimeout + 1;
  }
}

// Asked by the other of the two, a payment is another one.
function settleAgain(move: Of<'again'>, around: MoveContext): readonly SettledStep[] | undefined {
  const { steps } = around;
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  const beside = besideOf(move, around);
  const isBack = move.isBack === true && 'from' in last;
  if (last.kind === 'pay' && !isBack) return repeatPayment(steps, steps.length - 1, beside);
  const { isBeside: _isBeside, ...same } = last;
  if (!isBack) return [...steps, { ...same, ...beside }];
  const { identifier: _identifier, ...own } = { identifier: undefined, ...same };
  return [...steps, { ...own, from: last.to, to: last.from, ...beside } as SettledStep];
}

function settleOther(
  move: Exclude<Move, { kind: 'pay' | 'again' }>,
  around: MoveContext,
): SettledStep | undefined {
  const { network, token } = around;
  if (move.kind === 'wait') return { kind: 'wait', blocks: move.blocks };
  if (move.kind === 'start') {
    const node = nodeAt(stoppedOrAll(around), move.from);
    return node === undefined ? undefined : { kind: 'start', node };
  }
  const from = nodeAt(network.nodes(), move.from);
  if (from === undefined) return undefined;
  if (move.kind === 'leave') return { kind: 'leave', node: from, token };
  if (move.kind === 'stop') return { kind: 'stop', node: from };
  if (move.kind === 'slow') return { kind: 'slow', node: from, byMs: slownessMs(move, from, around) };
  const pair = pairOf(move, network);
  if (pair === undefined) return undefined;
  const channel = endOf(network, pair.from, pair.to);
  const asked = { network, ...pair };
  const between = { ...pair, token };
  switch (move.kind) {
    case 'close':
      return { kind: 'close', ...between };
    case 'open':
      return {
        kind: 'open',
        ...between,
        deposit: amountIn(move.deposit, asked),
        ...timeouts(move, network, pair.from, token),
      };
    case 'deposit':
      return {
        kind: 'deposit',
        ...between,
        totalDeposit: (channel?.totalDeposit ?? 0n) + amountIn(move.by, asked),
      };
    case 'withdraw':
      return {
        kind: 'withdraw',
        ...between,
        totalWithdraw: (channel?.totalWithdraw ?? 0n) + amountIn(move.by, asked),
      };
  }
}

// A lock lives twice the reveal time-out unless a request says otherwise, and the payer waits ten blocks more for it
// (raiden.md 2.5): in the midst of these a block more or less changes nothing.
const BLOCKS_AFTER_THE_LOCK = 5;

function slownessMs(
  { by }: Of<'slow'>,
  node: NodeName,
  { network, token, blockTimeMs }: MoveContext,
): number {
  const { revealTimeout, settleTimeout } = timeoutsAt(network, node, token);
  switch (by) {
    case 'nothing':
      return 0;
    case 'little':
      return blockTimeMs;
    case 'much':
      return (2 * revealTimeout + BLOCKS_AFTER_THE_LOCK) * blockTimeMs;
    case 'more':
      return 2 * settleTimeout * blockTimeMs;
  }
}

function pairOf(
  { from, to, among, isBack }: Pick<Of<'pay'>, 'from' | 'to' | 'among' | 'isBack'>,
  network: Network,
): { readonly from: NodeName; readonly to: NodeName } | undefined {
  const one = nodeAt(network.nodes(), from);
  const other = one === undefined ? undefined : nodeAt(counted(network, one, among), to);
  if (one === undefined || other === undefined) return undefined;
  return isBack === true ? { from: other, to: one } : { from: one, to: other };
}

// Where a network has none of them, all others are counted: what is not there is asked for, too.
function counted(network: Network, from: NodeName, among: Of<'pay'>['among']): readonly NodeName[] {
  const all = others(network, from);
  if (among === undefined) return all;
  const partners = new Set(network.neighbors(from));
  const chosen = all.filter((name) => partners.has(name) === (among === 'partners'));
  return chosen.length > 0 ? chosen : all;
}

function timeouts(
  { settleTimeout, revealTimeout }: Of<'open'>,
  network: Network,
  from: NodeName,
  token: TokenName,
): { readonly settleTimeout?: number; readonly revealTimeout?: number } {
  const own = timeoutsAt(network, from, token);
  // A settle time-out has to be at least twice the reveal time-out (raiden.md 1.3).
  const reveal = inBlocks(revealTimeout, { usual: own.revealTimeout, least: own.revealTimeout });
  const settle = inBlocks(settleTimeout, {
    usual: own.settleTimeout,
    least: 2 * (reveal ?? own.revealTimeout),
  });
  return {
    ...(settle === undefined ? {} : { settleTimeout: settle }),
    ...(reveal === undefined ? {} : { revealTimeout: reveal }),
  };
}

function inBlocks(
  idea: TimeoutIdea | undefined,
  { usual, least }: { readonly usual: number; readonly least: number },
): number | undefined {
  switch (idea) {
    case undefined:
      return undefined;
    case 'usual':
      return usual;
    case 'least':
      return least;
    case 'below':
      return Math.max(0, least - 1);
    case 'zero':
      return 0;
  }
}

// The first step begins with none.
function besideOf({ isBeside }: Move, { steps }: MoveContext): { readonly isBeside?: true } {
  return isBeside === true && steps.length > 0 ? { isBeside } : {};
}

function stoppedOrAll({ network, steps }: MoveContext): readonly NodeName[] {
  const stopped = new Set<NodeName>();
  for (const step of steps) {
    if (step.kind === 'stop') stopped.add(step.node);
    if (step.kind === 'start') stopped.delete(step.node);
  }
  return stopped.size > 0 ? [...stopped] : network.nodes();
}

function others(network: Network, from: NodeName): readonly NodeName[] {
  return network.nodes().filter((name) => name !== from);
}

function nodeAt(names: readonly NodeName[], number: number): NodeName | undefined {
  return names.toSorted()[number % names.length];
}
