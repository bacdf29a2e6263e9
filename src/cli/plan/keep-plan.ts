import { setMaxListeners } from 'node:events';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { type MadePlan, plan, type PlanOptions } from '../../jobs/plan/plan.ts';
import { answeredPoints, answerScenarios } from '../../jobs/plan/advice.ts';
import {
  planAnswer,
  type PlanFacts,
  planDocument,
  planJson,
  planPage,
} from '../../report/plan/plan-document.ts';
import { InputError } from '../../errors.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { type Setting, variedText } from '../../scenario/text/edited-text.ts';
import { liveDocument, type LiveState } from '../../report/live/live-document.ts';
import { startLive } from '../live/live.ts';
import { durationText, grouped } from '../../report/words/number-format.ts';
import { currentDate, RealClock } from '../../runtime/real-clock.ts';
import { MILLRACE_VERSION, NODE_VERSION } from '../../runtime/versions.ts';
import { type LineFile, openLineFile } from '../files/line-file.ts';
import type { Keeping } from '../keep/keep-run.ts';
import { claimFolderOf } from '../run-folder/run-folder.ts';
import { writeEntry, writeRunIndex } from '../run-folder/run-index.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import { type DisplayOptions, LiveDisplay } from '../terminal/terminal.ts';
import {
  answerFile,
  journalLine,
  PLAN_FILES,
  readJournal,
  reportsFolderOf,
  writePlanFile,
} from './plan-folder.ts';
import { isPlanFolder, readPlanEntry } from './plan-reader.ts';
import { replicationSeed } from '../../jobs/plan/laboratory.ts';
import { movesTable } from '../../report/plan/money-moves.ts';
import { resultsTable } from '../../report/plan/plan-tables.ts';
import { tableCsv } from '../../report/plan/figure-table.ts';

interface KeptPlan extends MadePlan, PlanFacts {
  readonly scenario: Scenario;
  readonly result: MadePlan['result'];
  readonly folder: string;
}

interface PlanKeeping extends Keeping {
  readonly scenario: Scenario;
  /** The folder of an interrupted plan to go on with. */
  readonly resume?: string | undefined;
  /** The command line that makes the same plan. */
  readonly command: string;
  /** How long it may take. */
  readonly timeMs?: number | undefined;
}

