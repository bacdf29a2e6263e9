import { listedBench, tokenInUse } from '../../jobs/check/listed/listed-bench.ts';
import { sandboxBench } from '../../jobs/check/sandbox-bench.ts';
import { simulatedBench } from '../../jobs/check/simulated-bench.ts';
import type { TestBench } from '../../jobs/check/test-bench.ts';
import { sandboxSpeed } from '../../jobs/targets/sandbox-control.ts';
import type { Target } from '../../jobs/targets/target.ts';
import type { NodeName } from '../../model/network/network.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import { DEFAULT_TOKEN } from '../../scenario/resolve-tokens.ts';
import { orInterrupted } from '../../runtime/unless-aborted.ts';
import type { CommandContext } from '../command.ts';
import { optionWords } from '../options/option.ts';
import type { CheckOptions } from './check-options.ts';
import { type HeardNodes, heardNodes, type NodeList, readNodeList } from '../nodes/node-list.ts';

/** The options that say which nodes are checked. */
export interface BenchOptions
  extends Pick<CheckOptions, 'simulated' | 'allowChanges'>,
    Partial<Pick<CheckOptions, 'nodes' | 'dialect' | 'speed' | 'deadline'>> {
  /** Says what its tokens are; absent: nodes of a list are checked in the one that they use. */
  readonly scenario?: string | undefined;
}

/** Where sequences are tried, and the nodes of a list if one was given. */
export interface ChosenBench {
  readonly bench: TestBench;
  readonly listed?: HeardNodes;
}

/** How the command line says it. */
export function benchWords(options: Omit<BenchOptions, 'scenario'>): string {
  const { nodes, simulated, dialect, speed, deadline, allowChanges } = options;
  if (simulated) return optionWords({ simulated });
  return optionWords({ sandbox: nodes === undefined, nodes, allowChanges, dialect, speed, deadline });
}

/** The bench that the command line asks for: nodes of a list, a sandbox for each try, or simulated nodes alone. */
export async function benchFor(
  { scenario, nodes, simulated, dialect, speed, deadline, allowChanges }: BenchOptions,
  { env, terminal }: Pick<CommandContext, 'env' | 'terminal'>,
  signal: AbortSignal,
): Promise<ChosenBench> {
  if (simulated) return { bench: simulatedBench() };
  if (nodes === undefined) return { bench: sandboxBench({ dialect }) };
  const listed = await heardNodes(readNodeList(nodes, env), { terminal });
  const targets = Object.fromEntries(
    Object.entries(listed.targets).map(([name, target]): [NodeName, Target] => [
      name,
      dialect === undefined ? target : { ...target, dialect },
    ]),
  );
  const known = speed ?? (await sandboxSpeed(Object.values(targets)));
  const tokens = scenario === undefined ? await orInterrupted(tokensOf(listed), signal) : listed.tokens;
  return {
    listed: { ...listed, tokens },
    bench: listedBench({
      targets,
      tokens,
      signal,
      allowChanges,
      describesTimeouts: scenario !== undefined,
      ...withoutUndefined({ speed: known, deadlineMs: deadline && deadline * 1000 }),
    }),
  };
}

async function tokensOf({ targets, tokens }: NodeList): Promise<NodeList['tokens']> {
  if (Object.keys(tokens).length > 0) return tokens;
  const used = await tokenInUse(Object.values(targets));
  return used === undefined ? {} : { [DEFAULT_TOKEN]: used };
}
