import { REPLENISH_KEYS, type ReplenishSpec } from '../model/disturbances/replenish.ts';
import type { GriefingSpec } from '../model/disturbances/disturbance.ts';
import type { TokenName } from '../model/network/network.ts';
import type { Observation } from '../model/run/observation.ts';
import type { TokenSpec } from '../model/scenario/scenario.ts';
import { PARTS } from './scenario-file.ts';
import type { Draft, LeafStep, Part, PlacedPart } from './text/draft.ts';
import type { FaultList } from './text/fault-list.ts';
import { suggestion } from './text/suggestion.ts';
import type { PathStep } from './text/yaml-document.ts';

/** The name of a token that a file does not name. */
export const DEFAULT_TOKEN: TokenName = 'TOK';

type Named<Name extends 'network' | 'traffic'> = PlacedPart<
  Part<Name>['value'] & { readonly token: TokenName }
>;

/** The parts of a scenario with the token of each. */
export interface TokenedParts {
  readonly tokens: readonly TokenSpec[];
  readonly networks: readonly Named<'network'>[];
  readonly traffic: readonly Named<'traffic'>[];
  readonly steps: readonly TokenedStep[];
  readonly griefing: readonly GriefingSpec[];
  readonly replenish: readonly ReplenishSpec[];
}

type GivenObservation = Extract<LeafStep, { readonly kind: 'observe' }>['observation'];

/** A step whose token, where it has one, is named. */
type TokenedStep = LeafStep extends infer One
  ? One extends { readonly kind: 'stop' | 'start' | 'slow' | 'wait' }
    ? One
    : One extends { readonly kind: 'observe' }
      ? Omit<One, 'observation'> & { readonly observation: Observation }
      : Omit<One, 'token'> & { readonly token: TokenName }
  : never;

/** Gives every part its token: the one it names, or the only one there is. */
export function resolveTokens(draft: Draft, faults: FaultList): TokenedParts {
  const tokens = tokensOf(draft);
  const names = [...new Set(tokens.map(({ name }) => name))];
  const resolve = (path: readonly PathStep[], given: TokenName | undefined): TokenName => {
    if (given === undefined) {
      if (names.length > 1 && draft.namesAreComplete)
        faults.at(path, `which token? expected \`token:\` with one of ${names.join(', ')}`);
      return names[0] ?? DEFAULT_TOKEN;
    }
    if (!names.includes(given) && draft.namesAreComplete)
      faults.unexpected(
        [...path, 'token'],
        `one of the tokens ${names.join(', ')}`,
        suggestion(given, names),
      );
    return given;
  };
  const withToken = (given: GivenObservation, path: readonly PathStep[]): Observation =>
    given.of === 'channels' || given.of === 'payments' || given.of === 'path-requests' || given.of === 'paths'
      ? { ...given, token: resolve(path, given.token) }
      : given;
  const named = <Value extends { readonly token?: TokenName }>(parts: readonly PlacedPart<Value>[]) =>
    parts.map(({ path, value }) => ({ path, value: { ...value, token: resolve(path, value.token) } }));
  const parts: TokenedParts = {
    tokens,
    networks: named(draft.networks),
    traffic: named(draft.traffic),
    steps: draft.steps.map(({ path, value }): TokenedStep => {
      if (value.kind === 'observe') {
        const { observation } = value;
        return { ...value, observation: withToken(observation, [...path, 'observe', observation.of]) };
      }
      if (!('from' in value) && value.kind !== 'leave') return value;
      return { ...value, token: resolve([...path, value.kind], value.token) };
    }),
    griefing: draft.griefing.map(({ path, value }) =>
      value.kind === 'hold' ? value : { ...value, token: resolve([...path, value.kind], value.token) },
    ),
    replenish: draft.replenish.map(({ path, value }) => ({
      ...value,
      token: resolve([...path, REPLENISH_KEYS[value.kind]], value.token),
    })),
  };
  checkDuplicates(draft, parts, faults);
  if (draft.namesAreComplete) checkTrafficHasNodes(parts, faults);
  return parts;
}

function tokensOf({ tokens, networks }: Draft): readonly TokenSpec[] {
  if (tokens.length > 0) return tokens.map(({ value }) => value);
  const names = new Set(networks.map(({ value }) => value.token ?? DEFAULT_TOKEN));
  return (names.size === 0 ? [DEFAULT_TOKEN] : [...names]).map((name) => PARTS.token.parse({ name }));
}

function checkDuplicates(draft: Draft, { networks }: TokenedParts, faults: FaultList): void {
  for (const [index, { path, value }] of draft.tokens.entries())
    if (draft.tokens.findIndex((other) => other.value.name === value.name) < index)
      faults.unexpected([...path, 'name'], 'a name no other token has');
  for (const [index, { path, value }] of networks.entries())
    if (networks.findIndex((other) => other.value.token === value.token) < index)
      faults.at(path, `a second network of token ${value.token}, expected one per token`);
}

// Chance can only choose among nodes that have channels of the token at the start.
function checkTrafficHasNodes({ tokens, networks, traffic }: TokenedParts, faults: FaultList): void {
  const knownTokens = new Set(tokens.map(({ name }) => name));
  const withNetwork = new Set(networks.map(({ value }) => value.token));
  for (const { path, value } of traffic)
    if (value.pairs.kind !== 'list' && knownTokens.has(value.token) && !withNetwork.has(value.token))
      faults.at(
        path,
        `token ${value.token} has no network whose nodes could pay`,
        'name the `pairs:` in a list',
      );
}
