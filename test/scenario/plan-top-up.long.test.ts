import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assembleNetwork, assembleOperations } from '../../src/jobs/assemble.ts';
import { replicationSeed } from '../../src/jobs/plan/laboratory.ts';
import { parseScenario } from '../../src/jobs/parse-scenario.ts';
import { plan } from '../../src/jobs/plan/plan.ts';
import { changesByKind } from '../jobs/plan/answers.ts';
import { ledger } from '../jobs/plan/questions/top-up-model.ts';

const file = 'scenarios/plan-top-up.yaml';
const source = { file, text: readFileSync(file, 'utf8') };
const REPLICATIONS = 5;
const HOUR_MS = 3_600_000;

/** The payments of a replication, for a model that shares no code with what it judges. */
function salesOf(replication: number) {
  const scenario = { ...parseScenario(source), seed: replicationSeed('30', replication) };
  return assembleOperations({ scenario, network: assembleNetwork(scenario) }).flatMap((operation) =>
    operation.kind === 'pay' ? [{ atH: operation.atMs / HOUR_MS, amount: Number(operation.amount) }] : [],
  );
}

describe('topping up against deposits, in the shipped scenario', () => {
  it('finds topping up the cheaper one, at the costs of a model of a few lines', async () => {
    const { result } = await plan({ source, questions: ['changes'] });
    const { replenish } = changesByKind(result);
    expect(replenish[0]?.replenish?.kind).toBe('top-up');
    expect(replenish.at(-1)).not.toHaveProperty('replenish');
    for (const { replenish: policy, changes, money } of replenish) {
      const cost = money?.amount;
      const deposit = changes[0]?.kind === 'deposit' ? changes[0].amount : 0n;
      const rule = policy && { below: policy.limit, everyH: policy.everyMs / HOUR_MS };
      const asked = { perHour: 0.12 / 365 / 24, onChain: 30, hours: 720, rule, share: 0.99 };
      const costs = Array.from(
        { length: REPLICATIONS },
        (_, at) => ledger(salesOf(at), Number(deposit), asked).cost,
      );
      const mean = costs.reduce((sum, each) => sum + each, 0) / REPLICATIONS;
      expect(cost?.mean).toBeGreaterThan(0.999 * mean);
      expect(cost?.mean).toBeLessThan(1.001 * mean);
    }
  });
});
