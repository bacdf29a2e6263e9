import { z } from 'zod';
import {
  HIGHEST_RATE,
  HIGHEST_SPEED,
  MOST_IN_FLIGHT,
  MOST_PAYMENTS,
} from '../../model/scenario/load-spec.ts';
import { mapping } from '../text/mapping.ts';
import { duration } from './duration-field.ts';
import { filePath, sentence } from './name-fields.ts';
import { integer, number } from './number-fields.ts';

const EXECUTORS = [
  'shared-iterations',
  'per-vu-iterations',
  'constant-vus',
  'ramping-vus',
  'constant-arrival-rate',
  'ramping-arrival-rate',
  'trace',
] as const;

/** The keys of all executors together, as they are read. */
export type GivenExecutor = z.output<ReturnType<typeof executorSettings>>;

/** Every key that an executor may have; which ones it must have, `executor` says. */
export function executorSettings() {
  return mapping({
    executor: z
      .enum(EXECUTORS)
      .describe(
        'Which one; names and meanings are those of k6, and `trace`, which repeats recorded payments.',
      ),
    startTime: duration().describe('When it starts, after the start of the load.').prefault('0s'),
    gracefulStop: duration()
      .describe(
        'How long its payments in flight may go on after its time; then they are indeterminate; absent: 30s.',
      )
      .exactOptional(),
    traffic: sentence()
      .describe('Name of the traffic whose pairs and amounts it uses; absent: the first.')
      .exactOptional(),
    vus: vus('Payments in flight, each followed by the next.').exactOptional(),
    iterations: integer({ min: 1, max: MOST_PAYMENTS })
      .describe('Payments: together (`shared-iterations`) or of each virtual user.')
      .exactOptional(),
    maxDuration: duration({ positive: true })
      .describe('Starts no payment after this, for both kinds of iterations; absent: 10m.')
      .exactOptional(),
    duration: duration({ positive: true }).describe('How long payments start.').exactOptional(),
    startVUs: vus('Virtual users at the start; absent: 1.', 0).exactOptional(),
    gracefulRampDown: duration()
      .describe('How long a virtual user that is no longer wanted may go on with its payment; absent: 30s.')
      .exactOptional(),
    rate: rate('Payments per `timeUnit`.').exactOptional(),
    startRate: rate('Payments per `timeUnit` at the start; absent: 0.').exactOptional(),
    timeUnit: duration({ positive: true }).describe('What rates count in; absent: 1s.').exactOptional(),
    preAllocatedVUs: vus('As `maxVUs`, where that is absent.', 0).exactOptional(),
    maxVUs: vus(
      `Payments in flight at most; beyond it starts are dropped; absent: ${MOST_IN_FLIGHT}.`,
    ).exactOptional(),
    stages: z
      .array(
        mapping({
          duration: duration().describe('How long it takes.'),
          target: number({ min: 0, max: HIGHEST_RATE }).describe('What it reaches, in a straight line.'),
        }),
      )
      .min(1)
      .describe('How virtual users or rates change, one after the other.')
      .exactOptional(),
    file: filePath()
      .describe('Recorded payments: the folder of a run, its `outcomes.ndjson`, or CSV with a header.')
      .exactOptional(),
    speed: number({ min: 0, above: true, max: HIGHEST_SPEED })
      .describe('How many times as fast as they were recorded; absent: 1.')
      .exactOptional(),
  });
}

function vus(what: string, min = 1) {
  return integer({ min, max: MOST_IN_FLIGHT }).describe(what);
}

function rate(what: string) {
  return number({ min: 0, max: HIGHEST_RATE }).describe(what);
}
