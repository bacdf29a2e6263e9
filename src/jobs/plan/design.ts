import { InputError } from '../../errors.ts';
import { Decimal } from '../../model/decimal.ts';
import type { Experiment } from '../../model/plan/experiment.ts';
import type { Factor, PlanSpec } from '../../model/plan/plan-spec.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { ScenarioText } from '../../scenario/parse-scenario.ts';
import { type Setting, variedText } from '../../scenario/text/edited-text.ts';
import { parseScenario } from '../parse-scenario.ts';
import { grownBy, HORIZON_PATH, lastingFor } from './horizon.ts';
import { ofOneToken } from './one-token.ts';

/** A point before it is measured. */
export interface PointPlan {
  readonly settings: Readonly<Record<string, string>>;
  readonly experiment: Experiment;
  /** The scenario's text with them. */
  readonly text: string;
}

/** The points of a plan, each with the scenario that it sets. */
export function pointPlans(source: ScenarioText, scenario: Scenario, spec: PlanSpec): readonly PointPlan[] {
  return designPoints(spec.vary).map((settings) => {
    const text = variedText(source, settings);
    return {
      settings: Object.fromEntries(settings.map(({ path, value }) => [path, settingText(value)])),
      experiment: { scenario: variant({ ...source, text }, { scenario, spec, settings }), changes: [] },
      text,
    };
  });
}

/**
 * The points of a plan, each of which says what every factor is set to: every combination, the last factor first. Without
 * factors there is one, the scenario as it is.
 */
export function designPoints(factors: readonly Factor[]): readonly (readonly Setting[])[] {
  return factors.reduce<readonly (readonly Setting[])[]>(
    (points, { path, values }) =>
      points.flatMap((point) => values.map((value) => [...point, { path, value }])),
    [[]],
  );
}

interface Variant {
  readonly scenario: Scenario;
  readonly spec: PlanSpec;
  readonly settings: readonly Setting[];
}

// A value that the scenario refuses is told with the factor that set it, not with a place in the text that was made of it.
function variant(source: ScenarioText, { scenario, spec, settings }: Variant): Scenario {
  if (settings.length === 0) return scenario;
  try {
    const varied = seeded(parseScenario(source), scenario.seed);
    const isHorizonVaried = settings.some(({ path }) => path === HORIZON_PATH);
    const horizonMs = isHorizonVaried ? varied.plan?.horizonMs : spec.horizonMs;
    const lasting = lastingFor(ofOneToken(varied, spec, source.file), horizonMs);
    return grownBy(varied.plan?.growth ?? spec.growth, lasting);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const set = settings.map(({ path, value }) => `${path} = ${settingText(value)}`).join(', ');
    const [first] = error.faults;
    throw new InputError({
      place: { file: source.file },
      message: `plan.vary: with ${set} the scenario is wrong: ${first?.message ?? error.message}`,
      hint: first?.hint,
    });
  }
}

function settingText(value: unknown): string {
  return typeof value === 'string' || value instanceof Decimal
    ? value.toString()
    : JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? item.toString() : item));
}

/** The scenario with that seed, where one is given. */
export function seeded(scenario: Scenario, seed: string | undefined): Scenario {
  return seed === undefined ? scenario : { ...scenario, seed };
}
