import { Option } from '@commander-js/extra-typings';
import { compareLoads, type LoadShape, requireBaseline } from '../../checks/performance/compare-loads.ts';
import type { LoadRun, Run } from '../../model/run/run.ts';
import { readRun } from '../run-folder/run-reader.ts';

/** `--baseline`: an earlier load to compare with. */
export function baselineOption() {
  return new Option('--baseline <run>', 'folder of an earlier load: fail when this one is worse');
}

/** Reads it before anything is started. Throws InputError when it says nothing. */
export function readBaseline(folder: string | undefined, current: LoadShape): Run | undefined {
  if (folder === undefined) return undefined;
  const baseline = readRun(folder);
  requireBaseline(baseline, current);
  return baseline;
}

/** The load with what became worse since its baseline. */
export function withBaseline(run: LoadRun, baseline: Run | undefined): LoadRun {
  if (baseline?.load === undefined) return run;
  const comparison = compareLoads({ baseline: baseline.load.aggregate, current: run.load.aggregate });
  return { ...run, load: { ...run.load, baseline: comparison } };
}
