import { describe, expect, it } from 'vitest';
import { classifyReason } from '../../src/model/run/reason.ts';
import { SHORT_TIMEOUTS, testBench } from '../world/test-bench.ts';
import { world } from '../world/world.ts';

/** Where a payment over 50 from a fails, by the model. */
async function placeOf({
  to,
  channels,
  offline = [],
}: {
  readonly to: string;
  readonly channels: string;
  readonly offline?: readonly string[];
}) {
  const bench = testBench(world(channels, { ...SHORT_TIMEOUTS, offline }));
  const answer = await bench.settle(bench.pay('a', to, 50n));
  if (answer.kind !== 'refused' && answer.kind !== 'unreachable') throw new Error(answer.kind);
  if (answer.kind === 'refused') expect(answer.reason).toBe(classifyReason(answer));
  return answer.trace?.failure;
}

describe('the place where a payment fails', () => {
  it('is the end that was dry in front of the target, not the target', async () => {
    const channels = 'a 100 - 0 b 40 - 60 c';
    expect(await placeOf({ to: 'c', channels })).toEqual({
      hop: -1,
      at: 'b',
      channel: 'DAI:2',
      check: 'available-balance',
      required: 'a channel to c that can send 50',
      found: 'available balance 40',
    });
  });

  it('is the fullest of the ends in front of the target, none of which holds enough', async () => {
    const channels = 'a 100 - 0 b, a 100 - 0 c, b 10 - 60 d, c 30 - 60 d';
    expect(await placeOf({ to: 'd', channels })).toMatchObject({ at: 'c', channel: 'DAI:4' });
  });

  it('is the dry end in the middle of the only way', async () => {
    const channels = 'a 100 - 0 b 40 - 60 c 100 - 0 d';
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
    const channels = 'a 100 - 0 b 100 - 0 c 10 - 60 d 100 - 0 f, b 20 - 60 e 100 - 0 f';
    expect(await placeOf({ to: 'f', channels })).toMatchObject({ at: 'b', channel: 'DAI:5' });
  });

  it('is the payer’s own fullest channel where none of its channels can send the amount', async () => {
    const channels = 'a 10 - 0 b, a 30 - 0 c';
    expect(await placeOf({ to: 'd', channels: `${channels} 100 - 0 d` })).toMatchObject({
      at: 'a',
      channel: 'DAI:2',
      found: 'available balance 30 (balance 30, locked 0)',
    });
  });

  it('is the mediator that is stopped where every way leads through one', async () => {
    const channels = 'a 100 - 0 x, a 100 - 0 b 100 - 0 c 100 - 0 d';
    expect(await placeOf({ to: 'd', channels, offline: ['c'] })).toEqual({
      hop: -1,
      at: 'c',
      check: 'mediator-online',
      required: 'a path to d of running nodes that can all send 50',
      found: 'none; on the shortest one c is stopped',
    });
  });

  it('is the payer where no channels lead to the target', async () => {
    const channels = 'a 100 - 0 b, c 100 - 0 d';
    expect(await placeOf({ to: 'd', channels })).toMatchObject({ at: 'a', found: 'none' });
  });

  it('is the payer where it is stopped', async () => {
    expect(await placeOf({ to: 'b', channels: 'a 100 - 0 b', offline: ['a'] })).toEqual({
      hop: -1,
      at: 'a',
      check: 'source-online',
      required: 'a runs',
      found: 'it is stopped',
    });
  });
});
