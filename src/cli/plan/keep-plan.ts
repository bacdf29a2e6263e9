import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { answerScenarios } from '../../jobs/plan/answer-scenarios.ts';
import { type MadePlan, plan, type PlanOptions } from '../../jobs/plan/plan.ts';
import { toJson } from '../../model/json.ts';
import { planAnswer } from '../../report/plan/plan-text.ts';
import { planJson } from '../../report/plan/plan-json.ts';
import { planPage } from '../../report/plan/plan-page.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { currentDate, RealClock } from '../../runtime/real-clock.ts';
import { MILLRACE_VERSION, NODE_VERSION } from '../../runtime/versions.ts';
import { type LineFile, openLineFile } from '../files/line-file.ts';
import type { Keeping } from '../keep/keep-run.ts';
import { writeRunIndex } from '../run-folder/run-index.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import {
  answerFile,
  claimPlanFolder,
  journalLine,
  PLAN_FILES,
  readJournal,
  reportsFolderOf,
  writePlanFile,
} from './plan-folder.ts';
import { showPlan } from './plan-progress.ts';
import { writePlanTables } from './plan-tables.ts';

interface KeptPlan extends MadePlan {
  readonly folder: string;
}

interface PlanKeeping extends Keeping {
  readonly scenario: Scenario;
  /** The folder of an interrupted plan to go on with. */
  readonly resume?: string | undefined;
  /** The command line that makes the same plan. */
  readonly command: string;
  /** Tables also as Parquet. */
  readonly parquet: boolean;
  /** How long it may take. */
  readonly timeMs?: number | undefined;
}

/** Makes a plan and keeps it: every simulation as soon as it has ended, the answers when all are there. */
export async function keepPlan(keeping: PlanKeeping, options: PlanOptions): Promise<KeptPlan> {
  const { out, terminal, scenario, resume, timeMs } = keeping;
  const clock = new RealClock();
  const startedMs = clock.nowMs();
  const known = resume === undefined ? undefined : readJournal(resume);
  const startedAt = currentDate();
  let journal: LineFile | undefined;
  let folder = resume ?? '';
  const interruption = listenForInterruption(
    terminal,
    () => `Stopping. What was simulated is kept: go on with --resume ${folder}.`,
  );
  const display = showPlan({ terminal, clock, enabled: keeping.progress }, timeMs);
  const deadline = new AbortController();
  setMaxListeners(0, deadline.signal);
  const timer = timeMs === undefined ? undefined : clock.schedule(timeMs, () => deadline.abort());
  try {
    const made = await plan({
      ...options,
      ...(known === undefined ? {} : { known }),
      signal: interruption.signal,
      onStart() {
        if (resume === undefined) folder = claimPlanFolder(out, scenario, startedAt);
        terminal.note(`${scenario.name}: seed ${scenario.seed}, kept in ${folder}\n`);
        journal = openLineFile(join(folder, PLAN_FILES.journal));
        for (const [key, replication] of known ?? []) journal.write(journalLine(key, replication));
      },
      ...(timeMs === undefined ? {} : { timeLeft: () => startedMs + timeMs - clock.nowMs() }),
      deadline: deadline.signal,
      onTurn: (name) => display.turn(name),
      onAsked: (jobs) => display.asked(jobs),
      onReplication(key, replication) {
        journal?.write(journalLine(key, replication));
        display.simulated();
      },
    });
    writePlanFile(folder, PLAN_FILES.scenario, options.source.text);
    writePlanFile(folder, PLAN_FILES.data, planJson(made.scenario, made.result));
    await writePlanTables(folder, made, { parquet: keeping.parquet });
    const { scenario: planned, result, network } = made;
    const versions = { millrace: MILLRACE_VERSION, node: NODE_VERSION };
    const page = planPage({ scenario: planned, result, network, command: keeping.command, versions });
    writePlanFile(folder, PLAN_FILES.page, page);
    for (const { name, text } of answerScenarios(options.source, made))
      writePlanFile(folder, answerFile(name), text);
    const { name, question, seed } = planned;
    const entry = {
      format: 'millrace-plan/1',
      scenario: name,
      question,
      seed,
      startedAt,
      answer: planAnswer(result),
    };
    writePlanFile(folder, PLAN_FILES.entry, `${toJson(entry, 2)}\n`);
    const reports = resume === undefined ? out : reportsFolderOf(folder, scenario);
    if (reports !== undefined) writeRunIndex(reports);
    return { ...made, folder };
  } finally {
    timer?.cancel();
    display.close();
    journal?.close();
    interruption.release();
  }
}
