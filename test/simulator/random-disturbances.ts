import fc from 'fast-check';
import type {
  ChurnSpec,
  Disturbances,
  GriefingSpec,
  NodeChoice,
} from '../../src/model/disturbances/disturbance.ts';
import type { DurationDistribution } from '../../src/model/scenario/distribution.ts';

/** What goes wrong among these nodes of one token network, DAI: all kinds of it, mixed. */
export function randomDisturbances(
  nodes: readonly string[],
  amount: fc.Arbitrary<bigint>,
): fc.Arbitrary<Disturbances> {
  const share = fc.constantFrom(0, 0.1, 0.5, 1);
  const choice = fc.oneof(
    fc.constant<NodeChoice>({ kind: 'all' }),
    share.map((part): NodeChoice => ({ kind: 'share', share: part })),
    fc.subarray([...nodes], { minLength: 1 }).map((names): NodeChoice => ({ kind: 'named', names })),
  );
  const stay = fc.constantFrom<DurationDistribution[]>(
    { kind: 'fixed', ms: 900 },
    { kind: 'uniform', minMs: 0, maxMs: 4000 },
    { kind: 'exponential', meanMs: 3000 },
    { kind: 'lognormal', medianMs: 2000, sigma: 2 },
  );
  const churn = fc.oneof(
    fc
      .record({ nodes: choice, online: stay, offline: stay, together: fc.boolean() })
      .map((spec): ChurnSpec => ({ kind: 'random', ...spec })),
    fc.record({ nodes: choice, atMs: fc.nat(5000), durationMs: fc.integer({ min: 1, max: 5000 }) }).map(
      ({ nodes: chosen, ...absence }): ChurnSpec => ({
        kind: 'schedule',
        nodes: chosen,
        absences: [absence],
        everyMs: 10_000,
      }),
    ),
  );
  const hold = fc
    .record({
      nodes: choice,
      role: fc.constantFrom<('target' | 'mediator' | 'either')[]>('target', 'mediator', 'either'),
      probability: fc.oneof(
        share.map((probability) => ({ kind: 'fixed' as const, probability })),
        amount.map((capacity) => ({ kind: 'amount-over' as const, capacity: capacity + 1n })),
      ),
    })
    .map((spec): GriefingSpec => ({ kind: 'hold', ...spec }));
  const jam = fc
    .record(
      {
        pair: fc.shuffledSubarray([...nodes], { minLength: 2, maxLength: 2 }),
        amount: amount.map((each) => each + 1n),
        slots: fc.integer({ min: 1, max: 5 }),
        budget: amount.map((each) => each + 1n),
        lockTimeout: fc.constantFrom(1, 25, 60),
        durationMs: fc.integer({ min: 1, max: 20_000 }),
      },
      { requiredKeys: ['pair', 'amount', 'slots'] },
    )
    .map(({ pair: [from = '', to = ''], ...spec }): GriefingSpec => {
      return { kind: 'jam', from, to, token: 'DAI', startMs: 100, ...spec };
    });
  const messages = fc.record({
    loss: fc.constantFrom(0, 0.05, 0.5),
    late: fc.record({ share, by: stay }),
  });
  const list = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: 1, maxLength: 2 });
  return fc.record(
    { churn: list(churn), griefing: list(fc.oneof(hold, jam)), messages },
    { requiredKeys: [] },
  );
}
