import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/run/finding.ts';
import { differences, inWords } from '../../fixtures/lied-to-replay.ts';
import { loadOnVirtualClock } from '../../fixtures/virtual/virtual-load.ts';
import { type Departure, replayOnVirtualClock } from '../../fixtures/virtual/virtual-replay.ts';
import { LIED_ABOUT, WHOLE_LIES } from '../../fixtures/lies/whole-lies.ts';
import { scenarioFrom } from '../scenario-text.ts';

const market = (fee: number) => `
question: How often is one lie told?
seed: 7
network:
  topology: {channels: [{between: [ann, ben], deposits: [5_000, 5_000]}, {between: [ben, dan], deposits: [5_000, 5_000]}, {between: [dan, eve], deposits: [5_000, 5_000]}]}
  fees: {flat: ${fee}}
protocol: {blockTime: 1s, hopLatency: 50ms}
traffic:
  - {name: market, arrivals: {constant: {perSecond: 20}}, count: 16, pairs: {list: [[ann, dan], [ben, dan], [dan, ann], [ann, ben]]}, amounts: {uniform: {min: 100, max: 140}}}
`;

const IN_REPLAY = async (text: string, departure: Departure): Promise<readonly Finding[]> =>
  differences((await replayOnVirtualClock(scenarioFrom(text), departure)).comparison);
const IN_LOAD = async (text: string, departure: Departure): Promise<readonly Finding[]> =>
  loadOnVirtualClock(scenarioFrom(text), departure);

describe.each([
  { mode: 'a replay at planned times', found: IN_REPLAY },
  { mode: 'a load', found: IN_LOAD },
])('in $mode', ({ found }) => {
  it.each([0, 1])('honest nodes that charge %i raise no alarm', async (fee) => {
    expect((await found(market(fee), {})).map(inWords)).toEqual([]);
  });

  it.each(WHOLE_LIES.flatMap((lie) => [0, 1].map((fee) => ({ ...lie, fee }))))(
    'a node that $what is one finding, where $fee is charged',
    async ({ departure, names, fee }) => {
      const findings = await found(market(fee), departure);
      const named = names === 'payment' ? { operation: LIED_ABOUT } : { operation: null, node: names };
      expect(findings, findings.map(inWords).join('\n')).toMatchObject([named]);
      expect(findings[0]?.follows).toBeGreaterThan(0);
    },
  );
});
