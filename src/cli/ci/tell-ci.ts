import { appendFileSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { InputError } from '../../errors.ts';
import { type AnnotatedPlace, githubAnnotations } from '../../report/ci/annotations.ts';
import type { FieldPath, TestCase, TestSuites } from '../../report/ci/junit-document.ts';
import { readYaml } from '../../scenario/text/yaml-document.ts';
import type { CommandContext } from '../command.ts';
import { readInputFile } from '../files/input-file.ts';
import { outputting } from '../files/output-file.ts';

/** The result of a command for a CI system. */
export interface CiResult {
  readonly markdown: string;
  readonly suites: TestSuites;
  /** The scenario whose lines ask for what failed; absent: there is none. */
  readonly scenarioFile?: string | undefined;
}

/**
 * On GitHub: appends the summary to that of the step, and prints an annotation for each fault, on stderr, which the
 * runner reads as well. Elsewhere nothing.
 */
export function tellCi(result: CiResult, { terminal, env }: Pick<CommandContext, 'terminal' | 'env'>): void {
  const stepSummary = env['GITHUB_STEP_SUMMARY'] ?? '';
  if (stepSummary !== '') appended(stepSummary, result.markdown, terminal);
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  const places = placesIn(result.scenarioFile);
  const placeOf = ({ file, at }: TestCase): AnnotatedPlace | undefined => {
    const place = file === undefined ? places(at) : { file };
    return place && { ...place, file: fromWorkspace(place.file, env['GITHUB_WORKSPACE']) };
  };
  for (const line of githubAnnotations(result.suites, placeOf)) terminal.note(`${line}\n`);
}

// A verdict does not hang on where it is shown.
function appended(file: string, markdown: string, terminal: CommandContext['terminal']): void {
  try {
    outputting(file, () => appendFileSync(file, markdown));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    terminal.note(`No summary of this step: ${error.message}\n`);
  }
}

/** Finds the lines of a scenario's fields; a file that is no YAML, as templates are, is named without one. */
function placesIn(file: string | undefined): (at: FieldPath | undefined) => AnnotatedPlace | undefined {
  if (file === undefined) return () => undefined;
  try {
    const document = readYaml({ file, text: readInputFile(file, 'a scenario in YAML or JSON') });
    return (at) => (at === undefined ? { file } : { ...document.placeOf(at), file });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return () => ({ file });
  }
}

// GitHub knows files by their path in the repository.
function fromWorkspace(file: string, workspace: string | undefined): string {
  if (workspace === undefined || workspace === '') return file;
  const path = relative(workspace, resolve(file));
  return path.startsWith('..') || isAbsolute(path) ? file : path;
}
