import type { Comparison } from '../../model/run/finding.ts';
import type { Run } from '../../model/run/run.ts';
import { compareRuns } from '../../verdict/compare-runs.ts';
import { overlapsAnything } from '../../verdict/timeline/overlap.ts';
import { resolveOutcomes } from '../../verdict/timeline/resolve-outcomes.ts';
import { type Model, witnessedWays } from '../../verdict/witness/witnessed-ways.ts';
import { simulate } from '../simulate.ts';
import { correctedSource } from './corrected-source.ts';

/** A run with the prediction it was judged by. */
export type JudgedRun = Run & { readonly prediction: Run; readonly comparison: Comparison };

/** Judges a replay by a prediction; where operations overlapped, by bounds and a history that explains what nodes show. */
export async function judgeReplay(run: Run, prediction: Run): Promise<JudgedRun> {
  const observed = resolvedBy(run, prediction);
  const witnessed = overlapsAnything(observed) ? await witnessedWays(observed, modelOf(run)) : undefined;
  return { ...observed, comparison: compareRuns({ observed, predicted: prediction, witnessed }) };
}

/** Judges a run that goes on, as if nothing overlapped. */
export function judgeSoFar(run: Run, prediction: Run): JudgedRun {
  const observed = resolvedBy(run, prediction);
  return { ...observed, comparison: compareRuns({ observed, predicted: prediction }) };
}

function resolvedBy(run: Run, prediction: Run): Run & { readonly prediction: Run } {
  return { ...run, records: resolveOutcomes({ ...run, prediction }), prediction };
}

function modelOf({ header: { scenario, dialects } }: Run): Model {
  return ({ corrections, ...asked }) =>
    simulate({
      scenario,
      ...(dialects && { dialects }),
      ...asked,
      pace: 'scenario',
      source: correctedSource(corrections),
    });
}
