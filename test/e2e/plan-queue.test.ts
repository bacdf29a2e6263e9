import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_REDIS, startRedis, type TestRedis } from '../jobs/plan/redis-server.ts';
import { folderWith, keptOfPlan, planFolderIn, type RunningCli, runCli, startCli } from './built-cli.ts';

const hub = (payments: number): Readonly<Record<string, string>> => ({
  'hub.yaml': `
question: What must a hub hold?
seed: 5
network:
  topology: {star: {spokes: 12}}
  capacity: 400
  fees: {proportionalPpm: 4_000}
traffic:
  - arrivals: {poisson: {perSecond: 20}}
    count: ${payments}
    amounts: {uniform: {min: 1, max: 60}}
plan:
  replications: 5
  vary: {network.capacity: [400, 800]}
`,
});
// Each simulation takes long enough for its worker to die in the middle of it.
const LONG = hub(500);
const SHORT = hub(50);
const COMMAND = ['plan', 'hub.yaml', '--find', 'rebalance'] as const;

// Short, so that what a dead worker held is taken again soon.
const LOCK = ['--lock', '1'] as const;

const KILLS = 5;

describe.skipIf(NO_REDIS !== '')(`a plan over a queue${NO_REDIS && ` (${NO_REDIS})`}`, () => {
  let redis: TestRedis;
  let client: Redis;
  const workers: RunningCli[] = [];
  beforeAll(async () => {
    redis = await startRedis();
    client = new Redis(redis.url);
  });
  beforeEach(async () => void (await client.flushall()));
  afterAll(async () => {
    for (const worker of workers) worker.kill();
    client.disconnect();
    await redis.stop();
  });

  it('has the bytes of one process, with two workers after one was killed five times in a row', async () => {
    const [here, queued] = [folderWith(LONG), folderWith(LONG)];
    const reference = runCli([...COMMAND, '--threads', '1'], { folder: here });
    const plan = startCli([...COMMAND, '--queue', redis.url], { folder: queued });
    const dead = new Set<string>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const worker = await startWorker();
      await untilHolding(dead);
      worker.kill();
      await worker.result;
    }
    const lost = await client.llen('millrace:replications:active');
    const two = await Promise.all([startWorker(), startWorker()]);
    const { code, stderr, stdout } = await plan.result;
    expect(code, stderr).toBe(0);
    expect(lost).toBeGreaterThan(0);
    await reference;
    expect(keptOfPlan(planFolderIn(queued, 'hub'))).toEqual(keptOfPlan(planFolderIn(here, 'hub')));
    for (const worker of two) worker.interrupt();
    const ended = await Promise.all(two.map(({ result }) => result));
    expect(ended.map((each) => each.code)).toEqual([0, 0]);
    const said = [stdout, stderr, ...ended.map((each) => each.stderr)].join('\n');
    expect(said).not.toContain(redis.password);
    expect(await client.keys('millrace:replications:0.*')).toEqual([]);
  });

  it('leaves no job behind when it is stopped, and goes on without a queue to the same bytes', async () => {
    const [here, stopped] = [folderWith(SHORT), folderWith(SHORT)];
    const reference = runCli([...COMMAND, '--threads', '1'], { folder: here });
    const plan = startCli([...COMMAND, '--queue', redis.url], { folder: stopped });
    // No worker is there: all of its jobs wait.
    while ((await client.llen('millrace:replications:wait')) === 0) await plan.until(/seed 5/);
    plan.interrupt();
    const { code, stderr } = await plan.result;
    expect(code, stderr).toBe(130);
    expect(await client.keys('millrace:replications:0.*')).toEqual([]);
    const folder = planFolderIn(stopped, 'hub');
    const resumed = await runCli([...COMMAND, '--threads', '1', '--resume', folder], { folder: stopped });
    expect(resumed.code, resumed.stderr).toBe(0);
    await reference;
    expect(keptOfPlan(planFolderIn(stopped, 'hub'))).toEqual(keptOfPlan(planFolderIn(here, 'hub')));
  });

  async function startWorker(): Promise<RunningCli> {
    const worker = startCli(['worker', '--threads', '1', ...LOCK], {
      folder: folderWith({}),
      env: { MILLRACE_REDIS: redis.url },
    });
    workers.push(worker);
    await worker.until(/takes jobs from/);
    return worker;
  }

  // Locks hold the name of the worker that has the job; those of dead workers stay until they expire.
  async function untilHolding(dead: Set<string>): Promise<void> {
    for (;;) {
      const locks = await client.keys('millrace:replications:*:lock');
      const tokens = locks.length === 0 ? [] : await client.mget(locks);
      const holders = tokens.flatMap((token) => token?.split(':')[0] ?? []);
      const [living] = holders.filter((holder) => !dead.has(holder));
      if (living !== undefined) return void dead.add(living);
    }
  }
});
