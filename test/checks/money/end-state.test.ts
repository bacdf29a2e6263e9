import { describe, expect, it } from 'vitest';
import { endState } from '../../../src/checks/money/end-state.ts';
import type { Network } from '../../../src/model/network/network.ts';
import { exampleNetwork } from '../../fixtures/example-runs.ts';
import { handMadeRun } from '../hand-made-run.ts';

function titles(end: Network, predicted: Network): readonly string[] {
  return endState
    .judge(handMadeRun({ end, prediction: handMadeRun({ end: predicted }) }))
    .clues.map(({ title }) => title);
}

describe('the end states of two runs', () => {
  const aliceFirst = exampleNetwork([['alice', 'bob', 70n, 30n]]);

  it('are the same whichever end of a channel is named first', () => {
    expect(titles(exampleNetwork([['bob', 'alice', 30n, 70n]]), aliceFirst)).toEqual([]);
  });

  it('differ where the ends of a channel hold otherwise', () => {
    expect(titles(exampleNetwork([['bob', 'alice', 70n, 30n]]), aliceFirst)).toEqual([
      'channel DAI:1 between alice and bob ends differently',
    ]);
  });
});
