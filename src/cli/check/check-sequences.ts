import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { type CheckNodes, checkNodes } from '../../jobs/check/check-nodes.ts';
import type { CheckReport } from '../../model/check/check-report.ts';
import type { FeeSchedule } from '../../model/network/fees.ts';
import type { TokenName } from '../../model/network/network.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import { checkJson, checkSentence, checkWord } from '../../report/check/check-verdict.ts';
import { pageOf } from '../../report/blocks/page.ts';
import { checkSuites } from '../../report/check/check-suites.ts';
import { checkDocument } from '../../report/check/check-document.ts';
import { junitDocument } from '../../report/ci/junit-document.ts';
import { grouped } from '../../report/words/number-format.ts';
import { shellWord } from '../../report/words/shell-word.ts';
import { currentDate, RealClock } from '../../runtime/real-clock.ts';
import { limitHeapGrowth, saveHelperThreads } from '../../runtime/v8-flags.ts';
import { MILLRACE_VERSION, NODE_VERSION } from '../../runtime/versions.ts';
import { type CommandContext, EXIT, exitCodeFor, type ExitCode } from '../command.ts';
import { fileBeside, readInputFile } from '../files/input-file.ts';
import { requireWritableFolder, writeWholeFile } from '../files/output-file.ts';
import { loadScenario } from '../files/scenario-file.ts';
import { checkNames, type CheckOptions, DEFAULT_CASES, readAccepted } from './check-options.ts';
import { optionWords } from '../options/option.ts';
import { benchFor, benchWords, type ChosenBench } from './benches.ts';
import { CHECK_FILES, claimFolderOf, scenarioFolderOf } from '../run-folder/run-folder.ts';
import { writeEntry, writeRunIndex } from '../run-folder/run-index.ts';
import { readContract, readFirstCases } from './package-files.ts';
import { watching } from '../live/live.ts';
import { whileShown } from '../live/while-shown.ts';
import { checkState } from './check-state.ts';
import { answersTo } from '../terminal/answers-to.ts';
import { documentText, summaryMarkdown, tellSummary } from './check-session.ts';

// A tenth less memory, for a thirtieth more time.
const HEAP_GROWTH = 120;

/** The command line of a check, with the scenario that says in which network. */
type SequenceOptions = CheckOptions & { readonly scenario: string | undefined };

/** Makes up sequences, asks nodes for them, and keeps what was found: a case file each, and a page for all. */
export async function checkSequences(context: CommandContext, options: SequenceOptions): Promise<ExitCode> {
  const { terminal } = context;
  const { out, caseFolder, junit, accepted, only, time, runs, spend, seed, cases } = options;
  const known = accepted === undefined ? [] : readAccepted(accepted);
  const names = only === undefined ? undefined : checkNames(only);
  const subject = subjectOf(options);
  const name = options.scenario === undefined ? 'check' : subject;
  const reportFolders = junit === undefined ? [] : [dirname(junit)];
  for (const each of [scenarioFolderOf(out, { name }), caseFolder, ...reportFolders])
    requireWritableFolder(each);
  const startedAt = currentDate();
  const state = checkState(subject, { clock: new RealClock(), timeMs: time });
  const stopping = (): string => 'Stopping; the findings so far are kept and reported.';
  const showing = { terminal, progress: options.progress, watching: watching(options, context) };
  const job = { label: 'checking', read: state.read, stopping };
  const { report, kept } = await whileShown(showing, job, async ({ signal, stop, display }) => {
    saveHelperThreads();
    limitHeapGrowth(HEAP_GROWTH);
    const chosen = await benchFor(options, context, signal);
    const nodesVersion = chosen.listed?.nodesVersion;
    const keepSoFar = keeperOf({ ...options, name, subject, startedAt, nodesVersion });
    const judged = await checkNodes({
      bench: chosen.bench,
      contractOf: readContract,
      firstCases: readFirstCases(),
      seed,
      timeMs: time,
      cases,
      accepted: known,
      signal,
      onProgress(progress) {
        state.update(progress);
        display.update();
      },
      onFound(soFar) {
        state.found(soFar);
        keepSoFar(soFar);
      },
      ...sourceOf(options.scenario, chosen),
      async onLimit(most) {
        display.close();
        terminal.note(`Each call moves at most ${grouped(most)} units (--spend).\n`);
        if (spend === undefined && !(await isAgreed(signal))) stop();
      },
      ...withoutUndefined({ runs, only: names, most: spend }),
    });
    const files = keepSoFar(judged);
    writeRunIndex(out);
    return { result: { report: judged, kept: files }, document: files.document };
  });
  const where = `Report   ${join(kept.folder, CHECK_FILES.page)}\n`;
  terminal.out(options.json ? checkJson(report) : `${documentText(kept.document, context)}${where}`);
  if (options.json) terminal.note(where);
  tellSummary(kept.summary, context);
  if (report.ended === 'interrupted') return EXIT.interrupted;
  return exitCodeFor(kept.summary.word, options);
}