/** Makes a plan and keeps it: every simulation as soon as it has ended, the answers when all are there. */
export async function keepPlan(keeping: PlanKeeping, options: PlanOptions): Promise<KeptPlan> {
  const { out, terminal, scenario, resume, timeMs } = keeping;
  const clock = new RealClock();
  if (resume !== undefined && isPlanFolder(resume)) requireSame(resume, scenario);
  const knownReplications = resume === undefined ? undefined : readJournal(resume);
  const startedAt = currentDate();
  let journal: LineFile | undefined;
  let folder = resume ?? '';
  const interruption = listenForInterruption(
    terminal,
    () => `Stopping. What was simulated is kept: go on with --resume ${folder}.`,
  );
  const display = showPlan({ terminal, clock, enabled: keeping.progress }, timeMs);
  const live =
    keeping.watching &&
    (await startLive(keeping.watching, {
      terminal,
      clock,
      read: () => liveDocument(display.state(scenario.question)),
      stop: () => interruption.stop(),
    }));
  const deadline = new AbortController();
  setMaxListeners(0, deadline.signal);
  const timer = timeMs === undefined ? undefined : clock.schedule(timeMs, () => deadline.abort());
  try {
    const made = await plan({
      ...options,
      ...(knownReplications === undefined ? {} : { known: knownReplications }),
      signal: interruption.signal,
      onStart() {
        if (resume === undefined) folder = claimFolderOf('plan', { out, name: scenario.name, startedAt });
        terminal.note(`${scenario.name}: seed ${scenario.seed}, kept in ${folder}\n`);
        journal = openLineFile(join(folder, PLAN_FILES.journal));
        for (const [key, replication] of knownReplications ?? [])
          journal.write(journalLine(key, replication));
      },
      ...(timeMs === undefined ? {} : { timeLeft: () => timeMs - clock.nowMs() }),
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
    const results = resultsTable(made.points, (index) => replicationSeed(made.scenario.seed, index));
    writePlanFile(folder, PLAN_FILES.rows, tableCsv(results));
    const versions = { millrace: MILLRACE_VERSION, node: NODE_VERSION };
    const facts = { ...made, answered: answeredPoints(made), command: keeping.command, versions };
    writePlanFile(folder, PLAN_FILES.moves, tableCsv(movesTable(facts.answered)));
    writePlanFile(folder, PLAN_FILES.page, planPage(facts));
    for (const { name, text: written } of answerScenarios(made)) {
      const file = answerFile(name);
      const text = variedText(
        { file, text: written },
        movedFiles(made.scenario, options.source.file, folder),
      );
      writePlanFile(folder, file, text);
    }
    const { name, question, seed } = made.scenario;
    const answer = planAnswer(facts);
    writeEntry(folder, { format: 'millrace-plan/1', scenario: name, question, seed, startedAt, answer });
    const reports = resume === undefined ? out : reportsFolderOf(folder, scenario);
    if (reports !== undefined) writeRunIndex(reports);
    await live?.end(planDocument(facts));
    return { ...facts, folder };
  } finally {
    timer?.cancel();
    display.close();
    await live?.end(undefined);
    journal?.close();
    interruption.release();
  }
}

// What another scenario was answered would be lost.
function requireSame(folder: string, { name }: Scenario): void {
  const { scenario } = readPlanEntry(folder);
  const message = `found the plan of scenario ${scenario}, expected one of ${name}: give the folder that this one named`;
  if (scenario !== name) throw new InputError({ place: { file: folder }, message });
}

// A scenario names its files relative to itself, and an answer lies elsewhere.
function movedFiles({ recorded = [] }: Scenario, source: string, folder: string): readonly Setting[] {
  return recorded.map(({ file }, index) => ({
    path: `recorded[${index}].file`,
    value: isAbsolute(file) ? file : relative(folder, resolve(dirname(source), file)),
  }));
}

// Every question builds on these.
const FIRST = 'first measurements';

/**
 * A line on stderr, every ten seconds a new one where it cannot be redrawn, that says which question is being answered, how long the simulations that it asks for now will take at the speed so far,
 * and what is left of the time that was given. What comes after them is not known: answers decide what is simulated
 * next.
 */
export function showPlan(options: DisplayOptions, timeMs: number | undefined) {
  const { clock } = options;
  const startedMs = clock.nowMs();
  let [question, count, open] = [FIRST, 0, 0];
  const display = new LiveDisplay(options, { redrawMs: 200, lineMs: 10_000 }, () => {
    const elapsedMs = Math.max(clock.nowMs() - startedMs, 1);
    const perMs = count / elapsedMs;
    const parts = [
      ...(open > 0 && count > 0 ? [`${open} to go (about ${durationText(open / perMs)})`] : []),
      `${count} done`,
      `${(perMs * 1000).toFixed(1)}/s`,
      durationText(elapsedMs),
      ...(timeMs === undefined ? [] : [`${durationText(Math.max(0, timeMs - elapsedMs))} left`]),
    ];
    return [`planning  ${question}: ${parts.join(', ')}`];
  });
  return {
    /** A question is taken up. */
    turn(name: string): void {
      question = name === 'points' ? FIRST : name;
    },
    /** So many simulations are asked for by it now. */
    asked(jobs: number): void {
      open = jobs;
      display.update();
    },
    simulated(): void {
      count += 1;
      open = Math.max(0, open - 1);
      display.update();
    },
    state(title: string): LiveState {
      const elapsedMs = Math.max(clock.nowMs() - startedMs, 1);
      const openMs = count === 0 ? undefined : (open * elapsedMs) / count;
      return {
        title,
        what: `Plan: ${question}`,
        share: count + open === 0 ? undefined : count / (count + open),
        elapsedMs,
        leftMs: timeMs === undefined ? openMs : Math.max(0, timeMs - elapsedMs),
        figures: [
          { name: 'Simulations', figure: grouped(count), beside: `${grouped(open)} to go for this question` },
          { name: 'Question', figure: question },
        ],
      };
    },
    close: (): void => display.close(),
  };
}
