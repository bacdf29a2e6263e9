import { describe, expect, it } from 'vitest';
import { timeouts } from '../../../src/verdict/readings/timeouts.ts';
import { directoryOf } from '../../../src/model/network/directory.ts';
import type { ChannelView } from '../../../src/model/run/answer.ts';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { realTiming } from '../../../src/model/run/target-timing.ts';
import { world } from '../../world/world.ts';
import { loadRun } from '../../fixtures/load-runs.ts';
import { channelOf, handMadeRun, reading } from '../hand-made-run.ts';
import { judgementOf } from '../../../src/verdict/check.ts';

// Carol is a node without channels, and with time-outs of its own.
const NETWORK = world('alice 100 - 100 bob');
NETWORK.addNode('carol', {
  address: directoryOf(world('carol 1 - 1 dave')).addressOf('carol'),
  timeouts: { DAI: { settleTimeout: 300, revealTimeout: 30 } },
  online: true,
});

const OPENED: ChannelView = {
  ...channelOf('alice', 70n),
  partnerAddress: directoryOf(NETWORK).addressOf('carol'),
  channelIdentifier: 2n,
  totalDeposit: 70n,
};
/** As carol shows it: the settle time-out is the opener's, the reveal time-out its own. */
const OF_CAROL: ChannelView = {
  ...OPENED,
  partnerAddress: directoryOf(NETWORK).addressOf('alice'),
  revealTimeout: 30n,
};

function opening(answered: Partial<ChannelView> = {}, asked: object = {}): OperationRecord {
  const about = { node: 'alice', partner: 'carol', token: 'DAI', totalDeposit: 70n } as const;
  return {
    operation: { id: 5, kind: 'open', ...about, ...asked, atMs: 0, origin: 'steps[0]' },
    startedAtMs: 0,
    endedAtMs: 100,
    outcome: { kind: 'succeeded', status: 201, channels: [{ ...OPENED, ...answered }] },
  };
}

interface Told {
  readonly alice?: Partial<ChannelView>;
  readonly carol?: Partial<ChannelView>;
  readonly opened?: OperationRecord;
  /** The nodes are no sandbox of the scenario. */
  readonly isReal?: boolean;
  readonly load?: Run['load'];
}

function told({ alice = {}, carol = {}, opened = opening(), isReal = false, load }: Told): readonly string[] {
  const shown = (node: string, channels: readonly ChannelView[]) => ({
    ...reading({
      moment: 'end',
      node: 'alice',
      view: { kind: 'channels' },
      value: { kind: 'channels', channels },
    }),
    node,
  });
  const { header } = handMadeRun();
  const run = handMadeRun({
    start: NETWORK,
    header: isReal ? { ...header, timing: realTiming({ run: 1 }) } : header,
    records: [opened],
    readings: [
      shown('alice', [channelOf('alice', 100n), { ...OPENED, ...alice }]),
      shown('carol', [{ ...OF_CAROL, ...carol }]),
    ],
    load: load ?? loadRun().load,
  });
  return judgementOf(timeouts, run).clues.map(
    ({ operation, node, predicted, observed }) => `${operation} ${node}: ${predicted} | ${observed}`,
  );
}

describe('the time-outs of a channel that a run opens', () => {
  it.each<[string, Told]>([
    ['each end has its own reveal time-out', {}],
    [
      'those that were asked for',
      { alice: { revealTimeout: 20n }, opened: opening({ revealTimeout: 20n }, { revealTimeout: 20 }) },
    ],
    [
      'defaults of real nodes that nobody knows',
      {
        isReal: true,
        alice: { settleTimeout: 400n, revealTimeout: 100n },
        carol: { settleTimeout: 400n, revealTimeout: 100n },
        opened: opening({ settleTimeout: 400n, revealTimeout: 100n }),
      },
    ],
  ])('are no finding where they are true: %s', (_name, shown) => {
    expect(told(shown)).toEqual([]);
  });

  it.each<[string, Told, string]>([
    ['a reveal time-out', { alice: { revealTimeout: 77n } }, '5 alice: 50 | 77'],
    ["the partner's reveal time-out", { carol: { revealTimeout: 50n } }, '5 carol: 30 | 50'],
    [
      'a settle time-out at both ends',
      { alice: { settleTimeout: 700n }, carol: { settleTimeout: 700n } },
      '5 alice: 500 | 700',
    ],
    ['an answer', { opened: opening({ settleTimeout: 600n }) }, '5 alice: 500 | 600'],
    ['another than was asked for', { opened: opening({}, { settleTimeout: 400 }) }, '5 alice: 400 | 500'],
    [
      'another than a real node answered',
      { isReal: true, opened: opening({ settleTimeout: 400n }) },
      '5 alice: 400 | 500',
    ],
  ])('are a finding where they are others: %s', (_name, shown, finding) => {
    expect(told(shown)).toEqual([finding]);
  });

  it('are a finding where they showed for a while', () => {
    const { load } = loadRun();
    const end = {
      channel: 'DAI:1',
      balance: 1n,
      totalDeposit: 100n,
      totalWithdraw: 0n,
      state: 'opened',
    } as const;
    const look = { node: 'alice', askedAtMs: 1, answeredAtMs: 2, kind: 'channels' } as const;
    const watched = [50, 77].map((revealTimeout) => ({ ...look, channels: [{ ...end, revealTimeout }] }));
    expect(told({ load: { ...load, watched } })).toEqual(['null alice: 50 | 77']);
  });
});
