import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Case, replayCase, type ReplayedCase } from '../../jobs/check/replay-case.ts';
import { InputError } from '../../errors.ts';
import { toJson } from '../../model/json.ts';
import { type CommandContext, EXIT, type ExitCode } from '../command.ts';
import { readInputFile } from '../files/input-file.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { loadScenario } from '../files/scenario-file.ts';
import { junitDocument, type TestCase } from '../../report/ci/junit-document.ts';
import { counted, grouped } from '../../report/words/number-format.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { watchedCases } from './check-state.ts';
import { benchFor } from './benches.ts';
import type { CheckOptions } from './check-options.ts';
import { liveDocument } from '../../report/live/live-document.ts';
import { watching } from '../live/live.ts';
import { whileShown } from '../live/while-shown.ts';
import { tellSummary } from './check-session.ts';

const WORDS: Readonly<Record<ReplayedCase['verdict'], string>> = {
  fixed: 'FIXED',
  failed: 'FAILED',
  changed: 'FAILED ~',
  error: 'ERROR',
};

interface ReplayedFile {
  readonly file: string;
  readonly result: ReplayedCase;
}

/** Tries the cases of a file or folder again and says of each what became of it. 0: all are fixed. */
export async function replayCases(
  context: CommandContext,
  options: CheckOptions,
  path: string,
): Promise<ExitCode> {
  const { terminal } = context;
  const read = caseFiles(path).map((file) => ({ file, what: caseIn(file) }));
  const state = watchedCases(
    { title: 'Do the cases still occur?', what: 'Cases, tried again' },
    new RealClock(),
  );
  const work = async ({ signal }: { readonly signal: AbortSignal }) => {
    const replayed: ReplayedFile[] = [];
    const { bench } = await benchFor(options, context, signal);
    for (const { file, what } of read) {
      if (signal.aborted) break;
      const result = await replayCase(what, { bench, seed: what.scenario.seed, signal });
      replayed.push({ file, result });
      const line = caseLine({ file, result });
      const counts = { done: replayed.length, total: read.length };
      state.asked(counts, result.verdict === 'fixed' ? undefined : line);
      if (!options.json) terminal.out(line);
    }
    return { result: { replayed, isStopped: signal.aborted }, document: liveDocument(state.read()) };
  };
  const stopping = (): string => 'Stopping after the case that is under way.';
  // Each case has a line of its own on stdout.
  const showing = { terminal, progress: false, watching: watching(options, context) };
  const shown = { label: 'replaying', stopping, read: state.read };
  const { replayed, isStopped } = await whileShown(showing, shown, work);
  if (options.json) terminal.out(`${toJson(replayed, 2)}\n`);
  const suites = { cases: replayed.map(testCase) };
  if (options.junit !== undefined) writeWholeFile(options.junit, junitDocument('check', suites));
  const fixed = replayed.filter(({ result }) => result.verdict === 'fixed').length;
  const isFixed = fixed === replayed.length;
  const sentence = `${grouped(fixed)} of ${counted(replayed.length, 'case')} no longer ${fixed === 1 ? 'occurs' : 'occur'}.`;
  tellSummary(
    { title: 'Cases tried again', word: isFixed ? 'holds' : 'violated', sentence, suites },
    context,
  );
  if (isStopped) return EXIT.interrupted;
  return isFixed ? EXIT.asExpected : EXIT.notAsExpected;
}

function caseFiles(path: string): readonly string[] {
  if (!existsSync(path))
    throw new InputError({
      place: { file: path },
      message: 'there is no such file or folder of cases',
      hint: 'Cases are what `millrace check` writes to the folder `cases`.',
    });
  if (!statSync(path).isDirectory()) return [path];
  const files = readdirSync(path).filter((name) => name.endsWith('.yaml'));
  if (files.length > 0) return files.toSorted().map((name) => join(path, name));
  throw new InputError({
    place: { file: path },
    message: 'there is no case in this folder',
    hint: 'Cases are files that end in .yaml.',
  });
}

function caseIn(file: string): Case {
  const scenario = loadScenario(file, { isForNodes: true });
  if (scenario.case !== undefined)
    return { ...scenario.case, scenario, text: readInputFile(file, 'a case of millrace check') };
  throw new InputError({
    place: { file },
    message: 'is no case: it has no `case:` section',
    hint: 'Replay a scenario with `millrace replay`.',
  });
}

function caseLine({ file, result: { verdict, found, now, why } }: ReplayedFile): string {
  const more = verdict === 'changed' ? `: now ${now?.title ?? ''}` : why === undefined ? '' : `: ${why}`;
  return `${WORDS[verdict].padEnd(8)}  ${file}  ${found.title}${more}\n`;
}

function testCase({ file, result: { verdict, found, now, why } }: ReplayedFile): TestCase {
  const name = `${file}: ${found.title}`;
  if (verdict === 'fixed') return { name, file };
  if (verdict === 'error') return { name, file, unknown: why ?? '' };
  const text = `predicted ${now?.predicted}\nobserved ${now?.observed}`;
  return { name, file, fault: { message: now?.title ?? found.title, text } };
}
