import { assembleNetwork } from '../jobs/assemble.ts';
import type { ReplayTarget } from '../jobs/replay-target.ts';
import { InputError } from '../model/errors.ts';
import type { NodeName } from '../model/network.ts';
import type { Scenario } from '../model/scenario.ts';
import type { CommandContext } from './command-context.ts';
import { readInputFile } from './input-file.ts';
import { parseNodeList } from './node-list.ts';

/** Where each node of a scenario answers, from a node list. Throws InputError when one is missing. */
export function listedTargets({
  file,
  scenario,
  env,
}: {
  readonly file: string;
  readonly scenario: Scenario;
  readonly env: CommandContext['env'];
}): Readonly<Record<NodeName, ReplayTarget>> {
  const listed = parseNodeList({ file, text: readInputFile(file, 'a node list in YAML'), env });
  const wanted = assembleNetwork(scenario).nodes();
  const missing = wanted.filter((name) => !Object.hasOwn(listed, name));
  if (missing.length > 0) {
    const shown =
      missing.slice(0, 5).join(', ') + (missing.length > 5 ? ` and ${missing.length - 5} more` : '');
    throw new InputError({
      place: { file },
      message: `does not list ${shown}; scenario ${scenario.name} has ${wanted.length} nodes`,
      hint: `Add a line \`${missing[0] ?? ''}: <base URL>\` for each.`,
    });
  }
  return Object.fromEntries(wanted.map((name) => [name, listed[name] as ReplayTarget]));
}
