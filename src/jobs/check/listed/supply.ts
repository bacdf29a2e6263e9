import { bidirectional } from 'graphology-shortest-path/unweighted.js';
import type { Amount } from '../../../model/network/amount.ts';
import { directoryOf } from '../../../model/network/directory.ts';
import type { Network, NodeName, TokenName } from '../../../model/network/network.ts';
import type { Step } from '../../../model/scenario/scenario.ts';
import type { Nodes } from '../../../ports/node-api.ts';
import { channelsInToken } from '../moves/channels-in-token.ts';
import { payBack } from './pay-back.ts';

/** What became of the money that steps need. */
export interface Supplied {
  readonly hasPaid: boolean;
  /** What no partner could pay back, a sentence each. */
  readonly missing: readonly string[];
}

// Mediators ask for something beside the amount; what they have too much of does no harm.
const FEE_SHARE = 5n;

/** Has partners pay each other back what the payments of a case need, where the nodes no longer have it. */
export async function supply(
  start: Network,
  steps: readonly Step[],
  nodes: Pick<Nodes, 'node'>,
): Promise<Supplied> {
  const directory = directoryOf(start);
  const { needs, gone } = needsOf(start, steps);
  const missing = [...gone];
  let hasPaid = false;
  for (const { key, payer, payee, least } of needs) {
    const { balance, token } = start.getEdgeAttributes(key);
    const [first] = start.extremities(key);
    const has = balance[first === payer ? 0 : 1];
    if (has >= least) continue;
    if (least > balance[0] + balance[1]) {
      missing.push(`${payer} has ${has} ${token} in its channel with ${payee}, and the case needs ${least}`);
      continue;
    }
    const answer = await payBack(nodes, directory, { from: payee, to: payer, token, amount: least - has });
    hasPaid ||= answer.kind === 'ok';
  }
  return { hasPaid, missing };
}

interface Need {
  readonly key: string;
  readonly payer: NodeName;
  readonly payee: NodeName;
  /** What the payer's end has to hold before the first step. */
  readonly least: Amount;
}

interface Needs {
  readonly needs: readonly Need[];
  /** What the case does in open channels that are no longer there, a sentence each. */
  readonly gone: readonly string[];
}

// Along ways with the fewest hops, as nodes mostly pay.
function needsOf(start: Network, steps: readonly Step[]): Needs {
  const needs = new Map<string, Need>();
  const gone = new Set<string>();
  const spent = new Map<string, Amount>();
  // What the case opens itself does not have to be there.
  const opensItself = steps.some(({ kind }) => kind === 'open');
  for (const step of steps) {
    if (
      isInChannel(step) &&
      !opensItself &&
      openChannel(start, [step.from, step.to], step.token) === undefined
    )
      gone.add(
        `${step.from} has no open channel of ${step.token} with ${step.to}, and the case has a ${step.kind} there`,
      );
    if (step.kind !== 'pay') continue;
    const way = bidirectional(channelsInToken(start, step.token), step.from, step.to) ?? [];
    if (way.length === 0 && !opensItself) gone.add(noWay(step));
    const amount = way.length > 2 ? step.amount + step.amount / FEE_SHARE : step.amount;
    for (const [at, payee] of way.slice(1).entries()) {
      const payer = way[at] as NodeName;
      const key = openChannel(start, [payer, payee], step.token);
      if (key === undefined) continue;
      const [own, other] = [`${key} ${payer}`, `${key} ${payee}`];
      const sofar = (spent.get(own) ?? 0n) + amount * BigInt(step.times);
      spent.set(own, sofar);
      spent.set(other, (spent.get(other) ?? 0n) - amount * BigInt(step.times));
      const before = needs.get(own)?.least ?? 0n;
      if (sofar > before) needs.set(own, { key, payer, payee, least: sofar });
    }
  }
  return { needs: [...needs.values()], gone: [...gone] };
}

function isInChannel(step: Step): step is Extract<Step, { kind: 'deposit' | 'withdraw' | 'close' }> {
  return step.kind === 'deposit' || step.kind === 'withdraw' || step.kind === 'close';
}

function noWay({ from, to, token, amount }: Extract<Step, { kind: 'pay' }>): string {
  return `no open channels of ${token} lead from ${from} to ${to}, and the case pays ${amount}`;
}

function openChannel(
  network: Network,
  [one, other]: readonly [NodeName, NodeName],
  ofToken: TokenName,
): string | undefined {
  return network.edges(one, other).find((key) => {
    const { state, token } = network.getEdgeAttributes(key);
    return state === 'opened' && token === ofToken;
  });
}
