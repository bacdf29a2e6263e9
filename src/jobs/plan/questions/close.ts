import { z } from 'zod';
import type { PlanSpec } from '../../../model/plan/plan-spec.ts';
import { MINE } from '../../../model/run/selected-metric.ts';
import { integer } from '../../../scenario/fields/values.ts';
import { mapping } from '../../../scenario/text/schema.ts';
import { assembleNetwork } from '../../assemble.ts';
import { endsOf } from '../../change-network.ts';
import type { Candidate, Generator, QuestionContext } from '../question.ts';

/** How many channels to look at. */
interface Closing {
  readonly channels: number;
}

/** Channels of my nodes that might be closed, with the money at my end. */
export const close: Generator<Closing> = {
  key: 'close',
  schema: z.lazy(() =>
    mapping({
      channels: integer({ min: 1, max: 1000 })
        .describe('Number of channels of `mine` to look at, the largest balances first.')
        .prefault(10),
    })
      .describe('Channels of my nodes to close.')
      .exactOptional(),
  ),
  requires: ['mine', 'Write plan: {mine: hub, costs: {capitalPerYear: 5%}, close: {channels: 10}}.'],
  metrics: (_settings, spec) => [metricOf(spec)],
  candidatesOf,
};

// Without prices a channel costs nothing.
function metricOf({ costs }: PlanSpec): string {
  return costs === undefined ? `earned{node=${MINE}}` : `profit{node=${MINE}}`;
}

async function candidatesOf(
  { base, own, spec }: QuestionContext,
  { channels }: Closing,
): Promise<readonly Candidate[]> {
  const network = assembleNetwork(base.scenario);
  const ends = endsOf(network, { owners: own.nodes ?? [] }).map(({ channel, end }) => {
    const node = network.extremities(channel)[end];
    const holds = network.getEdgeAttribute(channel, 'balance')[end];
    return { channel, what: `close ${node}–${network.opposite(node, channel)}`, holds };
  });
  return ends
    .sort((a, b) => Number(b.holds > a.holds) - Number(a.holds > b.holds))
    .slice(0, channels)
    .map(({ channel, what }) => ({
      kind: 'close',
      what,
      changes: [{ kind: 'remove-channel', channel }],
      metric: metricOf(spec),
      onChain: spec.costs?.onChain ?? 0,
    }));
}