// Without a terminal nobody could answer.
async function isAgreed(signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return true;
  for await (const answer of answersTo(() => 'Start the check? [y/N] ', signal))
    return /^y(es)?$/i.test(answer);
  return false;
}

// Without a scenario nodes of a list are checked in the channels that they have.
function sourceOf(
  scenario: string | undefined,
  { listed }: ChosenBench,
): Pick<CheckNodes, 'scenarioText' | 'textWithFees' | 'readFile'> {
  if (scenario !== undefined) {
    // Its faults are told with its own name, line and column.
    loadScenario(scenario, { isForNodes: true });
    return {
      scenarioText: readInputFile(scenario, 'a scenario in YAML or JSON'),
      readFile: fileBeside(scenario),
    };
  }
  if (listed === undefined) return {};
  const nodes = Object.fromEntries(Object.keys(listed.targets).map((name) => [name, {}]));
  const tokens = Object.keys(listed.tokens);
  return {
    textWithFees: (fees) =>
      stringify({
        question: 'What do these nodes answer?',
        seed: 1,
        ...networksOf(tokens, fees),
        nodes,
      }),
  };
}

// Channels are those that the nodes have.
function networksOf(tokens: readonly TokenName[], fees: FeeSchedule): object {
  const network = { topology: { channels: [] }, fees };
  if (tokens.length === 0) return { network };
  const networks = tokens.map((token) => ({ token, ...network }));
  return { tokens: tokens.map((name) => ({ name })), networks };
}

function subjectOf({ scenario, nodes }: SequenceOptions): string {
  if (scenario !== undefined) return basename(scenario).replace(/\.(ya?ml|json)$/i, '');
  return nodes === undefined ? 'generated networks' : `the nodes in ${basename(nodes)}`;
}

type Kept = SequenceOptions &
  Readonly<Record<'folder' | 'subject' | 'startedAt', string>> & {
    /** The case files that this check has made. */
    readonly written: Set<string>;
    readonly nodesVersion: string | undefined;
  };

function caseFileOf({ caseFolder }: Pick<SequenceOptions, 'caseFolder'>, id: string): string {
  return join(caseFolder, `${id}.yaml`);
}

// Keeps what was found so far, again and again: whatever ends the check leaves it.
function keeperOf(options: Omit<Kept, 'folder' | 'written'> & { readonly name: string }) {
  let folder: string | undefined;
  const written = new Set<string>();
  return (report: CheckReport) => {
    folder ??= claimFolderOf('check', options);
    return keep(report, { ...options, folder, written });
  };
}

// Returns the document and the summary, which the command shows at its end.
function keep(report: CheckReport, options: Kept) {
  const { folder, junit, subject, seed, startedAt, nodesVersion } = options;
  keepCases(report, options);
  const [word, sentence, command] = [checkWord(report), checkSentence(report), commandOf(options)];
  const suites = checkSuites(report, (id) => caseFileOf(options, id));
  const summary = { title: `Check of ${subject}`, word, sentence, suites, command };
  const known = withoutUndefined({ nodesVersion });
  const document = checkDocument({
    report,
    subject,
    command,
    again: (id) => `millrace check --replay ${shellWord(caseFileOf(options, id))} ${benchWords(options)}`,
    versions: { millrace: MILLRACE_VERSION, node: NODE_VERSION },
    ...known,
  });
  const xml = junitDocument('check', suites);
  for (const file of [join(folder, CHECK_FILES.junit), ...(junit === undefined ? [] : [junit])])
    writeWholeFile(file, xml);
  writeWholeFile(join(folder, CHECK_FILES.markdown), summaryMarkdown(summary));
  writeWholeFile(join(folder, CHECK_FILES.data), checkJson(report));
  const judged = { startedAt, verdict: word, sentence, ...known };
  writeEntry(folder, { format: 'millrace-check-entry/1', subject, seed, ...judged });
  writeWholeFile(join(folder, CHECK_FILES.page), pageOf(document));
  return { folder, document, summary };
}

// A case that was made smaller takes the place of the one that was found.
function keepCases({ counterexamples }: CheckReport, options: Kept): void {
  const { written } = options;
  const files = new Map(counterexamples.map(({ id, text }) => [caseFileOf(options, id), text]));
  for (const [file, content] of files) {
    if (!existsSync(file)) written.add(file);
    writeWholeFile(file, content);
  }
  for (const file of written) if (!files.has(file)) rmSync(file, { force: true });
}

function commandOf(options: SequenceOptions): string {
  const { scenario, seed, time, runs, cases, spend, only, accepted } = options;
  const choices = { seed, time: `${time / 1000}s`, runs, cases: cases === DEFAULT_CASES ? undefined : cases };
  const checked = scenario === undefined ? [] : [shellWord(scenario)];
  return [
    'millrace check',
    ...checked,
    benchWords(options),
    optionWords({ ...choices, spend: spend?.toString(), only, accepted }),
  ].join(' ');
}
