import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { sequences } from '../../../src/jobs/check/arbitraries/sequences.ts';
import { settleSteps } from '../../../src/jobs/settle/settle-steps.ts';
import type { Operation } from '../../../src/model/run/operation.ts';
import type { Scenario } from '../../../src/model/scenario/scenario.ts';
import { differences, inWords } from '../../fixtures/lied-to-replay.ts';
import {
  type Departure,
  inAnotherOrder,
  replayOnVirtualClock,
} from '../../fixtures/virtual/virtual-replay.ts';
import { scenarioFrom } from '../scenario-text.ts';
import { topology } from '../../world/world.ts';

interface HonestOverlap {
  readonly name: string;
  readonly channels?: string;
  readonly network?: object;
  readonly hopLatency?: string;
  readonly steps: readonly object[];
  readonly late?: number;
  readonly order?: readonly number[] | 'reversed';
  readonly messageMs?: number;
}

const CASES = parse(
  readFileSync(new URL('honest-overlap.yaml', import.meta.url), 'utf8'),
) as readonly HonestOverlap[];

async function alarms(scenario: Scenario, departure: Departure): Promise<readonly string[]> {
  const { comparison } = await replayOnVirtualClock(scenario, departure);
  return differences(comparison).map(inWords);
}

function scenarioOf({
  channels = 'n1 2758 - 2678 n2, n1 1 - 2033 n3',
  network = { settleTimeout: 40, revealTimeout: 10 },
  hopLatency = '500ms',
  steps,
}: HonestOverlap): Scenario {
  const protocol = { blockTime: '1s', confirmations: 2, hopLatency };
  const text = stringify({ question: 'Does it raise an alarm?', seed: 1, network, protocol, steps });
  return scenarioFrom(text.replace(/^network:$/m, `network:\n  topology: ${topology(channels)}`));
}

function departureOf({ late, order, messageMs: ms }: HonestOverlap): Departure {
  if (ms !== undefined)
    return {
      nodes: (same) => ({ ...same, protocol: { ...same.protocol, hopLatency: { kind: 'fixed', ms } } }),
    };
  if (order === undefined) return inAnotherOrder(({ id }) => (id === late ? 1 : 0));
  if (order === 'reversed') return { drive: (operations) => operations.toReversed() };
  const placeOf = ({ id }: Operation): number => order.indexOf(id);
  return { drive: (operations) => operations.toSorted((one, other) => placeOf(one) - placeOf(other)) };
}

describe('calls that overlap on nodes that do what the model says raise no alarm', () => {
  it('whatever is drawn', async () => {
    const may = { stopsNodes: true, opensAndCloses: true, takesTime: true };
    await fc.assert(
      fc.asyncProperty(sequences({ paces: ['scenario'], ...may }), async ({ scenario }) => {
        expect(
          await alarms(
            await settleSteps(scenario),
            inAnotherOrder(() => 0),
          ),
        ).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });

  it.each(CASES)('as $name once did', async (overlap) => {
    expect(await alarms(await settleSteps(scenarioOf(overlap)), departureOf(overlap))).toEqual([]);
  });
});
