import { describe, expect, it } from 'vitest';
import { differences, inWords } from '../../fixtures/lied-to-replay.ts';
import { LIES } from '../../fixtures/lies/lies.ts';
import { namesOperations, replayThrough } from '../../fixtures/lies/named-operations.ts';
import type { Lie } from '../../fixtures/lying-proxy.ts';

/** Each lie hears what the one before it would have sent on. */
function inTurn(lies: readonly Lie[]): Lie {
  return lies.reduce(
    (inner, lie) => (heard) =>
      lie({
        ...heard,
        forward: async (changed) => {
          const reply = await (changed === undefined ? inner(heard) : heard.forward(changed));
          if (reply === 'break') throw new Error('a lie that breaks the connection tells nothing on');
          return reply;
        },
      }),
  );
}

describe('a replay through a proxy', () => {
  it('finds nothing when the proxy tells the truth', async () => {
    const comparison = await replayThrough((heard) => heard.forward());
    expect(differences(comparison).map(inWords)).toEqual([]);
    expect(comparison.counts).toEqual({
      agrees: 13,
      differs: 0,
      indeterminate: 0,
      'allowed-by-concurrency': 0,
    });
  });

  it('tells several lies of one run apart', async () => {
    const names = ['success without paying', 'doubling a history entry', 'ignoring a close'];
    const told = LIES.filter(({ name }) => names.includes(name));
    const found = differences(await replayThrough(inTurn(told.map(({ lie }) => lie()))));
    const blamed = [...new Set(found.map(({ operation }) => operation))];
    expect(blamed, found.map(inWords).join('\n')).toEqual([1, 6, 8]);
  });

  // Every twelfth of a list that stands in order of what is lied about; replay-lies.long.test.ts tells them all.
  namesOperations(LIES.filter((_, at) => at % 12 === 0));
});
