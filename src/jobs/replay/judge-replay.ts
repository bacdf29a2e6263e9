import type { Comparison } from '../../model/run/finding.ts';
import type { Run } from '../../model/run/run.ts';
import { compareRuns } from '../../verdict/compare-runs.ts';
import { overlapsAnything } from '../../verdict/story/overlap.ts';
import { resolveOutcomes } from '../../verdict/story/resolve-outcomes.ts';
import { exploreOrders } from '../../verdict/witness/explore-orders.ts';
import { withCorrections } from '../../verdict/witness/explain.ts';
import { simulate } from '../simulate.ts';
import { correctedSource } from './corrected-source.ts';

/** A run with the prediction it was judged by. */
export type JudgedRun = Run & { readonly prediction: Run; readonly comparison: Comparison };

/** Judges a replay by a prediction; where operations overlapped, by all orders in which they can have come. */
export async function judgeReplay(run: Run, prediction: Run): Promise<JudgedRun> {
  const resolved = withPrediction(run, prediction);
  if (!overlapsAnything(resolved)) return compared(resolved);
  const { scenario, dialects } = run.header;
  const latitude = await exploreOrders(resolved, async ({ corrections = [], ...asked }) => {
    const source = correctedSource(withCorrections(new Map(), corrections));
    return await simulate({ scenario, ...(dialects && { dialects }), ...asked, source });
  });
  return compared({ ...resolved, latitude });
}

/** The same of a run that goes on, as if nothing overlapped. */
export function judgeSoFar(run: Run, prediction: Run): JudgedRun {
  return compared(withPrediction(run, prediction));
}

type Predicted = Run & { readonly prediction: Run };

function withPrediction(run: Run, prediction: Run): Predicted {
  return { ...run, records: resolveOutcomes({ ...run, prediction }), prediction };
}

function compared(observed: Predicted): JudgedRun {
  return { ...observed, comparison: compareRuns({ observed, predicted: observed.prediction }) };
}
