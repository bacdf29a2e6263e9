import type { Address } from '../../../model/network/address.ts';
import type { Reading } from '../../../model/run/reading.ts';
import type { Network, NodeName, TokenName } from '../../../model/network/network.ts';
import { connectNode } from '../../../rest/connect/connect-node.ts';
import { currentDate } from '../../../runtime/real-clock.ts';
import { anyAborted, unlessAborted } from '../../../runtime/unless-aborted.ts';
import { assembleNetwork } from '../../assemble.ts';
import type { Scenario, SettledStep, Step } from '../../../model/scenario/scenario.ts';
import { CHANGES_CHANNELS } from '../../../model/run/operation.ts';
import { onTargets } from '../../targets/prepare-targets.ts';
import { type Target, targetsByName } from '../../targets/target.ts';
import { OwnTerms } from './own-terms.ts';
import { channelsInToken, settleSteps, tokenOfSequences } from '../../settle/settle-steps.ts';
import type { TestBench } from '../test-bench.ts';
import { bidirectional } from 'graphology-shortest-path/unweighted.js';
import type { Amount } from '../../../model/network/amount.ts';
import { madeOnce } from '../../../model/gather.ts';
import { directoryOf } from '../../../model/network/directory.ts';
import type { Nodes } from '../../../ports/node-api.ts';
import { endOf } from '../../settle/relative-amounts.ts';
import type { HeldChannel } from '../../../model/load/load-result.ts';

// Changes of channels are answered within blocks of a chain.
const DEADLINE_MS = 120_000;
// A payment that gets through takes milliseconds, and some ten seconds where a message has to be repeated (python-node.md 3).
const PAYMENT_DEADLINE_MS = 15_000;

const CHANGES: ReadonlySet<Step['kind']> = CHANGES_CHANNELS;

/** Nodes that run already: every try begins with the channels and balances that they show then. */
export function listedBench({
  targets: listed,
  tokens,
  speed = 1,
  deadlineMs: given,
  allowChanges = false,
  describesTimeouts = false,
  signal,
}: {
  readonly targets: Readonly<Record<NodeName, Target | string>>;
  readonly tokens?: Readonly<Record<TokenName, Address>>;
  /** How many times as fast as the wall their clock is. */
  readonly speed?: number;
  readonly deadlineMs?: number;
  /** Channels are opened and closed, too: what is closed stays so. */
  readonly allowChanges?: boolean;
  /** The scenario says which timeouts nodes use by default; absent: only channels do. */
  readonly describesTimeouts?: boolean;
  readonly signal?: AbortSignal;
}): TestBench {
  const targets = targetsByName(listed);
  const deadlineOf = ({ steps }: Scenario): number =>
    given ?? (steps.some(({ kind }) => CHANGES.has(kind)) ? DEADLINE_MS : PAYMENT_DEADLINE_MS);
  const known = tokens === undefined ? {} : { tokens };
  const since = currentDate();
  const shares: FirstShares = new Map();
  let isSupplied = false;
  const terms = new OwnTerms();
  const waitedFor = new Set<string>();
  let tries = 0;
  const asking = (wanted: Scenario, over?: AbortSignal): Parameters<typeof onTargets>[0] => {
    const scenario = terms.statedIn(wanted);
    return {
      scenario,
      planned: assembleNetwork(scenario),
      operations: [],
      targets,
      ...known,
      useExisting: true,
      // Before a sequence partners pay each other back, and nothing else.
      deadlineMs: given ?? PAYMENT_DEADLINE_MS,
      onExchange: undefined,
      speed,
      signal: anyAborted([signal, over]),
    };
  };
  return {
    isolation:
      'tries follow one another on the same nodes. Each try first restores ends below half of their first balance, reads all balances and uses new identifiers. Closed channels stay closed, deposits, withdrawals and timeouts stay, and histories grow',
    cannot: `restarts, slow nodes, expiring locks${allowChanges ? '' : ', channels that open and close, timeouts that are set (--allow-changes)'}`,
    may: { stopsNodes: false, opensAndCloses: allowChanges, takesTime: false },
    isChainSlow: true,
    askContract: async () => ({ targets, release: async () => {} }),
    supply: async (scenario, over) => {
      // The money supplied now is paid back before the try after the next one.
      isSupplied = true;
      const asked = asking({ ...scenario, steps: [] }, over);
      return await onTargets(asked, async ({ start, connections }) => {
        const { steps } = await settleSteps(scenario, start);
        return await unlessAborted(supply(start, steps, connections.drivers()), [], asked.signal);
      });
    },
    furnish: async (scenario, over) => {
      tries += 1;
      const asked = asking(scenario, over);
      const isLeft = isSupplied;
      isSupplied = false;
      const { start, shown } = await onTargets(asked, async (prepared) => prepared);
      const closing = closingIn(start, shown);
      terms.see(start, { describesTimeouts });
      return {
        targets,
        terms,
        leavesOut: (step: Step) =>
          (CHANGES.has(step.kind) && 'from' in step && closing.has(`${step.from} ${step.to}`)) ||
          (step.kind === 'leave' && closing.has(step.node)) ||
          terms.lacks(step, scenario),
        waitedFor,
        ...known,
        speed,
        deadlineMs: deadlineOf(scenario),
        useExisting: true,
        start,
        owed: isLeft ? [] : owedIn(start, shares),
        // Nodes do not forget identifiers of earlier tries, nor of earlier runs with the same seed.
        identifiers: `${since} try ${tries}`,
        release: async () => {},
      };
    },
  };
}

