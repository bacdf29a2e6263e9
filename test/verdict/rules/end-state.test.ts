import { describe, expect, it } from 'vitest';
import { endState } from '../../../src/verdict/rules/end-state.ts';
import type { Network } from '../../../src/model/network/network.ts';
import { world } from '../../world/world.ts';
import { handMadeRun } from '../hand-made-run.ts';
import { judgementOf } from '../../../src/verdict/check.ts';

function titles(end: Network, predicted: Network): readonly string[] {
  return judgementOf(endState, handMadeRun({ end, prediction: handMadeRun({ end: predicted }) })).clues.map(
    ({ title }) => title,
  );
}

describe('the end states of two runs', () => {
  const aliceFirst = world('alice 70 - 30 bob');

  it('are the same whichever end of a channel is named first', () => {
    expect(titles(world('bob 30 - 70 alice'), aliceFirst)).toEqual([]);
  });

  it('differ where the ends of a channel hold otherwise', () => {
    expect(titles(world('bob 70 - 30 alice'), aliceFirst)).toEqual([
      'channel DAI:1 between alice and bob ends differently',
    ]);
  });
});
