import { INTEGER, jsonReader, toJson } from '../../../model/json.ts';
import type { ReplicationJob } from '../../../model/plan/experiment.ts';
import { FEE_INTEGERS, SCENARIO_INTEGERS } from '../../../model/scenario/scenario-integers.ts';
import type { Scenario } from '../../../model/scenario/scenario.ts';
import { MILLRACE_VERSION } from '../../../runtime/versions.ts';
import { digestOf } from '../job-key.ts';

/** A job as it lies in Redis; its scenario lies beside, once for all jobs that have it. */
export interface JobMessage {
  /** The version that asks: another one may give other figures. */
  readonly millrace: string;
  /** The digest of the scenario. */
  readonly scenario: string;
  /** All the rest, as JSON. */
  readonly job: string;
}

/** A scenario as it lies in Redis. */
export interface ScenarioMessage {
  readonly digest: string;
  readonly text: string;
}

type WithoutScenario = Omit<ReplicationJob, 'scenario'>;

/** What is sent of a scenario: not what is only told, expected or planned. */
export function scenarioMessage(scenario: Scenario): ScenarioMessage {
  const { description: _d, load: _l, plan: _p, ...decisive } = scenario;
  const text = toJson({ ...decisive, expect: [] });
  return { digest: digestOf(text), text };
}

/** What is sent of a job whose scenario has that digest. */
export function jobMessage({ scenario: _s, ...job }: ReplicationJob, digest: string): JobMessage {
  return { millrace: MILLRACE_VERSION, scenario: digest, job: toJson(job) };
}

/** Reads a scenario's text back. */
export const readScenario = jsonReader<Scenario>(SCENARIO_INTEGERS) as (text: string) => Scenario;

/** Reads the rest of a job back. */
export const readJob = jsonReader<WithoutScenario>({
  changes: { amount: INTEGER, deposits: INTEGER, fees: FEE_INTEGERS },
}) as (text: string) => WithoutScenario;

/** Jobs of one version that have the same key are one job, whichever plan asks. */
export function jobId(key: string): string {
  return `${MILLRACE_VERSION}-${key}`;
}
