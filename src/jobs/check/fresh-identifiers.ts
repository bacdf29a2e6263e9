import type { Scenario } from '../../model/scenario/scenario.ts';
import { createRandomSource } from '../../runtime/random-source.ts';
import { paymentIdentifiers } from '../../workload/payment-identifiers.ts';

/**
 * The same steps with other identifiers where they name some, one for each that they name: nodes keep to what they answered
 * to an identifier before (raiden.md 1.5).
 */
export function withFreshIdentifiers(scenario: Scenario, seed: string): Scenario {
  const next = paymentIdentifiers(createRandomSource(seed).stream('named identifiers'));
  const fresh = new Map<bigint, bigint>();
  const freshFor = (named: bigint): bigint => {
    const known = fresh.get(named) ?? next();
    fresh.set(named, known);
    return known;
  };
  return {
    ...scenario,
    steps: scenario.steps.map((step) =>
      step.kind === 'pay' && step.identifier !== undefined
        ? { ...step, identifier: freshFor(step.identifier) }
        : step,
    ),
  };
}
