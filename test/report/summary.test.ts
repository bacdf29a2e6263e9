import { describe, expect, it } from 'vitest';
import { toJson } from '../../src/model/json.ts';
import { summaryOf } from '../../src/report/summary.ts';
import { smallReplay, smallRun } from '../fixtures/example-runs.ts';
import { loadRun } from '../fixtures/load-runs.ts';
import { expectAsPublished } from '../fixtures/published-schema.ts';

describe('summaryOf', () => {
  it.each(Object.entries({ run: smallRun(), replay: smallReplay() }))(
    'is the golden summary of the small %s',
    async (name, run) => {
      const file = `../golden/small-${name}.summary.json`;
      await expect(`${toJson(summaryOf(run), 2)}\n`).toMatchFileSnapshot(file);
    },
  );

  it.each([smallRun(), smallReplay(), loadRun()])('is as its schema says', (run) => {
    expectAsPublished('summary', toJson(summaryOf(run)));
  });

  it('depends neither on when nor on which machine the run was made', () => {
    const run = smallRun();
    const later = {
      ...run,
      header: {
        ...run.header,
        startedAt: '2031-12-31T23:59:59.999Z',
        versions: { millrace: '9', node: 'v99' },
      },
    };
    expect(toJson(summaryOf(later))).toBe(toJson(summaryOf(run)));
  });

  it('says so when a balance does not add up', () => {
    const run = smallRun();
    run.end?.setEdgeAttribute('DAI:1', 'balance', [59n, 42n]);
    expect(summaryOf(run)).toMatchObject({ verdict: { word: 'not-as-expected' } });
    expect(summaryOf(run).invariants).toContainEqual({
      name: 'channel-balances',
      holds: false,
      detail: 'channel DAI:1: balances 59 + 42 do not add up to the capacity 100',
    });
  });

  it('is plain JSON: nothing is lost on the way through a file', () => {
    const summary = summaryOf(smallReplay());
    expect(JSON.parse(toJson(summary))).toEqual(summary);
  });
});
