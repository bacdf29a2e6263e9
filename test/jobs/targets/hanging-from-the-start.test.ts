import { describe, expect, it } from 'vitest';
import type { Lie } from '../../fixtures/lying-proxy.ts';
import { scenarioFrom } from '../scenario-text.ts';
import { loadLiedTo } from '../../fixtures/in-sandbox.ts';
import { replayLiedTo } from '../../fixtures/lied-to-replay.ts';

const SCENARIO = scenarioFrom(`
question: How long is a node waited for that never answers?
seed: 1
network: {topology: {line: {nodes: 4}}, capacity: 1_000}
load: {deadline: 100ms}
traffic:
  - {arrivals: {constant: {perSecond: 10}}, count: 2, amounts: 1}
`);

/** Targets of which three take every request and answer none, the first ones that are asked. */
const hung: Lie = async (heard) =>
  heard.node === 'n4' ? await heard.forward() : await new Promise<never>(() => {});

describe.concurrent('the deadline of a run whose nodes hang from the start', () => {
  // Three seconds are the least; half a minute for each of three nodes is what it was.
  const said = 'node n1 does not answer: no answer within 3000 ms';

  it('holds for a load', async () => {
    await expect(loadLiedTo(SCENARIO, hung)).rejects.toThrow(said);
  });

  it('holds for a replay', async () => {
    await expect(replayLiedTo(SCENARIO, hung, { speed: 1, deadlineMs: 100 })).rejects.toThrow(said);
  });
});
