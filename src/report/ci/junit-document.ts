/** One thing that can fail, as CI systems list it. */
export interface TestCase {
  readonly name: string;
  readonly seconds?: number | undefined;
  readonly fault?: { readonly message: string; readonly text: string } | undefined;
  /** Why it could not be told whether it passed: an error, so that a CI system does not take it for a success. */
  readonly unknown?: string | undefined;
  /** Why it says nothing of this run. */
  readonly skipped?: string | undefined;
  /** The field of the scenario file that asks for it. */
  readonly at?: FieldPath | undefined;
  /** A file that shows it alone. */
  readonly file?: string | undefined;
}

/** A field of a scenario file: `['steps', 3]`. */
export type FieldPath = readonly (string | number)[];

/** Test cases by the name of their suite. */
export type TestSuites = Readonly<Record<string, readonly TestCase[]>>;

/** JUnit XML of suites by name, those without cases left out; class names are `NAME.SUITE`. */
export function junitDocument(name: string, suites: TestSuites): string {
  const filled = Object.entries(suites).filter(([, cases]) => cases.length > 0);
  const all = filled.flatMap(([, cases]) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(name)}" ${countsOf(all)}>`,
    ...filled.flatMap(([suite, cases]) => [
      `  <testsuite name="${escapeXml(`${name}.${suite}`)}" ${countsOf(cases)}>`,
      ...cases.map((each) => caseXml(each, `${name}.${suite}`)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function caseXml({ name, seconds, fault, unknown, skipped, file }: TestCase, className: string): string {
  const time = seconds === undefined ? '' : ` time="${seconds}"`;
  const shownBy = file === undefined ? '' : ` file="${escapeXml(file)}"`;
  const open = `    <testcase classname="${escapeXml(className)}" name="${escapeXml(name)}"${time}${shownBy}`;
  if (fault)
    return `${open}><failure message="${escapeXml(fault.message)}">${escapeXml(fault.text)}</failure></testcase>`;
  if (unknown !== undefined) return `${open}><error message="${escapeXml(unknown)}"/></testcase>`;
  return skipped === undefined
    ? `${open}/>`
    : `${open}><skipped message="${escapeXml(skipped)}"/></testcase>`;
}

function countsOf(cases: readonly TestCase[]): string {
  const failures = cases.filter(({ fault }) => fault).length;
  const errors = cases.filter(({ fault, unknown }) => !fault && unknown !== undefined).length;
  const skipped = cases.filter(({ skipped: why }) => why !== undefined).length;
  return `tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="${skipped}"`;
}

// XML 1.0 has no way at all to write most control characters and lone surrogates, so they become U+FFFD.
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (blank) => `&#${blank.charCodeAt(0)};`);
}
