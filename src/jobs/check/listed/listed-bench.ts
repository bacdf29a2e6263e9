import type { Address } from '../../../model/network/address.ts';
import type { NodeName, TokenName } from '../../../model/network/network.ts';
import { connectNode } from '../../../rest/connect/connect-node.ts';
import { currentDate } from '../../../runtime/real-clock.ts';
import { anyAborted, unlessAborted } from '../../../runtime/unless-aborted.ts';
import { assembleNetwork } from '../../assemble.ts';
import type { Scenario, Step } from '../../../model/scenario/scenario.ts';
import { CHANGES_CHANNELS } from '../../../model/run/operation.ts';
import { onTargets } from '../../targets/prepare-targets.ts';
import { type Target, targetsByName } from '../../targets/target.ts';
import { type FirstShares, owedIn, supply } from './supply.ts';
import { OwnTerms } from './own-terms.ts';
import { settleSteps } from '../../settle/settle-steps.ts';
import type { TestBench } from '../test-bench.ts';

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
  /** The scenario says which time-outs nodes use by default; absent: only channels do. */
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
      'tries follow one another on the same nodes. Each try first restores ends below half of their first balance, reads all balances and uses new identifiers. Closed channels stay closed, deposits and withdrawals stay, and histories grow',
    cannot: `restarts, slow nodes, expiring locks${allowChanges ? '' : ', channels that open and close (--allow-changes)'}`,
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
      const start = await onTargets(asked, async (prepared) => prepared.start);
      terms.see(start);
      return {
        targets,
        terms,
        leavesOut: (step: Step) => !describesTimeouts && terms.lacks(step, scenario),
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

// A node behind a chain shows its channels at once; one that does not is left out.
const TOKEN_DEADLINE_MS = 5_000;
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
  const node = connectNode({ ...target, deadlineMs: TOKEN_DEADLINE_MS });
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
