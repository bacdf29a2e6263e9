import { describe, expect, it } from 'vitest';
import { WatchedBalances } from '../../../src/checks/course/watched-balances.ts';
import { whatLacked } from '../../../src/checks/course/what-lacked.ts';
import { CertainFlows } from '../../../src/checks/foresight/certain-flows.ts';
import type { ReasonClass } from '../../../src/model/run/reason-class.ts';
import { exampleNetwork } from '../../fixtures/example-runs.ts';

/** Judges a refused payment of 50 from alice to bob, whose channel holds that much at alice's end. */
function lacked(reason: ReasonClass, held: bigint): string {
  const network = exampleNetwork([['alice', 'bob', held, 1000n]]);
  const balances = new WatchedBalances(network, ['alice', 'bob']);
  return whatLacked(
    {
      operation: { kind: 'pay', node: 'alice', target: 'bob', token: 'DAI', amount: 50n, identifier: 1n },
      outcome: { kind: 'failed', status: 409, reason, message: '' },
    },
    { balances, flows: new CertainFlows(network) },
  );
}

describe('what a payment lacked', () => {
  it('is money where its node finds no way and an end holds too little', () => {
    expect(lacked('no-route', 10n)).toBe('money');
  });

  it('is free locks where its node finds no way and every end holds enough', () => {
    expect(lacked('no-route', 1000n)).toBe('locks');
  });

  it('is service where the locks expired, for it had begun: whatever the ends hold by then', () => {
    expect(lacked('lock-expired', 10n)).toBe('service');
    expect(lacked('lock-expired', 1000n)).toBe('service');
  });
});
