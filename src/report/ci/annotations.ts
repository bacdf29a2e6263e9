import { isWrong } from './markdown-summary.ts';
import type { TestCase, TestSuites } from './junit-document.ts';

/** A place in a file, as far as it is known. */
export interface AnnotatedPlace {
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

// GitHub shows ten errors and ten warnings of a step, and drops the others.
const MOST = 10;

/** Everything that went wrong as commands of GitHub's runner, which shows each at its line of the scenario. */
export function githubAnnotations(
  suites: TestSuites,
  placeOf: (test: TestCase) => AnnotatedPlace | undefined,
): readonly string[] {
  const wrong = Object.entries(suites).flatMap(([suite, cases]) =>
    cases.filter(isWrong).map((each) => ({ suite, ...each })),
  );
  return wrong.slice(0, MOST).map(({ suite, ...test }) => {
    const { name, fault, unknown = '' } = test;
    const { file, line, column } = placeOf(test) ?? {};
    const fields = { file, line, col: column, title: `${suite}: ${name}` };
    const properties = Object.entries(fields).flatMap(([key, value]) =>
      value === undefined
        ? []
        : [`${key}=${escaped(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`],
    );
    const message = fault === undefined ? `unknown: ${unknown}` : fault.message || name;
    return `::${fault === undefined ? 'warning' : 'error'} ${properties.join(',')}::${escaped(message)}`;
  });
}

// As actions/toolkit writes commands: whatever would end a command or a property of it is encoded.
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
