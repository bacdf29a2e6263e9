import { describe, expect, it } from 'vitest';
import { timeouts } from '../../../src/verdict/readings/timeouts.ts';
import { directoryOf } from '../../../src/model/network/directory.ts';
import type { ChannelView } from '../../../src/model/run/answer.ts';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { realTiming } from '../../../src/model/run/target-timing.ts';
import {
  channelOf,
  handMadeLoad,
  handMadeRun,
  keptLoad,
  list,
  OF_CAROL,
  opening,
  WITH_CAROL,
} from '../hand-made-run.ts';
import { judgementOf } from '../../../src/verdict/check.ts';
import { step } from '../../world/records.ts';

// Carol has timeouts of her own.
const NETWORK = WITH_CAROL.copy();
NETWORK.setNodeAttribute('carol', 'timeouts', { DAI: { settleTimeout: 300, revealTimeout: 30 } });

/** The settle timeout is the opener's, the reveal timeout her own. */
const SHOWN_BY_CAROL: ChannelView = {
  ...OF_CAROL,
  partnerAddress: directoryOf(NETWORK).addressOf('alice'),
  revealTimeout: 30n,
};

const SETTING = step(
  { kind: 'set', id: 6, node: 'alice', partner: 'carol', revealTimeout: 60 },
  { kind: 'succeeded', status: 200, channels: [{ ...OF_CAROL, revealTimeout: 60n }] },
  { startedAtMs: 200, endedAtMs: 210 },
);

interface Told {
  readonly alice?: Partial<ChannelView>;
  readonly carol?: Partial<ChannelView>;
  readonly opened?: OperationRecord | readonly OperationRecord[];
  /** The nodes are no sandbox of the scenario. */
  readonly isReal?: boolean;
  readonly load?: Run['load'];
}

function told({ alice = {}, carol = {}, opened = opening({ id: 5 }), isReal = false, load }: Told) {
  const { header } = handMadeRun();
  const run = handMadeLoad({
    start: NETWORK,
    header: isReal ? { ...header, timing: realTiming({ run: 1 }) } : header,
    records: [opened].flat(),
    readings: [
      list('end', 'alice', [channelOf('alice', 100n), { ...OF_CAROL, ...alice }]),
      list('end', 'carol', [{ ...SHOWN_BY_CAROL, ...carol }]),
    ],
    ...(load && { load }),
  });
  return judgementOf(timeouts, run).clues.map(
    ({ operation, node, predicted, observed }) => `${operation} ${node}: ${predicted} | ${observed}`,
  );
}

describe('the timeouts of a channel that a run opens', () => {
  it.each<[string, Told]>([
    ['each end has its own reveal timeout', {}],
    [
      'those that were asked for',
      {
        alice: { revealTimeout: 20n },
        opened: opening({ id: 5, revealTimeout: 20 }, { revealTimeout: 20n }),
      },
    ],
    [
      'defaults of real nodes that nobody knows',
      {
        isReal: true,
        alice: { settleTimeout: 400n, revealTimeout: 100n },
        carol: { settleTimeout: 400n, revealTimeout: 100n },
        opened: opening({ id: 5 }, { settleTimeout: 400n, revealTimeout: 100n }),
      },
    ],
    ['one that was set later', { alice: { revealTimeout: 60n }, opened: [opening({ id: 5 }), SETTING] }],
  ])('are no finding where they are true: %s', (_name, shown) => {
    expect(told(shown)).toEqual([]);
  });

  it.each<[string, Told, string]>([
    ['a reveal timeout', { alice: { revealTimeout: 77n } }, '5 alice: 50 | 77'],
    ["the partner's reveal timeout", { carol: { revealTimeout: 50n } }, '5 carol: 30 | 50'],
    [
      'a settle timeout at both ends, also where a reveal timeout was set',
      { alice: { settleTimeout: 700n, revealTimeout: 60n }, opened: [opening({ id: 5 }), SETTING] },
      '5 alice: 500 | 700',
    ],
    [
      'one that was set at the other end',
      {
        alice: { revealTimeout: 60n },
        carol: { revealTimeout: 60n },
        opened: [opening({ id: 5 }), SETTING],
      },
      '5 carol: 30 | 60',
    ],
    [
      'the one before the last that was set',
      { opened: [opening({ id: 5 }), SETTING], alice: { revealTimeout: 50n } },
      '6 alice: 60 | 50',
    ],
    ['an answer', { opened: opening({ id: 5 }, { settleTimeout: 600n }) }, '5 alice: 500 | 600'],
    ['another than was asked for', { opened: opening({ id: 5, settleTimeout: 400 }) }, '5 alice: 400 | 500'],
    [
      'another than a real node answered',
      { isReal: true, opened: opening({ id: 5 }, { settleTimeout: 400n }) },
      '5 alice: 400 | 500',
    ],
  ])('are a finding where they are others: %s', (_name, shown, finding) => {
    expect(told(shown)).toEqual([finding]);
  });

  it('are a finding where they showed for a while', () => {
    const end = {
      channel: 'DAI:1',
      balance: 1n,
      totalDeposit: 100n,
      totalWithdraw: 0n,
      state: 'opened',
    } as const;
    const look = { node: 'alice', askedAtMs: 1, answeredAtMs: 2, kind: 'channels' } as const;
    const watched = [50, 77].map((revealTimeout) => ({ ...look, channels: [{ ...end, revealTimeout }] }));
    expect(told({ load: { ...keptLoad('all'), watched } })).toEqual(['null alice: 50 | 77']);
  });
});
