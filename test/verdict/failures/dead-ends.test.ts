import { expect, it } from 'vitest';
import { toJson } from '../../../src/model/json.ts';
import { replayOnVirtualClock } from '../../fixtures/virtual/virtual-replay.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';
import { failed } from '../../world/records.ts';
import { topology } from '../../world/world.ts';

const OPENED = `
question: Which channel carries nothing?
seed: 1
network: {topology: ${topology('ann 1_000 - 1_000 ben 1_000 - 1_000 dan')}, fees: {flat: 0}}
protocol: {blockTime: 1s, hopLatency: 20ms}
steps:
  - open: {from: ann, to: dan, deposit: 100}
  - pay: {from: ann, to: dan, amount: 5}
  - pay: {from: ann, to: dan, amount: 5}
`;

it('a channel that was opened meanwhile and carries nothing is named by its ends', async () => {
  const { comparison } = await replayOnVirtualClock(scenarioFrom(OPENED), {
    tell: (driven) => ({
      ...driven,
      records: driven.records.map((record) =>
        record.operation.kind === 'pay' ? { ...record, outcome: failed('lock-expired') } : record,
      ),
    }),
  });
  expect(toJson(comparison)).toContain('nothing crossed ann–dan from ann');
});
