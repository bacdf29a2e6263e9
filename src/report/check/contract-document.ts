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
import type { BadgeText, Block, Document, Item, Parts } from '../blocks/block.ts';
import { list, pageOnly, prose, section } from '../blocks/block.ts';
import { textOf, type TextLook } from '../blocks/terminal.ts';
import { counted } from '../words/number-format.ts';
import { reasonWords } from '../../model/run/describe-operation.ts';

/** Rows of a list on a terminal; of cases that differ twenty: the files that are written name all. */
export const LIST_ROWS = 22;

/** The answers of a node beside its dialect's contract: a table, then what differs, with a shell line for each. */
export function contractText(report: ContractReport, look: TextLook): string {
  return `${textOf(contractDocument(report), look, LIST_ROWS)}\n`;
}

/** All that is told of a contract's cases. */
export function contractDocument(report: ContractReport): Document {
  const { dialect, node, url, cases } = report;
  const title = `The contract of ${dialect}, asked of ${node} at ${url}`;
  const body = [outcomeFacts(cases), contractDifferences(cases), notAsked(cases)];
  return { name: title, title, head: verdictOf(report), body };
}

function verdictOf({ cases, partial }: ContractReport): Block {
  const { agrees, differs, 'not-run': notRun, unknown } = countCases(cases);
  const counts = [
    `${agrees} of ${counted(cases.length, 'case')} agree`,
    ...(differs > 0 ? [`${differs} differ`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(notRun > 0 ? [`${notRun} not run`] : []),
    ...(partial ? ['broken off'] : []),
  ];
  const judgement: BadgeText =
    differs > 0 ? ['bad', 'differs'] : unknown > 0 || partial ? ['unknown', 'unknown'] : ['good', 'agrees'];
  return { kind: 'verdict', judgement, sentence: counts.join(', ') };
}

/** The cases of the contract that a check asked first: what differs, and on its page how many agree and what was not asked. */
export function contractParts(cases: readonly JudgedCase[]): Parts {
  const counts = pageOnly(() =>
    section(
      { id: 'contract-cases', title: 'The contract, case by case', listed: 'Contract' },
      prose(
        'Operations with the outcomes that the contract has for them, and how many cases of each agree.',
        'hint',
      ),
      outcomeFacts(cases),
      notAsked(cases),
    ),
  );
  return [contractDifferences(cases), counts];
}

// An operation with its outcomes, each with how many of its cases agree.
function outcomeFacts(cases: readonly JudgedCase[]): Block {
  const byOperation = new Map<string, string[]>();
  for (const cell of contractTable(cases)) gather(byOperation, cell.operation, cellText(cell));
  const facts = [...byOperation].map(([operation, cells]) => [operation, cells.join(', ')] as const);
  return { kind: 'facts', facts, lines: Number.POSITIVE_INFINITY };
}

function cellText({ outcome, counts }: ContractCell): string {
  const { agrees, differs, unknown } = counts;
  const answered = agrees + differs + unknown;
  const words = reasonWords(outcome);
  if (answered === 0) return `${words} not asked`;
  return agrees === answered ? `${words} ${agrees}` : `${words} ${agrees} of ${answered}`;
}

/** The cases that are answered otherwise, each with a shell line. */
function contractDifferences(cases: readonly JudgedCase[]): Block | null {
  const items = cases.flatMap(({ name, operation, source, verdict }): readonly Item[] =>
    verdict.kind === 'differs'
      ? [
          {
            text: name,
            mark: 'bad',
            hint: operation,
            details: [
              ['Expected', verdict.expected],
              ['Observed', verdict.observed],
              ['Source', source],
            ],
            command: verdict.curl,
          },
        ]
      : [],
  );
  const title = 'Answered otherwise than the contract says';
  return items.length === 0 ? null : section({ id: 'contract', title }, list(items));
}

// The reasons for which cases were not asked or not answered, each with its number of cases.
function notAsked(cases: readonly JudgedCase[]): Block | null {
  const stopped = new Map<string, string[]>();
  for (const { name, verdict } of cases) {
    const reason = reasonText(verdict);
    if (reason !== undefined) gather(stopped, reason, name);
  }
  const items = [...stopped].map(([reason, names]) => ({
    text: `${counted(names.length, 'case')}: ${reason}`,
  }));
  return list(items, { title: 'Not asked' });
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