/** The nodes and pairs that list a channel which is closing: nobody knows when it will settle. */
function closingIn(start: Network, shown: readonly Reading[]): ReadonlySet<string> {
  const directory = directoryOf(start);
  const pairs = shown.flatMap(({ node, value }) =>
    (value.kind === 'channels' ? value.channels : [])
      .filter(({ state }) => state !== 'opened' && state !== 'settled')
      .map(({ partnerAddress }) => [node, directory.nodeAt(partnerAddress) ?? partnerAddress] as const),
  );
  return new Set(pairs.flatMap(([node, partner]) => [node, `${node} ${partner}`, `${partner} ${node}`]));
}

// A node behind a chain shows its channels at once; one that does not is left out.
const TOKEN_DEADLINE_MS = 5_000;
// More say nothing else.
const ASKED = 10;

/** The token in which these nodes have the most open channels; `undefined`: they know one at most, or have none. */
export async function tokenInUse(targets: readonly Target[]): Promise<Address | undefined> {
  const shown = await Promise.all(targets.slice(0, ASKED).map(shownBy));
  if (shown.every(({ tokens }) => tokens.length <= 1)) return undefined;
  const channels = new Map<Address, number>();
  for (const token of shown.flatMap(({ ofOpenChannels }) => ofOpenChannels))
    channels.set(token, (channels.get(token) ?? 0) + 1);
  const [most] = [...channels].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return most?.[0];
}

async function shownBy(target: Target) {
  const node = connectNode({ ...target, deadlineMs: TOKEN_DEADLINE_MS });
  try {
    const [tokens, channels] = await Promise.all([node.tokens(), node.channels()]);
    const open = channels.kind === 'ok' ? channels.value.filter(({ state }) => state === 'opened') : [];
    return {
      tokens: tokens.kind === 'ok' ? tokens.value : [],
      ofOpenChannels: open.map(({ tokenAddress }) => tokenAddress),
    };
  } finally {
    await node.close();
  }
}

// Mediators ask for something beside the amount; what they have too much of does no harm.
const FEE_SHARE = 5n;

/**
 * Has partners pay each other back what the payments of a case need, where the nodes no longer have it. Returns what is
 * missing all the same, a sentence each: channels that are gone, and amounts that no partner has.
 */
async function supply(
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

interface Need extends Pick<HeldChannel, 'payer' | 'payee' | 'token'> {
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
type FirstShares = Map<string, bigint>;

const WHOLE = 1000n;

/** The payments by which partners pay back where an end has less than half of what it had at first. */
function owedIn(start: Network, shares: FirstShares): readonly SettledStep[] {
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
