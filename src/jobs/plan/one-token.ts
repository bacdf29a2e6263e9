import { InputError } from '../../errors.ts';
import { channelsOf } from '../../model/network/channels-on-demand.ts';
import type { Network, TokenName } from '../../model/network/network.ts';
import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import type { PlanSpec } from '../../model/plan/plan-spec.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';

/**
 * The part of a scenario that the planned token has: its channels, traffic and steps. Every sum of money that planning
 * makes is then one of one token. Throws InputError where the scenario has several and the plan names none of them.
 */
export function ofOneToken(scenario: Scenario, spec: Pick<PlanSpec, 'token'>, file: string): Scenario {
  const { token } = spec;
  const { networks, traffic, steps, griefing, replenish, recorded = [] } = scenario;
  const payments = recorded.flatMap((each) => each.payments);
  const parts: readonly object[] = [...networks, ...traffic, ...steps, ...payments];
  const used = [...new Set(parts.filter(hasToken).map((part) => part.token))];
  if (token === undefined ? used.length > 1 : !used.includes(token)) throw wrongToken(used, spec, file);
  if (used.length < 2) return scenario;
  const isPlanned = (part: object): boolean => !hasToken(part) || part.token === token;
  return {
    ...scenario,
    networks: networks.filter(isPlanned),
    traffic: traffic.filter(isPlanned),
    steps: steps.filter(isPlanned),
    ...(scenario.recorded && {
      recorded: recorded.map((each) => ({ ...each, payments: each.payments.filter(isPlanned) })),
    }),
    ...(griefing && { griefing: griefing.filter(isPlanned) }),
    ...(replenish && { replenish: replenish.filter(isPlanned) }),
  };
}

/** The token of a planned network's channels, or the first one of the scenario where there are no channels. */
export function plannedToken(network: Network): PlannedToken | undefined {
  const channels = channelsOf(network);
  const token = network
    .getAttribute('tokens')
    .find(({ name }) => channels.length === 0 || name === channels.token(0));
  return token && { name: token.name, decimals: token.decimals };
}

function hasToken(part: object): part is { readonly token: TokenName } {
  return 'token' in part;
}

function wrongToken(used: readonly TokenName[], { token }: Pick<PlanSpec, 'token'>, file: string) {
  const names = used.join(', ');
  const message =
    token === undefined
      ? `a plan is made for one token, and the scenario has ${used.length}: ${names}`
      : `found "${token}", expected a token that the scenario uses: ${names}`;
  const hint = `Write plan: {token: ${used[0]}}, and make a plan for each: sums of two tokens mean nothing.`;
  return new InputError({ place: { file, path: 'plan.token' }, message, hint });
}
