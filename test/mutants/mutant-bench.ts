import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { assembleNetwork } from '../../src/jobs/assemble.ts';
import type { Furnished, TestBench } from '../../src/jobs/check/test-bench.ts';
import type { Scenario } from '../../src/model/scenario/scenario.ts';
import type { Mutant } from './mutants.ts';

const HOST = fileURLToPath(new URL('mutant-host.mjs', import.meta.url));
// The same as those of `sandboxBench`.
const PACE = { speed: 100, settleMs: 300, deadlineMs: 5_000 };

interface Reply {
  readonly id: number;
  readonly targets?: Readonly<Record<string, string>>;
  readonly controlUrl?: string;
  readonly error?: string;
}

/** A sandbox with a fault, in a process of its own; without a mutant it has none. */
export interface MutantBench extends TestBench {
  close(): Promise<void>;
}

/** Starts it. */
export async function mutantBench({
  mutant,
  dialect,
}: {
  readonly mutant?: Mutant;
  readonly dialect?: string;
}): Promise<MutantBench> {
  const host = fork(HOST, [JSON.stringify({ mutant })], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // Every request that is under way listens.
  host.setMaxListeners(0);
  let said = '';
  host.stderr?.on('data', (chunk: Buffer) => {
    said += String(chunk);
  });
  const ready = await Promise.race([once(host, 'message'), once(host, 'exit')]);
  if (typeof ready[0] !== 'object' || ready[0] === null) throw new Error(`the host did not start: ${said}`);
  let next = 0;
  const start = async (scenario: Scenario, speed: number) => {
    next += 1;
    const id = next;
    const options = { scenario, speed, ...(dialect === undefined ? {} : { dialect }) };
    const { targets = {}, controlUrl } = await ask(host, { id, act: 'start', options });
    return {
      targets,
      ...(controlUrl === undefined ? {} : { controlUrl }),
      release: async () => {
        await ask(host, { id, act: 'stop' });
      },
    };
  };
  return {
    isolation: 'every try has a sandbox of its own, in another process',
    may: {
      stopsNodes: true,
      opensAndCloses: true,
      takesTime: true,
      looksBriefly: true,
      sharesIdentifiers: true,
    },
    atOnce: 8,
    furnish: async (scenario): Promise<Furnished> => {
      const { targets, ...started } = await start(scenario, PACE.speed);
      return {
        ...PACE,
        ...started,
        targets: Object.fromEntries(
          Object.entries(targets).map(([name, baseUrl]) => [
            name,
            { baseUrl, ...(dialect === undefined ? {} : { dialect }) },
          ]),
        ),
        start: assembleNetwork(scenario),
      };
    },
    close: async () => {
      if (host.exitCode !== null) return;
      host.kill();
      await once(host, 'exit');
    },
  };
}

async function ask(
  host: ChildProcess,
  request: { readonly id: number; readonly [key: string]: unknown },
): Promise<Reply> {
  return await new Promise((resolve, reject) => {
    const hear = (reply: Reply): void => {
      if (reply.id !== request.id) return;
      host.off('message', hear);
      if (reply.error === undefined) resolve(reply);
      else reject(new Error(reply.error));
    };
    host.on('message', hear);
    host.send(request);
  });
}
