import { extname, join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { compareRuns } from '../checks/compare-runs.ts';
import { InputError } from '../errors.ts';
import { toJson } from '../model/json.ts';
import type { Run } from '../model/run/run.ts';
import { htmlReport } from '../report/html.ts';
import { type CommandContext, examples } from './command.ts';
import { showSummary } from './keep/conclude-run.ts';
import { EXIT } from './failure/exit-codes.ts';
import { jsonOption } from './options/options.ts';
import { writeJsonFile } from './files/json-file.ts';
import { writeWholeFile } from './files/output-file.ts';
import { writeReportFiles } from './run-folder/report-files.ts';
import { RUN_FILES } from './run-folder/run-folder.ts';
import { readRun } from './run-folder/run-reader.ts';

/** `millrace compare`: two runs of one plan, operation by operation; or one replay, judged again. */
export function compareCommand({ terminal, conclude }: CommandContext) {
  return new Command('compare')
    .description('compare two runs of the same scenario outcome by outcome, or judge one replay again')
    .argument('<run>', 'run folder: a replay, or the run to judge')
    .argument('[predicted]', "run folder to judge it by (default: the replay's own prediction)")
    .option('-o, --output <file>', 'also write the comparison to this .json or .html file')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples({
        'millrace compare reports/demo/2026-01-31T12-00-00Z': 'judge a replay again',
        'millrace compare reports/demo/2026-01-31T12-00-00Z reports/demo/seed-7':
          'a replay with a simulation',
        'millrace compare reports/demo/seed-8 reports/demo/seed-7 -o seeds.html': 'on a page',
      }),
    )
    .action((folder, predictedFolder, { output, json }) => {
      assertOutput(output);
      const observed = readRun(folder);
      const predicted =
        predictedFolder === undefined ? predictionOf(folder, observed) : readRun(predictedFolder);
      assertComparable(observed, predicted);
      const comparison = compareRuns({ observed, predicted });
      const judged: Run = { ...observed, prediction: predicted, comparison };
      if (predictedFolder === undefined) writeReportFiles(folder, judged);
      if (output !== undefined && extname(output) === '.html') writeWholeFile(output, htmlReport(judged));
      else if (output !== undefined) writeJsonFile(output, comparison, 1);
      if (json) terminal.out(`${toJson(comparison, 2)}\n`);
      else {
        const kept = predictedFolder === undefined ? join(folder, RUN_FILES.report) : undefined;
        showSummary(terminal, judged, output ?? kept);
      }
      conclude(comparison.differences === 0 ? EXIT.asExpected : EXIT.notAsExpected);
    });
}

function predictionOf(folder: string, run: Run): Run {
  if (run.prediction) return run.prediction;
  throw new InputError({
    place: { file: folder },
    message:
      run.header.job === 'replay' ? 'has no prediction to be judged by' : 'is a simulation, not a replay',
    hint: 'Name a second run folder to compare it with.',
  });
}

function assertComparable(observed: Run, predicted: Run): void {
  const [one, other] = [observed.header.scenario.name, predicted.header.scenario.name];
  if (one !== other) {
    throw new InputError({
      message: `the runs are of different scenarios: ${one} and ${other}`,
      hint: 'Compare runs of one scenario; their operations must be the same ones.',
    });
  }
}

function assertOutput(output: string | undefined): void {
  if (output === undefined || ['.json', '.html'].includes(extname(output))) return;
  throw new InputError({ place: { file: output }, message: 'must end in .json or .html' });
}
