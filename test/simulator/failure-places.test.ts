import { describe, expect, it } from 'vitest';
import { classifyReason } from '../../src/model/run/reason.ts';
import { type TestChannel, testBench, testNetwork } from './small-networks.ts';

/** Where a payment over 50 from a fails, by the model. */
async function placeOf({
  to,
  channels,
  offline = [],
}: {
  readonly to: string;
  readonly channels: readonly TestChannel[];
  readonly offline?: readonly string[];
}) {
  const bench = testBench(testNetwork({ channels, offline }));
  const answer = await bench.settle(bench.pay('a', to, 50n));
  if (answer.kind !== 'refused' && answer.kind !== 'unreachable') throw new Error(answer.kind);
  if (answer.kind === 'refused') expect(answer.reason).toBe(classifyReason(answer));
  return answer.trace?.failure;
}

describe('the place where a payment fails', () => {
  it('is the end that was dry in front of the target, not the target', async () => {
    const channels = [['a', 'b', 100n, 0n] as const, ['b', 'c', 40n, 60n] as const];
    expect(await placeOf({ to: 'c', channels })).toEqual({
      hop: -1,
      at: 'b',
      channel: 'DAI:2',
      check: 'available-balance',
      required: 'a channel to c that can send 50',
      found: 'available balances [40]',
    });
  });

  it('is the fullest of the ends in front of the target, none of which holds enough', async () => {
    const channels = [
      ['a', 'b', 100n, 0n] as const,
      ['a', 'c', 100n, 0n] as const,
      ['b', 'd', 10n, 60n] as const,
      ['c', 'd', 30n, 60n] as const,
    ];
    expect(await placeOf({ to: 'd', channels })).toMatchObject({ at: 'c', channel: 'DAI:4' });
  });

  it('is the dry end in the middle of the only way', async () => {
    const channels = [
      ['a', 'b', 100n, 0n] as const,
      ['b', 'c', 40n, 60n] as const,
      ['c', 'd', 100n, 0n] as const,
    ];
    expect(await placeOf({ to: 'd', channels })).toEqual({
      hop: -1,
      at: 'b',
      channel: 'DAI:2',
      check: 'route-exists',
      required: 'a path to d of running nodes that can all send 50',
      found: 'none; on the shortest one b can send 40 to c',
    });
  });

  it('is on the shortest of several ways that are dry', async () => {
    const channels = [
      ['a', 'b', 100n, 0n] as const,
      ['b', 'c', 100n, 0n] as const,
      ['c', 'd', 10n, 60n] as const,
      ['d', 'f', 100n, 0n] as const,
      ['b', 'e', 20n, 60n] as const,
      ['e', 'f', 100n, 0n] as const,
    ];
    expect(await placeOf({ to: 'f', channels })).toMatchObject({ at: 'b', channel: 'DAI:5' });
  });

  it('is the payer’s own fullest channel where none of its channels can send the amount', async () => {
    const channels = [['a', 'b', 10n, 0n] as const, ['a', 'c', 30n, 0n] as const];
    expect(await placeOf({ to: 'd', channels: [...channels, ['c', 'd', 100n, 0n]] })).toMatchObject({
      at: 'a',
      channel: 'DAI:2',
      found: 'available balance 30 (balance 30, locked 0)',
    });
  });

  it('is the mediator that is stopped where every way leads through one', async () => {
    const channels = [
      ['a', 'x', 100n, 0n] as const,
      ['a', 'b', 100n, 0n] as const,
      ['b', 'c', 100n, 0n] as const,
      ['c', 'd', 100n, 0n] as const,
    ];
    expect(await placeOf({ to: 'd', channels, offline: ['c'] })).toEqual({
      hop: -1,
      at: 'c',
      check: 'mediator-online',
      required: 'a path to d of running nodes that can all send 50',
      found: 'none; on the shortest one c is stopped',
    });
  });

  it('is the payer where no channels lead to the target', async () => {
    const channels = [['a', 'b', 100n, 0n] as const, ['c', 'd', 100n, 0n] as const];
    expect(await placeOf({ to: 'd', channels })).toMatchObject({ at: 'a', found: 'none' });
  });

  it('is the payer where it is stopped', async () => {
    expect(await placeOf({ to: 'b', channels: [['a', 'b', 100n, 0n]], offline: ['a'] })).toEqual({
      hop: -1,
      at: 'a',
      check: 'source-online',
      required: 'a runs',
      found: 'it is stopped',
    });
  });
});
