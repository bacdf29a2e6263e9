import { describe, expect, it } from 'vitest';
import { isStated } from '../../../src/report/figures/unexpected-steps.ts';
import { type Mutation, mutatedText, mutationsOf } from './mutations.ts';
import { failedLines, playerRun, TEAM_FILES } from './player-run.ts';

// Every task that asserts something or asks a node for something, repetitions included.
const JUDGED: Readonly<Record<string, number>> = {
  bf1_basic_functionality: 299,
  mfee1_flat_fee: 11,
  mfee2_proportional_fees: 11,
  ms1_simple_monitoring: 7,
  pfs1_get_a_simple_path: 11,
  pfs3_multiple_paths: 13,
  pfs8_mediator_goes_offline: 34,
};

describe.each([...TEAM_FILES])("the Raiden team's %s", (name, text) => {
  it('passes as it is, with every assertion judged', async () => {
    const run = await playerRun(text);
    expect(failedLines(run)).toEqual([]);
    expect(run.records.filter(isStated)).toHaveLength(JUDGED[name] as number);
  });

  it('fails at each line whose expected number is off by one, or whose path has two nodes swapped, and at no other', async () => {
    for (const round of roundsOf(mutationsOf(text)))
      expect(failedLines(await playerRun(mutatedText(text, round)))).toEqual(
        [...new Set(round.map(({ taskLine }) => taskLine))].sort((a, b) => a - b),
      );
  });
});

// In each round every task has one of its values changed at most.
function roundsOf(mutations: readonly Mutation[]): readonly (readonly Mutation[])[] {
  const rounds: Mutation[][] = [];
  for (const mutation of mutations) {
    const round = rounds.find((changes) => changes.every(({ taskLine }) => taskLine !== mutation.taskLine));
    if (round === undefined) rounds.push([mutation]);
    else round.push(mutation);
  }
  return rounds;
}
