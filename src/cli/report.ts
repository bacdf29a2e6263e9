import { dirname, join, normalize } from 'node:path';
import { InputError } from '../errors.ts';
import { readTargets } from '../jobs/load/load-readings.ts';
import { judgeShards, mergeShards } from '../jobs/load/merge-shards.ts';
import type { Reading } from '../model/run/reading.ts';
import type { LoadRun } from '../model/run/run.ts';
import { Figures } from '../report/figures/figures.ts';
import { RunTally } from '../report/figures/run-tally.ts';
import { type CommandContext, declareCommand, EXIT, type ExitCode } from './command.ts';
import { exitCodeOf, showSummary } from './keep/conclude-run.ts';
import type { KeptRun } from './keep/keep-run.ts';
import { listedNodes } from './nodes/node-list.ts';
import { adoptK6Records } from './k6/k6-records-folder.ts';
import { acceptUnknownOption, jsonOption, text } from './options/option.ts';
import { summaryJson, writeReportFiles } from './run-folder/report-files.ts';
import { RECORDS } from './run-folder/file-codecs.ts';
import { RUN_FILES, streamItems } from './run-folder/run-files.ts';
import { momentInName } from './run-folder/run-folder.ts';
import { writeRunIndex } from './run-folder/run-index.ts';
import { refuseForeignPage } from './files/output-file.ts';
import { readStoredRun } from './run-folder/run-reader.ts';
import { sealed } from './run-folder/seal.ts';
import { createRunWriter, writeJudgement } from './run-folder/run-writer.ts';

/** `millrace report`: the reports of old runs, made again. */
export const reportCommand = declareCommand({
  name: 'report',
  says: 'make report.html, junit.xml and summary.json of run folders again, from what they recorded',
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
    'millrace report reports/demo/*-shard-*': 'the shards of a load as one run, with one verdict',
    'millrace report shard-1 shard-2 --nodes nodes.yaml':
      'shards that k6 ran, checked against the nodes as they are now',
    'millrace report reports/demo/seed-7 --json': 'its figures for a script',
  },
  async run({ terminal, env, conclude }, options, folders) {
    // All are read before the first is written: a damaged one leaves the others as they were.
    for (const folder of folders) adoptK6Records(folder);
    const read = folders.map(readKeptRun);
    const { nodes } = options;
    const now = nodes === undefined ? undefined : await readNodesNow(read, nodes, env);
    const isJoined = areShards(read);
    const runs = isJoined ? [joinShards(read, now)] : now === undefined ? read : judgedNow(read, now);
    for (const { folder } of runs)
      for (const page of [
        join(folder, RUN_FILES.report),
        join(dirname(dirname(join(folder, '.'))), 'index.html'),
      ])
        refuseForeignPage(page);
    for (const { folder, run, figures } of runs) {
      sealed(folder, () => writeReportFiles(folder, run, figures));
      if (options.json) terminal.out(summaryJson(run, figures));
      else showSummary(terminal, run, join(folder, RUN_FILES.report), figures);
    }
    for (const out of new Set(runs.map(({ folder }) => dirname(dirname(join(folder, '.'))))))
      writeRunIndex(out);
    const codes = runs.map((kept) =>
      reportedCodeOf(kept, { isJoined, acceptUnknown: options.acceptUnknown }),
    );
    conclude(WORST_FIRST.find((code) => codes.includes(code)) ?? EXIT.asExpected);
  },
});

// Its records are read here: any that are damaged are found before a file is written.
function readKeptRun(folder: string): KeptRun {
  const run = readStoredRun(folder);
  return { folder, run, figures: new Figures(run, RunTally.of(run)) };
}

const WORST_FIRST = [EXIT.notAsExpected, EXIT.thresholdFailed, EXIT.interrupted];

// That a run was broken off is known to the person who reports it; that a joined load lacks a part of a shard is news.
function reportedCodeOf(
  { run, figures }: KeptRun,
  options: Readonly<Record<'isJoined' | 'acceptUnknown', boolean>>,
): ExitCode {
  if (!run.partial) return exitCodeOf(run, { ...options, figures });
  if (run.load?.thresholds.some(({ met }) => !met)) return EXIT.thresholdFailed;
  return options.isJoined ? EXIT.interrupted : EXIT.asExpected;
}

/** Reads the nodes of a load that is over. Throws InputError when the folders are no one load. */
async function readNodesNow(
  runs: readonly KeptRun[],
  file: string,
  env: CommandContext['env'],
): Promise<readonly Reading[]> {
  const [first] = runs;
  if (first?.run.load === undefined || (runs.length > 1 && !areShards(runs)))
    throw new InputError({
      message: '--nodes checks one load against its nodes, and these folders hold something else',
      hint: 'Give the folder of one load, or those of all its shards.',
    });
  if (runs.length === 1 && first.run.load.shard !== undefined)
    throw new InputError({
      place: { file: first.folder },
      message: 'is one shard; what the nodes show is the work of all',
      hint: 'Give the folders of all shards.',
    });
  const { header, start } = first.run;
  const { targets } = listedNodes(file, header.scenario, env, start.nodes());
  return await readTargets(first.run, targets);
}

/** A whole load checked against what its nodes show now, for later reports too. */
function judgedNow([only]: readonly KeptRun[], now: readonly Reading[]): readonly KeptRun[] {
  if (only === undefined) return [];
  const run = only.run as LoadRun;
  const checked = judgeShards([run], run, now);
  sealed(only.folder, () => writeJudgement(only.folder, checked));
  return [{ ...only, run: checked, figures: new Figures(checked) }];
}

/** True for folders that are parts of a load, to be judged together. */
function areShards(runs: readonly KeptRun[]): boolean {
  return runs.length > 1 && runs.every(({ run }) => run.load?.shard !== undefined);
}

/** Joins shards into a run folder of its own beside the first: every record, one report, one verdict. `now`: what the targets show since. */
function joinShards(runs: readonly KeptRun[], now: readonly Reading[] | undefined): KeptRun {
  const shards = runs.map(({ folder, run }) => ({ name: folder, run: run as LoadRun }));
  const run = mergeShards(shards, now);
  const first = normalize(join(runs[0]?.folder ?? '', '.'));
  const writer = createRunWriter(join(dirname(first), `${momentInName(run.header.startedAt)}-joined`), run);
  try {
    for (const { folder } of runs)
      streamItems(join(folder, RUN_FILES.outcomes), RECORDS, (record) => writer.record(record));
    writer.finish(run);
  } finally {
    writer.close();
  }
  return { run, folder: writer.folder, figures: new Figures(run) };
}
