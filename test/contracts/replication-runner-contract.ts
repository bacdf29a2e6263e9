import { afterAll, beforeAll, expect, it } from 'vitest';
import { experimentKey, jobKey } from '../../src/jobs/plan/laboratory.ts';
import { replicator } from '../../src/jobs/replicate.ts';
import type { NetworkChange, ReplicationJob } from '../../src/model/plan/experiment.ts';
import type { ReplicationRunner } from '../../src/ports/replication-runner.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';

const HUGE = 2n ** 200n;

// The deposits and the flat fee are beyond what a double holds.
const SCENARIO = scenarioFrom(`
question: What does a runner do?
seed: 3
network:
  topology: {line: {nodes: 3}}
  capacity: ${HUGE}
nodes: {n2: {fees: {flat: ${2n ** 60n + 1n}}}}
traffic:
  - arrivals: {poisson: {perSecond: 5}}
    amounts: {uniform: {min: ${2n ** 61n}, max: ${2n ** 70n}}}
    count: 8
`);
const TOKEN = SCENARIO.networks[0]?.token as string;

const CHANGES: readonly (readonly NetworkChange[])[] = [
  [],
  [{ kind: 'deposit', at: 'all', amount: 2n ** 65n + 1n }],
  [{ kind: 'spread', amount: HUGE + 1n }],
  [
    { kind: 'open', token: TOKEN, between: ['n1', 'n3'], deposits: [HUGE, 2n ** 64n + 1n] },
    { kind: 'remove-node', node: 'n2' },
  ],
  [
    {
      kind: 'charge',
      node: 'n2',
      token: TOKEN,
      fees: { flat: 2n ** 59n + 1n, proportionalPpm: 7, imbalancePpm: 0 },
    },
  ],
];

/** Jobs whose amounts and fees are beyond what a double holds. */
export function jobs(): readonly ReplicationJob[] {
  return CHANGES.flatMap((changes) =>
    ['3.1', '3.2'].map((seed) => ({ scenario: SCENARIO, changes, seed, networkSeed: '3', warmUpMs: 0 })),
  );
}

const keyOf = (job: ReplicationJob): string => jobKey(experimentKey(job), job);

/** What every `ReplicationRunner` keeps, wherever it simulates. */
export function replicationRunnerContract(create: () => Promise<ReplicationRunner>): void {
  let runner: ReplicationRunner;
  beforeAll(async () => {
    runner = await create();
  });
  afterAll(async () => await runner.close());

  it('gives what simulating on the spot gives, however many jobs are under way', async () => {
    const found = await Promise.all(jobs().map((job) => runner.run(job, keyOf(job))));
    expect(found).toEqual(await Promise.all(jobs().map(replicator())));
  });

  it('rejects with the error of a job that fails, and goes on', async () => {
    const [job] = jobs() as readonly [ReplicationJob];
    const [traffic] = SCENARIO.traffic;
    const wrong = {
      ...job,
      scenario: { ...SCENARIO, traffic: [{ ...traffic, pairs: { kind: 'uniform', from: ['nobody'] } }] },
    } as ReplicationJob;
    const failed = runner.run(wrong, keyOf(wrong));
    // By its name: the pool's is of the class that was built.
    await expect(failed).rejects.toMatchObject({
      name: 'InputError',
      message: expect.stringContaining('nobody'),
    });
    expect(await runner.run(job, keyOf(job))).toEqual(await replicator()(job));
  });

  it('takes at least one job at once', () => {
    expect(runner.width).toBeGreaterThanOrEqual(1);
  });
}
