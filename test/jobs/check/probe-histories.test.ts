import { expect, it } from 'vitest';
import { trySequence } from '../../../src/jobs/check/try-case.ts';
import { sequenceIn } from '../scenario-text.ts';
import { lyingBench } from './lying-bench.ts';

const SEQUENCE = sequenceIn('n1 100 - 100 n2', ['pay: {from: n1, to: n2, amount: 3}']);

/** A try on nodes of which one leaves the first few requests for a page of a history unanswered. */
async function triedUnanswered(times: number) {
  let left = times;
  const bench = lyingBench(() => async (heard) => {
    const isPage =
      heard.node === 'n1' && heard.path.startsWith('/payments') && heard.query?.includes('limit') === true;
    if (!isPage || left <= 0) return await heard.forward();
    left -= 1;
    return 'break';
  });
  return await trySequence(SEQUENCE, { bench, seed: '1' });
}

it('a page that is not answered once, as where a connection breaks twice, is asked for again', async () => {
  expect(await triedUnanswered(2)).toMatchObject({ verdict: 'held' });
});

it('a page that is never answered is no answer, and not one with other entries', async () => {
  const { verdict, found } = await triedUnanswered(Number.POSITIVE_INFINITY);
  expect(verdict).toBe('violated');
  expect(found?.title).toMatch(/^n1 does not tell its entries from offset 0, 1 at most$/);
  expect(found?.observed).toMatch(/^no answer: /);
});
