import { setMaxListeners } from 'node:events';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { type MadePlan, plan, type PlanOptions } from '../../jobs/plan/plan.ts';
import { answeredPoints, answerScenarios } from '../../jobs/plan/advice.ts';
import { planAnswer, planStanding } from '../../report/plan/plan-answer.ts';
import { planDocument, type PlanFacts, planJson, planPage } from '../../report/plan/plan-document.ts';
import { InputError } from '../../errors.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { type Setting, variedText } from '../../scenario/text/edited-text.ts';
import { figure } from '../../report/blocks/block.ts';
import { type LiveState, paceOf } from '../../report/live/live-document.ts';
import { whileShown } from '../live/while-shown.ts';
import { counted, grouped } from '../../report/words/number-format.ts';
import { currentDate, RealClock } from '../../runtime/real-clock.ts';
import { MILLRACE_VERSION, NODE_VERSION } from '../../runtime/versions.ts';
import { type LineFile, openLineFile } from '../files/line-file.ts';
import type { Keeping } from '../run-folder/keep-run.ts';
import { claimFolderOf, PLAN_FILES, scenarioFolderOf } from '../run-folder/run-folder.ts';
import { writeEntry, writeRunIndex } from '../run-folder/run-index.ts';
import type { Clock } from '../../ports/clock.ts';
import { isPlanFolder, readPlanEntry } from './plan-reader.ts';
import { replicationSeed } from '../../jobs/plan/laboratory.ts';
import { movesTable, resultsTable, tableCsv } from '../../report/plan/plan-tables.ts';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { toJson } from '../../model/json.ts';
import { readReplication, type Replication } from '../../model/plan/replication.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { type LineCodec, readLines } from '../run-folder/run-files.ts';

interface KeptPlan extends MadePlan, PlanFacts {
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
  const stopping = (): string => `Stopping. What was simulated is kept: go on with --resume ${folder}.`;
  const state = planState(scenario.question, { clock, timeMs });
  const deadline = new AbortController();
  setMaxListeners(0, deadline.signal);
  const timer = timeMs === undefined ? undefined : clock.schedule(timeMs, () => deadline.abort());
  try {
    return await whileShown(
      keeping,
      // Building a large network keeps this thread for seconds, and a listener hears of a signal after that.
      { label: 'planning', read: state.read, stopping, listensLater: true },
      async ({ display, ...interruption }) => {
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
          onTurn: (name) => state.turn(name),
          onAsked(jobs) {
            interruption.listen();
            state.asked(jobs);
            display.update();
          },
          onReplication(key, replication) {
            journal?.write(journalLine(key, replication));
            state.simulated();
            display.update();
          },
        });
        writePlanFile(folder, PLAN_FILES.scenario, options.source.text);
        writePlanFile(folder, PLAN_FILES.data, planJson(made.scenario, made.result));
        const results = resultsTable(made.points, (index) => replicationSeed(made.scenario.seed, index));
        writePlanFile(folder, PLAN_FILES.rows, tableCsv(results));
        const versions = { millrace: MILLRACE_VERSION, node: NODE_VERSION };
        const facts = { ...made, answered: answeredPoints(made), command: keeping.command, versions };
        writePlanFile(folder, PLAN_FILES.moves, tableCsv(movesTable(facts.answered, made.result.token)));
        writePlanFile(folder, PLAN_FILES.page, planPage(facts));
        for (const { name, text: written } of answerScenarios(made)) {
          const file = `answer-${name}.yaml`;
          const text = variedText(
            { file, text: written },
            movedFiles(made.scenario, options.source.file, folder),
          );
          writePlanFile(folder, file, text);
        }
        const { name, question, seed } = made.scenario;
        const asked = { scenario: name, question, seed, startedAt, answer: planAnswer(facts) };
        writeEntry(folder, { format: 'millrace-plan/1', ...asked, standing: planStanding(facts) });
        const reports = resume === undefined ? out : reportsFolderOf(folder, scenario);
        if (reports !== undefined) writeRunIndex(reports);
        return { result: { ...facts, folder }, document: planDocument(facts) };
      },
    );
  } finally {
    timer?.cancel();
    journal?.close();
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

/** The state of a plan: its question, and the simulations for it; answers decide what is simulated next. */
export function planState(
  title: string,
  { clock, timeMs }: { readonly clock: Clock; readonly timeMs: number | undefined },
) {
  const startedMs = clock.nowMs();
  let [question, done, open] = [FIRST, 0, 0];
  return {
    /** A question is taken up. */
    turn(name: string): void {
      question = name === 'points' ? FIRST : name;
    },
    /** The question needs so many simulations now. */
    asked(jobs: number): void {
      open = jobs;
    },
    simulated(): void {
      done += 1;
      open = Math.max(0, open - 1);
    },
    read: (): LiveState => {
      const pace = paceOf({ done, total: done + open }, Math.max(clock.nowMs() - startedMs, 1));
      const perSecond = (1000 * done) / pace.elapsedMs;
      return {
        title,
        what: `Plan: ${question}`,
        ...pace,
        ...(timeMs !== undefined && { leftMs: Math.max(0, timeMs - pace.elapsedMs) }),
        figures: [
          figure('Question', question, `${counted(open, 'simulation')} to go`),
          figure('Simulations', grouped(done), `${perSecond.toFixed(1)}/s`),
        ],
      };
    },
  };
}

/** The reports folder that a plan stands in, whose list names it; undefined: the plan's folder was moved elsewhere. */
function reportsFolderOf(folder: string, scenario: Pick<Scenario, 'name'>): string | undefined {
  const beside = dirname(resolve(folder));
  const reports = dirname(beside);
  return scenarioFolderOf(reports, scenario) === beside ? reports : undefined;
}

/** The journal: replications by their keys. */
const REPLICATIONS: LineCodec<readonly [key: string, Replication]> = {
  line: ([key, replication]) => `${toJson({ key, replication })}\n`,
  parse(text) {
    const { key, replication } = JSON.parse(text) as { key: string; replication: unknown };
    return [key, readReplication(JSON.stringify(replication))];
  },
  shape: z
    .tuple([z.string(), z.looseObject({ depletedEnds: z.array(z.unknown()) })])
    .describe('a replication that this version of Millrace has written'),
};

/** One line of the journal. */
function journalLine(key: string, replication: Replication): string {
  return REPLICATIONS.line([key, replication]);
}

/** The replications of an interrupted plan; a last line that was cut off is left out. */
function readJournal(folder: string): ReadonlyMap<string, Replication> {
  const path = join(folder, PLAN_FILES.journal);
  if (existsSync(path)) return new Map(readLines(path, REPLICATIONS).items);
  throw new InputError({
    place: { file: path },
    message: 'there is no such file, expected the folder of a plan',
    hint: 'Give the folder that the interrupted plan named, such as reports/demo/plan-2026-01-31T10-00-00Z.',
  });
}

/** Writes a plan's file whole or not at all. */
function writePlanFile(folder: string, file: string, text: string): void {
  writeWholeFile(join(folder, file), text);
}
