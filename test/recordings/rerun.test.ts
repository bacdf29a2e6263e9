import { beforeAll, describe, expect, it } from 'vitest';
import { agreementPage, agrees } from './agreement.ts';
import { KNOWN_DIFFERENCES } from './known-differences.ts';
import { type Rerun, rerun } from './rerun.ts';

describe('a sandbox that is asked what live nodes were asked', () => {
  let all: readonly Rerun[];
  beforeAll(async () => {
    all = await rerun();
  });

  it('gives the same answers, but where a cause is known', () => {
    for (const { exchange, recorded, answered } of all)
      if (!KNOWN_DIFFERENCES.has(exchange.step))
        expect(answered, `step ${exchange.step}: ${exchange.name}`).toEqual(recorded);
  });

  it('does give another answer wherever a cause is listed', () => {
    const others = all.filter((one) => !agrees(one)).map(({ exchange }) => exchange.step);
    expect(others).toEqual([...KNOWN_DIFFERENCES.keys()].sort((one, other) => one - other));
  });

  it('agrees in 188 of 190 exchanges at least', () => {
    expect(all).toHaveLength(190);
    expect(all.filter(agrees).length).toBeGreaterThanOrEqual(188);
  });

  it('and its page says where it does not', async () => {
    await expect(agreementPage(all)).toMatchFileSnapshot('agreement.md');
  });
});
