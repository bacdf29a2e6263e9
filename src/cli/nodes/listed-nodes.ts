import { assembleNetwork } from '../../jobs/assemble.ts';
import type { Target } from '../../jobs/targets/target.ts';
import { InputError } from '../../errors.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { CommandContext } from '../command.ts';
import { readInputFile } from '../files/input-file.ts';
import { type NodeList, parseNodeList } from './node-list.ts';

/** Where each node of a scenario answers, from a node list. Throws InputError when one is missing. */
export function listedNodes(
  file: string,
  scenario: Scenario,
  env: CommandContext['env'],
  wanted: readonly NodeName[] = assembleNetwork(scenario).nodes(),
): NodeList {
  const list = parseNodeList({ file, text: readInputFile(file, 'a node list in YAML'), env });
  const missing = wanted.filter((name) => !Object.hasOwn(list.targets, name));
  if (missing.length > 0) {
    const shown =
      missing.slice(0, 5).join(', ') + (missing.length > 5 ? ` and ${missing.length - 5} more` : '');
    throw new InputError({
      place: { file },
      message: `does not list ${shown}; scenario ${scenario.name} has ${wanted.length} nodes`,
      hint: `Add a line \`${missing[0] ?? ''}: <base URL>\` for each.`,
    });
  }
  const targets = Object.fromEntries(wanted.map((name) => [name, list.targets[name] as Target]));
  requireKnownTokens(list, file, scenario);
  return { targets, tokens: list.tokens };
}

function requireKnownTokens({ tokens }: NodeList, file: string, scenario: Scenario): void {
  const known = new Set(scenario.tokens.map(({ name }) => name));
  const unknown = Object.keys(tokens).find((token) => !known.has(token));
  if (unknown === undefined) return;
  throw new InputError({
    place: { file, path: `tokens.${unknown}` },
    message: `scenario ${scenario.name} has no token ${unknown}`,
    hint: `Its tokens are ${[...known].join(', ')}.`,
  });
}
