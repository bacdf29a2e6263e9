import { describe, expect, it } from 'vitest';
import type { Ways } from '../../../src/verdict/bounds/payment-ways.ts';
import type { OperationRecord, Outcome } from '../../../src/model/run/operation.ts';
import { type Step, step, unanswered } from '../../world/records.ts';
import { world } from '../../world/world.ts';
import { Story } from '../../../src/verdict/story.ts';
import { handMadeRun, REFUSED } from '../hand-made-run.ts';

// dave and erin are apart from the others.
const START = world('alice 100 - 100 bob 100 - 100 carol, dave 100 - 100 erin');

const NO_ANSWER = unanswered();

/** A step asked at the first moment and answered at the second. */
function changed(
  [kind, node, partner = '']: readonly [kind: 'open' | 'close' | 'leave', node: string, partner?: string],
  [startedAtMs, endedAtMs]: readonly [number, number],
  outcome?: Outcome,
): OperationRecord {
  const said = { id: startedAtMs, kind, node, partner, totalDeposit: 10n } as Step;
  return step(said, outcome, { startedAtMs, endedAtMs });
}

/** The ways from alice to carol of a payment made within these moments. */
function ways(
  records: readonly OperationRecord[],
  [startedAtMs, endedAtMs]: readonly [number, number],
): Ways {
  const { ways: changing } = new Story(handMadeRun({ start: START, records }));
  return changing.of({ node: 'alice', target: 'carol', token: 'DAI' }, { startedAtMs, endedAtMs });
}

const THROUGH_BOB: Ways = { certain: ['bob'], isOnly: true };
const DIRECT: Ways = { certain: [], isOnly: true };
const SEVERAL: Ways = { certain: [], isOnly: false };

describe('ways of payments through channels that come and go', () => {
  it('are those of the start where no step opens or closes', () => {
    expect(ways([], [0, 100])).toEqual(THROUGH_BOB);
  });

  it('are several from when a second way was asked for', () => {
    const records = [changed(['open', 'alice', 'carol'], [50, 60])];
    expect(ways(records, [10, 40])).toEqual(THROUGH_BOB);
    expect(ways(records, [10, 55])).toEqual(SEVERAL);
    expect(ways(records, [70, 80])).toEqual(SEVERAL);
  });

  it('stay as they were when an opening was refused, and not when it got no answer', () => {
    expect(ways([changed(['open', 'alice', 'carol'], [50, 60], REFUSED)], [70, 80])).toEqual(THROUGH_BOB);
    expect(ways([changed(['open', 'alice', 'carol'], [50, 60], NO_ANSWER)], [70, 80])).toEqual(SEVERAL);
  });

  it('are one again once a close was answered', () => {
    const records = [
      changed(['open', 'alice', 'carol'], [10, 20]),
      changed(['close', 'carol', 'bob'], [50, 60]),
    ];
    expect(ways(records, [30, 40])).toEqual(SEVERAL);
    expect(ways(records, [55, 80])).toEqual(SEVERAL);
    expect(ways(records, [70, 80])).toEqual(DIRECT);
  });

  it('keep a channel whose close was refused or got no answer', () => {
    for (const outcome of [REFUSED, NO_ANSWER])
      expect(
        ways(
          [
            changed(['open', 'alice', 'carol'], [10, 20]),
            changed(['close', 'carol', 'bob'], [50, 60], outcome),
          ],
          [70, 80],
        ),
      ).toEqual(SEVERAL);
  });

  it('keep a channel that may have been opened after the close beside its opening', () => {
    const reopened = [
      changed(['open', 'alice', 'carol'], [10, 20]),
      changed(['open', 'bob', 'carol'], [50, 90]),
      changed(['close', 'carol', 'bob'], [55, 60]),
    ];
    expect(ways(reopened, [70, 80])).toEqual(SEVERAL);
  });

  it('keep a channel that a partner opened for a node that leaves', () => {
    const opened = [changed(['open', 'alice', 'carol'], [10, 20]), changed(['leave', 'carol'], [50, 60])];
    expect(ways(opened, [70, 80])).toEqual(DIRECT);
    const own = [changed(['open', 'carol', 'alice'], [10, 20]), changed(['leave', 'carol'], [50, 60])];
    expect(ways(own, [70, 80])).toEqual(SEVERAL);
    expect(ways(own, [30, 40])).toEqual(SEVERAL);
  });

  it('have in common what every moment between request and answer has', () => {
    const detour = [changed(['open', 'bob', 'dave'], [10, 20]), changed(['open', 'dave', 'carol'], [30, 40])];
    expect(ways(detour, [0, 25])).toEqual(THROUGH_BOB);
    expect(ways(detour, [0, 50])).toEqual({ certain: ['bob'], isOnly: false });
  });
});
