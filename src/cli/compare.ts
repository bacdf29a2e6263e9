import { dirname, extname, join, relative, sep } from 'node:path';
import { judgeReplay } from '../jobs/replay/judge-replay.ts';
import { InputError } from '../errors.ts';
import { toJson } from '../model/json.ts';
import type { Run } from '../model/run/run.ts';
import { comparedPlans, comparedPlansText } from '../report/plan/compared-plans.ts';
import { pageOf } from '../report/blocks/page.ts';
import type { TextLook } from '../report/blocks/terminal.ts';
import { htmlReport, textSummary } from '../report/sections/run-document.ts';
import { Figures } from '../report/figures/figures.ts';
import type { PlannedToken } from '../model/plan/measured-plan.ts';
import { eachSide, type Sides, whatIfOf } from '../report/what-if/what-if.ts';
import { whatIfDocument, whatIfText } from '../report/what-if/what-if-document.ts';
import { predictionAsTold } from '../verdict/refusals.ts';
import { declareCommand, EXIT, type ExitCode } from './command.ts';
import { jsonOption, text } from './options/option.ts';
import { writeJsonFile } from './files/json-file.ts';
import { writeWholeFile } from './files/output-file.ts';
import { isPlanFolder, readPlan } from './plan/plan-reader.ts';
import { writeReportFiles } from './run-folder/report-files.ts';
import { RUN_FILES } from './run-folder/run-files.ts';
import { readRun } from './run-folder/run-reader.ts';
import { sealed } from './run-folder/seal.ts';
import type { Terminal } from './terminal/terminal.ts';

/** `millrace compare`: what differs between two simulations or two replays; two plans beside each other; or a replay judged by a simulation, or judged again. */
export const compareCommand = declareCommand({
  name: 'compare',
  says: 'show what changed between two simulations, replays or plans, or judge a replay by a simulation',
  arguments: [
    { form: '<run>', says: 'run folder: the run or plan before a change, or a replay to judge' },
    {
      form: '[other]',
      says: "run folder: the one after it, or the simulation to judge by (default: the replay's own prediction)",
    },
  ],
  options: {
    output: { ...text('<file>', 'also write the comparison to this .json or .html file'), short: '-o' },
    json: jsonOption,
  },
  examples: {
    'millrace compare reports/demo/seed-7 reports/demo/seed-8 -o seeds.html': 'two seeds, also on a page',
    'millrace compare before/demo/seed-7 after/demo/seed-7': 'before a change and after it (simulate --out)',
    'millrace compare reports/demo/2026-01-31T12-00-00Z': 'judge a replay again',
    'millrace compare reports/demo/2026-01-31T12-00-00Z reports/demo/seed-7': 'a replay with a simulation',
  },
  async run({ terminal, conclude }, options, folder, otherFolder) {
    assertOutput(options.output);
    const how: Shown = { ...options, terminal };
    if (otherFolder !== undefined && isPlanFolder(folder) && isPlanFolder(otherFolder)) {
      const plans = { a: readPlan(folder), b: readPlan(otherFolder) };
      const page = (): string => pageOf(comparedPlans(plans));
      show({ data: plans, page, textFor: (look) => comparedPlansText(plans, look) }, how);
      conclude(EXIT.asExpected);
      return;
    }
    requireNoPlan(folder, otherFolder);
    const run = readRun(folder);
    const other = otherFolder === undefined ? undefined : readRun(otherFolder);
    if (otherFolder !== undefined && run.header.job === other?.header.job) {
      const folders = { a: folder, b: otherFolder };
      conclude(showWhatIf({ a: run, b: other }, { ...how, folders }));
      return;
    }
    const predicted = other === undefined ? predictionOf(folder, run) : predictionAsTold(other, run.header);
    conclude(await judgeAgain({ folder, observed: run, predicted, isOwn: other === undefined }, how));
  },
});

function requireNoPlan(...folders: readonly (string | undefined)[]): void {
  const plan = folders.find((folder) => folder !== undefined && isPlanFolder(folder));
  if (plan === undefined) return;
  throw new InputError({
    place: { file: plan },
    message: 'is a plan, and a plan is compared with a second plan',
    hint: 'Write millrace compare PLAN1 PLAN2.',
  });
}

interface Shown {
  readonly output: string | undefined;
  readonly json: boolean;
  readonly terminal: Terminal;
}

/** A result as data, as a page and as text. */
interface Shareable {
  readonly data: unknown;
  readonly page: () => string;
  readonly textFor: (look: TextLook) => string;
}

function show({ data, page, textFor }: Shareable, { output, json, terminal }: Shown): void {
  if (output !== undefined && extname(output) === '.html') writeWholeFile(output, page());
  else if (output !== undefined) writeJsonFile(output, data, 1);
  const look = { color: terminal.outColor, width: terminal.width };
  terminal.out(`${json ? toJson(data, 2) : textFor(look)}\n`);
}

function showWhatIf(
  runs: Sides<Run>,
  { folders, ...how }: Shown & { readonly folders: Sides<string> },
): ExitCode {
  const { output } = how;
  const whatIf = whatIfOf(runs);
  const shown = { ...whatIf, token: commonToken(runs) };
  show(
    {
      data: whatIf,
      page: () => {
        const pages = eachSide(folders, (folder) => pageFrom(output ?? '', folder));
        return pageOf(whatIfDocument({ ...shown, pages }));
      },
      textFor: (look) => whatIfText(shown, { ...look, ...(output !== undefined && { pagePath: output }) }),
    },
    how,
  );
  // A difference is an answer, not a fault; what a scenario itself calls wrong is one.
  const isFaulty = [whatIf.runs.a, whatIf.runs.b].some(({ verdict }) => verdict.word === 'not-as-expected');
  return isFaulty ? EXIT.notAsExpected : EXIT.asExpected;
}

function commonToken(runs: Sides<Run>): PlannedToken | undefined {
  const { a, b } = eachSide(runs, (run) => new Figures(run).token);
  return a?.name === b?.name && a?.decimals === b?.decimals ? a : undefined;
}

// As a link of the page that is written.
function pageFrom(output: string, folder: string): string {
  const page = join(folder, RUN_FILES.report);
  return relative(dirname(output), page).split(sep).map(encodeURIComponent).join('/');
}

async function judgeAgain(
  sides: Readonly<{ folder: string; observed: Run; predicted: Run; isOwn: boolean }>,
  how: Shown,
): Promise<ExitCode> {
  const { folder, observed, predicted, isOwn } = sides;
  assertComparable(observed, predicted);
  const judged = await judgeReplay(observed, predicted);
  const { comparison } = judged;
  if (isOwn) sealed(folder, () => writeReportFiles(folder, judged));
  const reportPath = how.output ?? (isOwn ? join(folder, RUN_FILES.report) : undefined);
  show(
    {
      data: comparison,
      page: () => htmlReport(judged),
      textFor: (look) => textSummary(judged, { ...look, ...(reportPath !== undefined && { reportPath }) }),
    },
    how,
  );
  return comparison.differences === 0 ? EXIT.asExpected : EXIT.notAsExpected;
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
      hint: 'Judge a run by one of the same scenario; only two simulations or two replays may be of different ones.',
    });
  }
}

function assertOutput(output: string | undefined): void {
  if (output === undefined || ['.json', '.html'].includes(extname(output))) return;
  throw new InputError({ place: { file: output }, message: 'must end in .json or .html' });
}
