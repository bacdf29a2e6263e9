import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../src/model/scenario/scenario.ts';
import { scenarioFrom } from '../scenario-text.ts';
import { loadLiedTo } from '../../fixtures/in-sandbox.ts';

const lineStopping = (node: string): Scenario =>
  scenarioFrom(`
question: What does the course of a load say of a node that the scenario stops?
seed: 5
network: {topology: {line: {nodes: 3}}, capacity: 100_000, fees: {flat: 0}}
protocol: {view: exact, hopLatency: 1ms, blockTime: 10ms, confirmations: 1}
steps:
  - {stop: ${node}, at: 500ms}
traffic:
  - arrivals: {constant: {perSecond: 100}}
    duration: 1500ms
    amounts: 1
    pairs: {list: [[n1, n3]]}
`);

describe('a load during which the scenario stops a node', () => {
  it.each(['n1', 'n2', 'n3'])('names the stop of %s as the cause, and no overload', async (node) => {
    const { load: result } = await loadLiedTo(lineStopping(node), (heard) => heard.forward());
    expect(result.course).toMatchObject({
      cause: 'stopped',
      sentence: expect.stringContaining(`the scenario had stopped ${node}`),
    });
    expect(result.watch?.places?.map(({ at }) => at)).toEqual([node]);
  });
});
