import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Case, replayCase, type ReplayedCase } from '../../jobs/check/replay-case.ts';
import { InputError } from '../../errors.ts';
import { toJson } from '../../model/json.ts';
import { tellCi } from '../ci/tell-ci.ts';
import { type CommandContext, EXIT, type ExitCode } from '../command.ts';
import { readInputFile } from '../files/input-file.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { loadScenario } from '../files/scenario-file.ts';
import { junitDocument, type TestSuites } from '../../report/ci/junit-document.ts';
import { isWrong, markdownSummary } from '../../report/ci/markdown-summary.ts';
import { CHECK_JUDGEMENTS } from '../../report/page/badge.ts';
import { counted, grouped } from '../../report/words/number-format.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { startLive, watching } from '../live/live.ts';
import { watchedCases } from '../live/watched-cases.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import { benchFor } from './benches.ts';
import type { CheckOptions } from './check-options.ts';

const WORDS: Readonly<Record<ReplayedCase['verdict'], string>> = {
  fixed: 'FIXED',
  failed: 'FAILED',
  changed: 'FAILED ~',
  error: 'ERROR',
};

/** Tries the cases of a file or folder again and says of each what became of it. 0: all are fixed. */
export async function replayCases(
  context: CommandContext,
  options: CheckOptions,
  path: string,
): Promise<ExitCode> {
  const { terminal } = context;
  const files = caseFiles(path);
  const read = files.map((file) => ({
    file,
    what: caseIn(file),
  }));
  const interruption = listenForInterruption(terminal, () => 'Stopping after the case that is under way.');
  const clock = new RealClock();
  const state = watchedCases({ title: 'Do the cases still occur?', what: 'Cases, tried again' }, clock);
  const watched = watching(options, context);
  const stop = (): void => interruption.stop();
  const live = watched && (await startLive(watched, { terminal, clock, read: state.read, stop }));
  const replayed: { readonly file: string; readonly result: ReplayedCase }[] = [];
  try {
    const { bench } = await benchFor(options, context, interruption.signal);
    for (const { file, what } of read) {
      if (interruption.signal.aborted) break;
      const result = await replayCase(what, { bench, seed: options.seed, signal: interruption.signal });
      replayed.push({ file, result });
      const counts = { done: replayed.length, total: read.length };
      state.asked(counts, result.verdict === 'fixed' ? undefined : caseLine(file, result));
      if (!options.json) terminal.out(caseLine(file, result));
    }
    await live?.end(state.read());
  } finally {
    await live?.end(undefined);
    interruption.release();
  }
  if (options.json) terminal.out(`${toJson(replayed, 2)}\n`);
  const suites = casesSuites(replayed);
  if (options.junit !== undefined) writeWholeFile(options.junit, junitDocument('check', suites));
  tellCi({ markdown: casesMarkdown(suites), suites }, context);
  if (interruption.signal.aborted) return EXIT.interrupted;
  return replayed.every(({ result }) => result.verdict === 'fixed') ? EXIT.asExpected : EXIT.notAsExpected;
}

function caseFiles(path: string): readonly string[] {
  if (!existsSync(path))
    throw new InputError({
      place: { file: path },
      message: 'there is no such file or folder of cases',
      hint: 'Cases are what `millrace check` writes to the folder `cases`.',
    });
  if (!statSync(path).isDirectory()) return [path];
  const files = readdirSync(path)
    .filter((name) => name.endsWith('.yaml'))
    .toSorted()
    .map((name) => join(path, name));
  if (files.length > 0) return files;
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

function caseLine(file: string, { verdict, found, now, why }: ReplayedCase): string {
  const more = verdict === 'changed' ? `: now ${now?.title ?? ''}` : why === undefined ? '' : `: ${why}`;
  return `${WORDS[verdict].padEnd(8)}  ${file}  ${found.title}${more}\n`;
}

function casesSuites(
  replayed: readonly { readonly file: string; readonly result: ReplayedCase }[],
): TestSuites {
  return {
    cases: replayed.map(({ file, result: { verdict, found, now, why } }) => ({
      name: `${file}: ${found.title}`,
      file,
      ...(verdict === 'failed' || verdict === 'changed'
        ? {
            fault: {
              message: now?.title ?? found.title,
              text: `predicted ${now?.predicted}\nobserved ${now?.observed}`,
            },
          }
        : {}),
      ...(verdict === 'error' ? { unknown: why ?? '' } : {}),
    })),
  };
}

function casesMarkdown(suites: TestSuites): string {
  const cases = Object.values(suites).flat();
  const wrong = cases.filter(isWrong).length;
  return markdownSummary({
    title: 'Cases tried again',
    judgement: CHECK_JUDGEMENTS[wrong === 0 ? 'holds' : 'violated'],
    sentence: `${grouped(cases.length - wrong)} of ${counted(cases.length, 'case')} no longer ${cases.length - wrong === 1 ? 'occurs' : 'occur'}.`,
    suites,
  });
}
