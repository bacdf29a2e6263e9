import { dirname, join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import type { Run } from '../model/run/run.ts';
import { type CommandContext, examples } from './command.ts';
import { exitCodeOf, showSummary } from './keep/conclude-run.ts';
import { EXIT, type ExitCode } from './failure/exit-codes.ts';
import { areShards, joinShards } from './run-folder/join-shards.ts';
import { adoptK6Records } from './k6/k6-records-folder.ts';
import { acceptUnknownOption, jsonOption } from './options/options.ts';
import { judgedNow, readNodesNow } from './nodes/nodes-now.ts';
import { summaryJson, writeReportFiles } from './run-folder/report-files.ts';
import { RUN_FILES } from './run-folder/run-folder.ts';
import { writeRunIndex } from './run-folder/run-index.ts';
import { readRun } from './run-folder/run-reader.ts';

/** `millrace report`: the reports of old runs, made again. */
export function reportCommand({ terminal, env, conclude }: CommandContext) {
  return new Command('report')
    .description('make report.html, junit.xml and summary.json of run folders again, from what they recorded')
    .argument('<runs...>', 'run folders')
    .option(
      '--nodes <file>',
      'loads: check against what these nodes show now; nothing else may have been paid since',
    )
    .addOption(acceptUnknownOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples({
        'millrace report reports/demo/seed-7': 'one run',
        'millrace report reports/*/*/': 'all runs, after an update of Millrace',
        'millrace report reports/demo/*-shard-*': 'the shards of a load as one run, with one verdict',
        'millrace report shard-1 shard-2 --nodes nodes.yaml':
          'shards that k6 ran, checked against the nodes as they are now',
        'millrace report reports/demo/seed-7 --json': 'its figures for a script',
      }),
    )
    .action(async (folders, { json, nodes, acceptUnknown }) => {
      // All are read before the first is written: a damaged one leaves the others as they were.
      for (const folder of folders) adoptK6Records(folder);
      const read = folders.map((folder) => ({ folder, run: readRun(folder) }));
      const now = nodes === undefined ? undefined : await readNodesNow(read, nodes, env);
      const isJoined = areShards(read);
      const runs = isJoined ? [joinShards(read, now)] : now === undefined ? read : judgedNow(read, now);
      for (const { folder, run } of runs) {
        writeReportFiles(folder, run);
        if (json) terminal.out(summaryJson(run));
        else showSummary(terminal, run, join(folder, RUN_FILES.report));
      }
      for (const out of new Set(runs.map(({ folder }) => dirname(dirname(join(folder, '.'))))))
        writeRunIndex(out);
      const codes = runs.map(({ run }) => reportedCodeOf(run, { isJoined, acceptUnknown }));
      conclude(WORST_FIRST.find((code) => codes.includes(code)) ?? EXIT.asExpected);
    });
}

const WORST_FIRST = [EXIT.notAsExpected, EXIT.thresholdFailed, EXIT.interrupted];

// That a run was broken off is known to the person who reports it; that a joined load lacks a part of a shard is news.
function reportedCodeOf(
  run: Run,
  { isJoined, acceptUnknown }: Readonly<Record<'isJoined' | 'acceptUnknown', boolean>>,
): ExitCode {
  if (!run.partial) return exitCodeOf(run, { acceptUnknown });
  if (run.load?.thresholds.some(({ met }) => !met)) return EXIT.thresholdFailed;
  return isJoined ? EXIT.interrupted : EXIT.asExpected;
}
