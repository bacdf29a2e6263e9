import { InputError } from '../../errors.ts';
import type { PlanSpec } from '../../model/plan/plan-spec.ts';
import { periodMetric, PERIODS } from '../../model/scenario/expectation.ts';
import type { ArrivalSpec, Scenario } from '../../model/scenario/scenario.ts';

/**
 * A scenario whose traffic goes on for so long, whatever it says of that: at the same rate, and recorded payments drawn
 * block after block. Traffic that would begin later is left out.
 */
export function lastingFor(scenario: Scenario, horizonMs: number | undefined): Scenario {
  if (horizonMs === undefined) return scenario;
  const { traffic, recorded } = scenario;
  return {
    ...scenario,
    traffic: traffic.flatMap(({ count: _count, ...each }) =>
      each.startMs < horizonMs ? [{ ...each, durationMs: horizonMs - each.startMs }] : [],
    ),
    ...(recorded && { recorded: recorded.map((each) => ({ ...each, durationMs: horizonMs })) }),
  };
}

/** A scenario with so many times the payments of its traffic and of its recorded payments. */
export function grownBy(factor: number, scenario: Scenario): Scenario {
  if (factor === 1) return scenario;
  const { traffic, recorded } = scenario;
  return {
    ...scenario,
    traffic: traffic.map((each) => ({
      ...each,
      arrivals: grownArrivals(each.arrivals, factor),
      ...(each.count !== undefined && { count: Math.max(1, Math.round(each.count * factor)) }),
    })),
    ...(recorded && { recorded: recorded.map((each) => ({ ...each, growth: each.growth * factor })) }),
  };
}

function grownArrivals(arrivals: ArrivalSpec, factor: number): ArrivalSpec {
  return arrivals.kind === 'burst'
    ? { ...arrivals, everyMs: arrivals.everyMs / factor }
    : { ...arrivals, ratePerSecond: arrivals.ratePerSecond * factor };
}

/** Refuses a horizon or a growth of steps alone, and a goal of periods that are longer than the horizon. */
export function requireHorizon(
  { horizonMs, growth, goal, vary }: Pick<PlanSpec, 'horizonMs' | 'growth' | 'goal' | 'vary'>,
  { traffic, recorded = [] }: Scenario,
  file: string,
): void {
  const isGrown = growth !== 1 || vary.some(({ path }) => path === 'plan.growth');
  const field = horizonMs !== undefined ? 'horizon' : isGrown ? 'growth' : undefined;
  if (field !== undefined && traffic.length + recorded.length === 0)
    throw new InputError({
      place: { file, path: `plan.${field}` },
      message: 'found a scenario of steps only, expected traffic or recorded payments, which last and grow',
      hint: `Leave the ${field} out, or describe the payments by traffic.`,
    });
  const { unit } = periodMetric(goal.metric) ?? {};
  const periodMs = unit && PERIODS[unit];
  const isVaried = vary.some(({ path }) => path === HORIZON_PATH);
  if (periodMs !== undefined && !isVaried && (horizonMs ?? 0) < periodMs)
    throw new InputError({
      place: { file, path: 'plan.goal' },
      message: `found a goal of ${unit}, expected a horizon of at least one of them`,
      hint: 'Write plan: {horizon: 4w}, or give --horizon 4w.',
    });
}

/** The field that says it. */
export const HORIZON_PATH = 'plan.horizon';
