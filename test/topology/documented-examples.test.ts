import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/jobs/parse-scenario.ts';
import { createRandomSource } from '../../src/runtime/random-source.ts';
import { buildNetwork } from '../../src/topology/build-network.ts';
import { planOperations } from '../../src/workload/plan-operations.ts';
import { allArrivals, allPairs } from '../workload/all-choices.ts';
import { GENERATORS } from '../../src/jobs/assemble.ts';

const ROOT = new URL('../../', import.meta.url);

// The parts of a page are fragments: a question, a seed and a network make a scenario of each.
function scenarioText(fragment: string): string {
  const network = /^networks?:/m.test(fragment) ? '' : 'network: {topology: {line: {nodes: 5}}}\n';
  return `question: Does this example of the documentation work?\nseed: 1\n${network}${fragment}`;
}

describe('the examples of docs/models.md', () => {
  const page = 'docs/models.md';
  const text = readFileSync(new URL(page, ROOT), 'utf8');
  const examples = [...text.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, fragment]) => fragment ?? '');

  it('exist', () => {
    expect(examples.length).toBeGreaterThan(4);
  });

  it.each(examples)('is a scenario that can be built and planned: %s', (fragment) => {
    const scenario = parseScenario({
      file: page,
      text: scenarioText(fragment),
      readFile: (path) => readFileSync(new URL(`scenarios/${path}`, ROOT), 'utf8'),
    });
    const random = createRandomSource(scenario.seed);
    const network = buildNetwork(scenario, random, GENERATORS);
    expect(network.order).toBeGreaterThan(1);
    const operations = planOperations({ scenario, network, random, arrivals: allArrivals, pairs: allPairs });
    expect(operations.length > 0).toBe(scenario.traffic.length + scenario.steps.length > 0);
  });
});
