import { dialectNamed } from '../../rest/dialect-named.ts';
import { LockstepClock } from '../../runtime/lockstep-clock.ts';
import { startSandbox } from '../sandbox.ts';
import { startContractSandbox } from './contract/contract-sandbox.ts';
import type { TestBench } from './test-bench.ts';

// Time passes at once on a lockstep clock. A wait of ten milliseconds counts as a block of it, so that looks are a few
// messages apart.
const BLOCK_MS = 10;
// As long as a lock of the usual length lives: what is wrong is looked at until then.
const SETTLE_MS = 300;
const GRACE_MS = 5_000;
// Some sandboxes start and answer while others are read.
const AT_ONCE = 8;

/** A sandbox of its own for every try. */
export function sandboxBench({
  dialect,
  start = startSandbox,
}: {
  readonly dialect?: string | undefined;
  /** Starts each sandbox; absent: those of this program. */
  readonly start?: typeof startSandbox;
} = {}): TestBench {
  return {
    isolation: 'each try starts a new sandbox with the network of the case',
    may: {
      stopsNodes: true,
      opensAndCloses: true,
      takesTime: true,
      looksBriefly: true,
      sharesIdentifiers: !dialectNamed(dialect).historyLists.mediated,
    },
    askContract: async () => {
      const sandbox = await startContractSandbox(dialectNamed(dialect).name, start);
      return {
        targets: sandbox.targets,
        mayChange: ['channel', 'account', 'node'],
        release: () => sandbox.stop(),
      };
    },
    atOnce: AT_ONCE,
    furnish: async (scenario) => {
      const speed = Math.max(1, scenario.protocol.blockTimeMs / BLOCK_MS);
      const lockstep = new LockstepClock();
      const sandbox = await start({ scenario, speed, lockstep, dialect });
      return {
        targets: Object.fromEntries(
          Object.entries(sandbox.targets).map(([name, baseUrl]) => [
            name,
            { baseUrl, ...(dialect === undefined ? {} : { dialect }) },
          ]),
        ),
        // Stays when nodes stop, whatever these tell of it.
        controlUrl: sandbox.pathFindingUrl,
        speed,
        lockstep,
        settleMs: SETTLE_MS,
        graceMs: GRACE_MS,
        start: sandbox.network,
        release: () => sandbox.stop(),
      };
    },
  };
}
