import { z } from 'zod';
import type { FeeSchedule } from '../../../model/network/fees.ts';
import type { NodeName, TokenName } from '../../../model/network/network.ts';
import { nodeName } from '../../../scenario/fields/values.ts';
import { feeSchedule } from '../../../scenario/fields/network-fields.ts';
import { values } from '../../../scenario/fields/plan-fields.ts';
import { addFault, mapping } from '../../../scenario/text/schema.ts';
import type { Candidate, Generator } from './candidate.ts';

const SCHEMA = z.lazy(() =>
  mapping({
    node: nodeName().describe('The mediator that charges.'),
    schedules: z.array(feeSchedule()).min(2).describe('What it might charge.').exactOptional(),
    proportionalPpm: values()
      .describe('Or a range of shares of the amount, in millionths, of which the best is sought.')
      .exactOptional(),
  })
    .transform(({ node, schedules, proportionalPpm }, context): Charging => {
      const shares = (proportionalPpm ?? []).map((share) => Number(String(share).replaceAll('_', '')));
      const areShares = shares.every((ppm) => Number.isInteger(ppm) && ppm >= 0 && ppm <= MILLION);
      if (!areShares || (schedules === undefined) === (proportionalPpm === undefined))
        addFault(context, {
          expected: 'either schedules, or a range of proportionalPpm of whole numbers up to 1,000,000',
          path: [],
        });
      const ranged = shares.map((ppm): FeeSchedule => ({ flat: 0n, proportionalPpm: ppm, imbalancePpm: 0 }));
      return { node, schedules: schedules ?? ranged };
    })
    .describe('Fees of a mediator to try, others unchanged.')
    .exactOptional(),
);

const MILLION = 1_000_000;

/** A mediator, and what it might charge. */
interface Charging {
  readonly node: NodeName;
  readonly schedules: readonly FeeSchedule[];
}

/** Fees of a mediator, others unchanged. */
export const charge: Generator<Charging> = {
  key: 'charge',
  schema: SCHEMA,
  mentions: ({ node }) => [['node', node, 'changed']],
  metrics: ({ node }) => [earned(node)],
  async candidatesOf({ base }, { node, schedules }) {
    const token = base.scenario.networks[0]?.token as TokenName;
    return schedules.map(
      (fees): Candidate => ({
        kind: 'charge',
        what: node,
        changes: [{ kind: 'charge', node, token, fees }],
        metric: earned(node),
      }),
    );
  },
};

function earned(node: NodeName): string {
  return `earned{node=${node}}`;
}
