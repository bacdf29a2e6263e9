import { REPLENISH_KEYS } from '../model/disturbances/replenish.ts';
import type { TokenName } from '../model/network/network.ts';
import { token } from './fields/network-fields.ts';
import { type LeafStep, type Placed, placed, placedNetworks, type ReadFile } from './placed-parts.ts';
import type { FaultList } from './text/fault-list.ts';
import { suggestion } from './text/suggestion.ts';
import type { PathStep } from './text/yaml-document.ts';

/** The name of a token that a file does not name. */
export const DEFAULT_TOKEN: TokenName = 'TOK';

/** The same with the token named, where there is one. */
type Tokened<Value> = Value extends { readonly observation: infer Observed }
  ? Omit<Value, 'observation'> & { readonly observation: Tokened<Observed> }
  : 'token' extends keyof Value
    ? Omit<Value, 'token'> & { readonly token: TokenName }
    : Value;

/** The parts of a scenario with the token of each: the one it names, or the only one there is. */
export function resolveTokens(file: ReadFile, written: readonly Placed<LeafStep>[], faults: FaultList) {
  const tokens = tokensOf(file);
  const names = [...new Set(tokens.map(({ name }) => name))];
  const resolve = (path: readonly PathStep[], given: TokenName | undefined): TokenName => {
    if (given === undefined && names.length > 1)
      faults.at(path, `which token? expected \`token:\` with one of ${names.join(', ')}`);
    if (given !== undefined && !names.includes(given)) {
      const expected = `one of the tokens ${names.join(', ')}`;
      faults.unexpected([...path, 'token'], expected, suggestion(given, names));
    }
    return given ?? names[0] ?? DEFAULT_TOKEN;
  };
  const tokened = <Value extends object>(value: Value, path: readonly PathStep[]): Tokened<Value> => {
    const { token: given } = value as { readonly token?: TokenName };
    return { ...value, token: resolve(path, given) } as unknown as Tokened<Value>;
  };
  const tokenedStep = (step: LeafStep, path: readonly PathStep[]): Tokened<LeafStep> => {
    if (step.kind === 'observe' && OBSERVED_OF_TOKEN.includes(step.observation.of)) {
      const observation = tokened(step.observation, [...path, 'observe', step.observation.of]);
      return { ...step, observation };
    }
    const hasToken = 'from' in step || step.kind === 'leave';
    return (hasToken ? tokened(step, [...path, step.kind]) : step) as Tokened<LeafStep>;
  };
  const all = <Value extends object>(parts: readonly Placed<Value>[]) =>
    parts.map(({ path, value }) => ({ path, value: tokened(value, path) }));
  const networks = all(placedNetworks(file));
  const traffic = all(placed('traffic', file.traffic));
  const steps = written.map(({ path, value }) => ({ path, value: tokenedStep(value, path) }));
  const griefing = placed('griefing', file.griefing).map(({ path, value }) =>
    value.kind === 'hold' ? value : tokened(value, [...path, value.kind]),
  );
  const replenish = placed('replenish', file.replenish).map(({ path, value }) =>
    tokened(value, [...path, REPLENISH_KEYS[value.kind]]),
  );
  for (const [index, { name }] of tokens.entries())
    if (tokens.findIndex((other) => other.name === name) < index)
      faults.unexpected(['tokens', index, 'name'], 'a name no other token has');
  const withNetwork = new Set<TokenName>();
  for (const { path, value } of networks) {
    if (withNetwork.has(value.token))
      faults.at(path, `a second network of token ${value.token}, expected one per token`);
    withNetwork.add(value.token);
  }
  // Chance can only choose among nodes that have channels of the token at the start.
  for (const { path, value } of traffic)
    if (value.pairs.kind !== 'list' && names.includes(value.token) && !withNetwork.has(value.token))
      faults.at(
        path,
        `token ${value.token} has no network whose nodes could pay`,
        'name the `pairs:` in a list',
      );
  return { tokens, networks, traffic, steps, griefing, replenish };
}

const OBSERVED_OF_TOKEN: readonly string[] = ['channels', 'payments', 'path-requests', 'paths'];

function tokensOf(file: ReadFile) {
  if (file.tokens !== undefined) return file.tokens;
  const names = new Set(placedNetworks(file).map(({ value }) => value.token ?? DEFAULT_TOKEN));
  return (names.size === 0 ? [DEFAULT_TOKEN] : [...names]).map((name) => token().parse({ name }));
}
