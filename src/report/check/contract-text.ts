import {
  type CaseCounts,
  type CaseVerdict,
  type ContractReport,
  countCases,
  type JudgedCase,
  type OutcomeClass,
} from '../../model/check/contract-report.ts';
import { gather } from '../../model/gather.ts';
import { toJson } from '../../model/json.ts';
import { counted } from '../words/number-format.ts';
import { type Paint, painter, clipped, continued, type TextFrame, wrapped } from '../words/text-lines.ts';

// Differences that a screen can take; the others are counted, and named in the JSON and the JUnit file.
const MOST_SHOWN = 20;

const LINES_OF_A_TEXT = 3;

/** The answers of a node beside its dialect's contract: a table, then what differs, with a shell line for each. */
export function contractText(
  report: ContractReport,
  { color, width }: { readonly color: boolean; readonly width: number },
): string {
  const frame = { paint: painter(color), width };
  const { cases } = report;
  return [
    ...headLines(report, frame),
    '',
    ...tableLines(contractTable(cases), frame),
    ...contractDifferences(cases, frame),
    ...reasonLines(cases, frame),
    '',
  ].join('\n');
}

/** The first cases that are answered otherwise, each with a shell line. */
export function contractDifferences(cases: ContractReport['cases'], frame: TextFrame): readonly string[] {
  const differing = cases.filter(({ verdict }) => verdict.kind === 'differs');
  const rest = differing.length - MOST_SHOWN;
  return [
    ...differing.slice(0, MOST_SHOWN).flatMap((one) => differenceLines(one, frame)),
    ...(rest > 0 ? ['', `and ${counted(rest, 'more difference')}: --json and --junit name them`] : []),
  ];
}

function headLines(
  { dialect, node, url, cases, partial }: ContractReport,
  { paint, width }: TextFrame,
): readonly string[] {
  const { agrees, differs, 'not-run': notRun, unknown } = countCases(cases);
  const verdict =
    differs > 0
      ? paint.bad('DIFFERS')
      : unknown > 0 || partial
        ? paint.warn('UNKNOWN')
        : paint.good('AGREES');
  const counts = [
    `${agrees} of ${counted(cases.length, 'case')} agree`,
    ...(differs > 0 ? [`${differs} differ`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(notRun > 0 ? [`${notRun} not run`] : []),
    ...(partial ? ['broken off'] : []),
  ];
  return [
    `${verdict}  ${counts.join(', ')}`,
    clipped(`The contract of ${dialect}, asked of ${node} at ${url}`, width),
  ];
}

// A line an operation: its outcomes, each with how many of its cases agree.
function tableLines(cells: readonly ContractCell[], { paint, width }: TextFrame): readonly string[] {
  const rows = new Map<string, ContractCell[]>();
  for (const cell of cells) gather(rows, cell.operation, cell);
  const column = Math.max(...[...rows.keys()].map((operation) => operation.length)) + 2;
  return [...rows].flatMap(([operation, row]) => {
    const texts = row.map(cellText);
    const lines = wrapped(texts.join('  '), { width: Math.max(width - column, 20), lines: row.length });
    return lines.map((line, at) => `${(at === 0 ? operation : '').padEnd(column)}${marked(line, paint)}`);
  });
}

// Blanks within a cell would be broken at.
function cellText({ outcome, counts }: ContractCell): string {
  const { agrees, differs, unknown } = counts;
  const answered = agrees + differs + unknown;
  if (answered === 0) return `${outcome}:-`;
  return agrees === answered ? `${outcome}:${agrees}` : `${outcome}:${agrees}/${answered}`;
}

function marked(line: string, paint: Paint): string {
  return line
    .split(' ')
    .map((cell) => (cell.includes('/') ? paint.bad(cell) : cell.endsWith(':-') ? paint.dim(cell) : cell))
    .join(' ');
}

function differenceLines(
  { name, operation, source, verdict }: JudgedCase,
  frame: TextFrame,
): readonly string[] {
  if (verdict.kind !== 'differs') return [];
  const { paint, width } = frame;
  const detail = (label: string, text: string): readonly string[] =>
    wrapped(text, { width: Math.max(width - 14, 20), lines: LINES_OF_A_TEXT }).map(
      (line, at) => `    ${paint.dim((at === 0 ? label : '').padEnd(10))}${line}`,
    );
  return [
    '',
    `  ${paint.bad('x')} ${paint.bold(clipped(name, width - operation.length - 7))} (${operation})`,
    ...detail('expected', verdict.expected),
    ...detail('observed', verdict.observed),
    ...detail('source', source),
    ...continued(verdict.curl, { width, indent: 4 }),
  ];
}

// The reasons for which cases were not asked or not answered, each with its number of cases.
function reasonLines(cases: readonly JudgedCase[], { paint, width }: TextFrame): readonly string[] {
  const stopped = new Map<string, string[]>();
  for (const { name, verdict } of cases) {
    const reason = reasonText(verdict);
    if (reason !== undefined) gather(stopped, reason, name);
  }
  if (stopped.size === 0) return [];
  const lines = [...stopped].map(([reason, names]) =>
    clipped(`  ${counted(names.length, 'case')}: ${reason}`, width),
  );
  return ['', paint.dim('Not asked'), ...lines];
}

function reasonText(verdict: CaseVerdict): string | undefined {
  if (verdict.kind === 'not-run') return `needs ${verdict.needs}`;
  return verdict.kind === 'unknown' ? verdict.why : undefined;
}

/** The whole report as JSON: counts, the table, every case. */
export function contractJson(report: ContractReport): string {
  return toJson({ ...report, counts: countCases(report.cases), table: contractTable(report.cases) });
}

/** How the cases of one operation with one outcome ended. */
interface ContractCell {
  readonly operation: string;
  readonly outcome: OutcomeClass;
  readonly counts: CaseCounts;
}

// Operations by outcomes, in the order of the cases.
function contractTable(cases: readonly JudgedCase[]): readonly ContractCell[] {
  const cells = new Map<string, JudgedCase[]>();
  for (const one of cases) gather(cells, `${one.operation} ${one.outcome}`, one);
  return [...cells.values()].map((ended) => {
    const { operation, outcome } = ended[0] as JudgedCase;
    return { operation, outcome, counts: countCases(ended) };
  });
}
