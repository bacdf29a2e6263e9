import { listedBench } from '../../jobs/check/listed-bench.ts';
import { sandboxBench } from '../../jobs/check/sandbox-bench.ts';
import type { TestBench } from '../../jobs/check/test-bench.ts';
import { sandboxSpeed } from '../../jobs/targets/sandbox-control.ts';
import type { Target } from '../../jobs/targets/target.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { CommandContext } from '../command.ts';
import { readInputFile } from '../files/input-file.ts';
import { type NodeList, parseNodeList } from '../nodes/node-list.ts';

/** What the command line says of the nodes. */
export interface BenchOptions {
  readonly nodes?: string | undefined;
  readonly dialect?: string | undefined;
  readonly speed?: number | undefined;
  readonly deadline?: number | undefined;
  readonly allowChanges: boolean;
}

/** Where sequences are tried, and the nodes of a list if one was given. */
export interface ChosenBench {
  readonly bench: TestBench;
  readonly listed?: NodeList;
}

/** The bench that the command line asks for: nodes of a list, or a sandbox for each try. */
export async function benchFor(
  { nodes, dialect, speed, deadline, allowChanges }: BenchOptions,
  { env }: Pick<CommandContext, 'env'>,
  signal: AbortSignal,
): Promise<ChosenBench> {
  if (nodes === undefined) return { bench: sandboxBench({ dialect }) };
  const listed = parseNodeList({ file: nodes, text: readInputFile(nodes, 'a node list in YAML'), env });
  const targets = Object.fromEntries(
    Object.entries(listed.targets).map(([name, target]): [NodeName, Target] => [
      name,
      dialect === undefined ? target : { ...target, dialect },
    ]),
  );
  const known = speed ?? (await sandboxSpeed(Object.values(targets)));
  return {
    listed,
    bench: listedBench({
      targets,
      tokens: listed.tokens,
      signal,
      allowChanges,
      ...(known === undefined ? {} : { speed: known }),
      ...(deadline === undefined ? {} : { deadlineMs: deadline * 1000 }),
    }),
  };
}
