import { describe, expect, it } from 'vitest';
import { inHistory } from '../../fixtures/liars.ts';
import { findingsOf } from '../../fixtures/lied-to-replay.ts';
import { scenarioFrom } from '../scenario-text.ts';

// A lock that would expire at once: the payment begins, fails, and has an entry of its failure.
const SCENARIO = scenarioFrom(`
question: Do histories list what failed?
seed: 3
network: {topology: {line: {nodes: 3}}, capacity: 1_000}
protocol: {view: exact, hopLatency: 1ms, blockTime: 10ms, confirmations: 1}
steps:
  - deposit: {from: n1, to: n2, totalDeposit: 600}
  - pay: {from: n1, to: n2, amount: 1, lockTimeout: 1, times: 2}
traffic:
  - {arrivals: {constant: {perSecond: 100}}, count: 10, amounts: 2, pairs: {list: [[n2, n1], [n1, n2], [n1, n3]]}}
`);

const isFailed = (entry: object): boolean => JSON.stringify(entry).includes('EventPaymentSentFailed');
const DROPPED = inHistory('n1', (entries) => entries.filter((one) => !isFailed(one)));
const INVENTED = inHistory('n2', (entries) => [
  ...entries,
  ...entries.slice(-1).map(({ token_address, log_time, initiator, target }) => ({
    event: 'EventPaymentSentFailed',
    reason: 'lock expired',
    target: initiator ?? target,
    token_address,
    log_time,
  })),
]);

describe.each(['scenario', 'load'] as const)('entries of failed payments, driven as %s', (mode) => {
  it.each([
    { name: 'left out', lie: DROPPED, node: 'n1', observed: '0 times' },
    { name: 'invented', lie: INVENTED, node: 'n2', observed: 'once' },
  ])('are judged: $name', async ({ lie, node, observed }) => {
    const found = (await findingsOf(mode, SCENARIO, lie)).map(
      (one) => `${one.check} ${one.node}: ${one.observed}`,
    );
    expect(found).toEqual([`history ${node}: ${observed}`]);
  });

  it('are no finding where they are true', async () => {
    expect(await findingsOf(mode, SCENARIO, (heard) => heard.forward())).toEqual([]);
  });
});
