import { type ContractReport, countCases, type JudgedCase } from '../../model/check/contract-report.ts';
import { gather } from '../../model/gather.ts';
import { toJson } from '../../model/json.ts';
import { type Block, type Document, type Item, list, section } from '../blocks/block.ts';
import { counted } from '../words/number-format.ts';
import { contractWord } from './check-verdict.ts';
import { CHECK_JUDGEMENTS } from '../page/badge.ts';
import { reasonWords } from '../../model/run/reason-class.ts';

/** The answers of a node beside its dialect's contract: outcomes by operation, then what differs, with a shell line each. */
export function contractDocument({ dialect, node, url, cases, partial }: ContractReport): Document {
  const title = `Contract of ${dialect} at ${node}, ${url}`;
  const { agrees, differs, 'not-run': notRun, unknown } = countCases(cases);
  const counts = [
    `${agrees} of ${counted(cases.length, 'case')} agree`,
    ...(differs > 0 ? [`${differs} differ`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(notRun > 0 ? [`${notRun} skipped`] : []),
    ...(partial ? ['broken off'] : []),
  ];
  const judgement = partial ? CHECK_JUDGEMENTS.unknown : CHECK_JUDGEMENTS[contractWord({ cases })];
  return {
    name: title,
    title,
    head: { kind: 'verdict', judgement, sentence: counts.join(', ') },
    body: [outcomeFacts(cases), contractDifferences(cases), notAsked(cases)],
  };
}

function outcomeFacts(cases: readonly JudgedCase[]): Block {
  const cells = new Map<string, JudgedCase[]>();
  for (const one of cases) gather(cells, `${one.operation} ${one.outcome}`, one);
  const byOperation = new Map<string, string[]>();
  for (const ended of cells.values()) {
    const { operation, outcome } = ended[0] as JudgedCase;
    const counts = countCases(ended);
    const answered = counts.agrees + counts.differs + counts.unknown;
    const agreed = counts.agrees === answered ? `${answered}` : `${counts.agrees} of ${answered}`;
    gather(byOperation, operation, `${reasonWords(outcome)} ${answered === 0 ? 'skipped' : agreed}`);
  }
  const facts = [...byOperation].map(([operation, outcomes]) => [operation, outcomes.join(', ')] as const);
  return { kind: 'facts', facts, lines: Number.POSITIVE_INFINITY };
}

/** The cases that are answered otherwise, each with a shell line; `null`: none is. */
export function contractDifferences(cases: readonly JudgedCase[]): Block | null {
  const items = cases.flatMap(({ name, operation, source, verdict }): readonly Item[] => {
    if (verdict.kind !== 'differs') return [];
    const { expected, observed, curl } = verdict;
    const details = [
      ['Expected', expected],
      ['Observed', observed],
      ['Source', source],
    ] as const;
    return [{ text: name, mark: 'bad', hint: operation, details, command: curl }];
  });
  const title = 'Answers that differ from the contract';
  return items.length === 0 ? null : section({ id: 'contract', title, listed: 'Contract' }, list(items));
}

function notAsked(cases: readonly JudgedCase[]): Block | null {
  const byReason = new Map<string, JudgedCase[]>();
  for (const one of cases) {
    const { verdict } = one;
    if (verdict.kind === 'not-run') gather(byReason, `needs ${verdict.needs}`, one);
    if (verdict.kind === 'unknown') gather(byReason, verdict.why, one);
  }
  const items = [...byReason].map(([reason, { length }]) => ({
    text: `${counted(length, 'case')}: ${reason}`,
  }));
  return list(items, { title: 'Skipped' });
}

/** The whole report as JSON: counts and every case. */
export function contractJson(report: ContractReport): string {
  return toJson({ format: 'millrace-contract/1', ...report, counts: countCases(report.cases) });
}
