import { dirname, join } from 'node:path';
import { InputError } from '../errors.ts';
import { judgeNow } from '../jobs/load/judge-load.ts';
import { readTargets } from '../jobs/load/load-readings.ts';
import type { LoadRun } from '../model/run/run.ts';
import { Figures } from '../report/figures/figures.ts';
import { RunTally } from '../report/figures/run-tally.ts';
import { type CommandContext, declareCommand, EXIT, type ExitCode } from './command.ts';
import { exitCodeOf, showSummary } from './run-folder/conclude-run.ts';
import type { KeptRun } from './run-folder/keep-run.ts';
import { listedNodes } from './nodes/node-list.ts';
import { adoptK6Records } from './k6/k6-records-folder.ts';
import { acceptUnknownOption, jsonOption, text } from './options/option.ts';
import { summaryJson, writeReportFiles } from './run-folder/report-files.ts';
import { RUN_FILES } from './run-folder/run-files.ts';
import { writeRunIndex } from './run-folder/run-index.ts';
import { refuseForeignPage } from './files/output-file.ts';
import { readStoredRun } from './run-folder/run-reader.ts';
import { sealed } from './run-folder/seal.ts';
import { writeJudgement } from './run-folder/run-writer.ts';

/** `millrace report`: the reports of old runs, made again. */
export const reportCommand = declareCommand({
  name: 'report',
  says: 'make report.html, junit.xml and summary.json of run folders again, from their records',
  arguments: [{ form: '<runs...>', says: 'run folders' }],
  options: {
    nodes: text(
      '<file>',
      'loads: check against what these nodes show now; nothing else may have been paid since',
    ),
    acceptUnknown: acceptUnknownOption,
    json: jsonOption,
  },
  examples: {
    'millrace report reports/demo/seed-7': 'one run',
    'millrace report reports/*/*/': 'all runs, after an update of Millrace',
    'millrace report records --nodes nodes.yaml':
      'a load that k6 ran by itself, checked against the nodes as they are now',
    'millrace report reports/demo/seed-7 --json': 'its figures for a script',
  },
  async run({ terminal, env, conclude }, options, folders) {
    // All are read before the first is written: a damaged one leaves the others as they were.
    for (const folder of folders) adoptK6Records(folder);
    const read = folders.map(readKeptRun);
    const { nodes } = options;
    const runs = nodes === undefined ? read : [await judgedNow(read, nodes, env)];
    for (const { folder } of runs)
      for (const page of [join(folder, RUN_FILES.report), join(reportsOf(folder), 'index.html')])
        refuseForeignPage(page);
    for (const { folder, run, figures } of runs) {
      sealed(folder, () => writeReportFiles(folder, run, figures));
      if (options.json) terminal.out(summaryJson(run, figures));
      else showSummary(terminal, run, join(folder, RUN_FILES.report), figures);
    }
    for (const out of new Set(runs.map(({ folder }) => reportsOf(folder)))) writeRunIndex(out);
    const codes = runs.map((kept) => reportedCodeOf(kept, options));
    conclude(WORST_FIRST.find((code) => codes.includes(code)) ?? EXIT.asExpected);
  },
});

// The reports folder of a run folder.
function reportsOf(folder: string): string {
  return dirname(dirname(join(folder, '.')));
}

// Its records are read here: any that are damaged are found before a file is written.
function readKeptRun(folder: string): KeptRun {
  const run = readStoredRun(folder);
  return { folder, run, figures: new Figures(run, RunTally.of(run)) };
}

const WORST_FIRST = [EXIT.notAsExpected, EXIT.thresholdFailed, EXIT.interrupted, EXIT.unknown];

// An interrupted run is no news to its user, and leaves the exit code as it is; an interrupted k6 among several is news.
function reportedCodeOf(
  { run, figures }: KeptRun,
  { acceptUnknown }: { readonly acceptUnknown: boolean },
): ExitCode {
  if (!run.partial) return exitCodeOf(run, { acceptUnknown, figures });
  if (run.load?.thresholds.some(({ met }) => !met)) return EXIT.thresholdFailed;
  return run.load?.clocks === undefined ? EXIT.asExpected : EXIT.interrupted;
}

/** Checks a load that is over against what its nodes show now, for later reports too. Throws InputError. */
async function judgedNow(
  [only, ...others]: readonly KeptRun[],
  nodesFile: string,
  env: CommandContext['env'],
): Promise<KeptRun> {
  if (only?.run.load === undefined || others.length > 0)
    throw new InputError({
      message: '--nodes checks one load against its nodes, and these folders hold something else',
      hint: 'Give the folder of one load.',
    });
  const { header, start } = only.run;
  const { targets } = listedNodes(nodesFile, header.scenario, env, start.nodes());
  const run = judgeNow(only.run as LoadRun, await readTargets(only.run, targets));
  sealed(only.folder, () => writeJudgement(only.folder, run));
  return { ...only, run, figures: new Figures(run) };
}
