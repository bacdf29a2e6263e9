import type { Address } from '../../../model/network/address.ts';
import type { NodeName, TokenName } from '../../../model/network/network.ts';
import { currentDate } from '../../../runtime/real-clock.ts';
import { assembleNetwork } from '../../assemble.ts';
import type { Scenario } from '../../../model/scenario/scenario.ts';
import { onTargets } from '../../targets/prepare-targets.ts';
import { type Target, targetsByName } from '../../targets/target.ts';
import { evenOut, type FirstShares } from './even-out.ts';
import { OwnTerms } from './own-terms.ts';
import type { ProbedHistories } from '../probes/probed-node.ts';
import { supply } from './supply.ts';
import type { TestBench } from '../test-bench.ts';

// What a node on loopback answers within milliseconds, one behind a chain answers within blocks.
const DEADLINE_MS = 120_000;

/** Nodes that run already: every try begins with the channels and balances that they show then. */
export function listedBench({
  targets: given,
  tokens,
  speed = 1,
  deadlineMs = DEADLINE_MS,
  allowChanges = false,
  signal,
}: {
  readonly targets: Readonly<Record<NodeName, Target | string>>;
  readonly tokens?: Readonly<Record<TokenName, Address>>;
  /** How many times as fast as the wall their clock is. */
  readonly speed?: number;
  readonly deadlineMs?: number;
  /** Channels are opened and closed, too: what is closed stays so. */
  readonly allowChanges?: boolean;
  readonly signal?: AbortSignal;
}): TestBench {
  const targets = targetsByName(given);
  const known = tokens === undefined ? {} : { tokens };
  const since = currentDate();
  const shares: FirstShares = new Map();
  let isSupplied = false;
  const terms = new OwnTerms();
  const probed: ProbedHistories = new Map();
  let tries = 0;
  const asking = (wanted: Scenario): Parameters<typeof onTargets>[0] => {
    const scenario = terms.statedIn(wanted);
    return {
      scenario,
      planned: assembleNetwork(scenario),
      operations: [],
      targets,
      ...known,
      useExisting: true,
      deadlineMs,
      onExchange: undefined,
      speed,
      ...(signal && { signal }),
    };
  };
  return {
    isolation:
      'tries follow one another on the same nodes: before each, partners pay back where an end has less than half of what it had at first, balances are read and identifiers are new; what was closed stays closed, what was deposited or withdrawn stays so, and histories grow',
    cannot: `nobody can stop or start these nodes or make them slow, and no lock is made to expire${allowChanges ? '' : '; channels are neither opened nor closed (--allow-changes does)'}: what shows only then is not seen`,
    may: { stopsNodes: false, opensAndCloses: allowChanges, takesTime: false },
    isChainSlow: true,
    askContract: async () => ({ targets, release: async () => {} }),
    supply: async ({ steps, ...base }) => {
      // What is given now is not to be paid back before the next try, but before the one after it.
      isSupplied = true;
      return await onTargets(asking({ ...base, steps: [] }), ({ start, connections }) =>
        supply(start, steps, connections.drivers),
      );
    },
    furnish: async (scenario) => {
      tries += 1;
      const asked = asking(scenario);
      const isLeft = isSupplied;
      isSupplied = false;
      const evened = await onTargets(asked, async ({ start, connections }) =>
        !isLeft && (await evenOut(start, connections.drivers, shares)) ? undefined : start,
      );
      const start = evened ?? (await onTargets(asked, async (prepared) => prepared.start));
      terms.see(start);
      return {
        targets,
        terms,
        probed,
        ...known,
        speed,
        deadlineMs,
        useExisting: true,
        start,
        // Nodes do not forget identifiers of earlier tries, nor of earlier runs with the same seed.
        identifiers: `${since} try ${tries}`,
        release: async () => {},
      };
    },
  };
}
