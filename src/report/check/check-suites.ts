import type { CheckReport } from '../../model/check/check-report.ts';
import type { ContractReport, JudgedCase } from '../../model/check/contract-report.ts';
import { gather } from '../../model/gather.ts';
import { type Counterexample, isSeenAgain, seenOnceText } from '../../model/check/counterexample.ts';
import type { TestCase, TestSuites } from '../ci/junit-document.ts';
import { checkSentence, checkWord } from './check-verdict.ts';

/** Everything of a check that can fail, and the files in which cases are kept. */
export function checkSuites(report: CheckReport, caseFileOf?: (id: string) => string): TestSuites {
  const unknown =
    checkWord(report) === 'unknown' ? { unknown: report.unknowns.join('; ') || checkSentence(report) } : {};
  return {
    cases: report.counterexamples.map((each) => ({
      ...counterexampleCase(each),
      file: caseFileOf?.(each.id),
    })),
    contract: (report.contract?.cases ?? []).map(contractCase),
    accepted: report.accepted.map(({ check, call, reason, times }) => ({
      name: `${check}${call === undefined ? '' : ` of ${call}`}`,
      skipped: times === 0 ? `no longer occurs; ${reason}` : `${times} times; ${reason}`,
    })),
    sequences: [{ name: checkSentence(report), ...unknown }],
  };
}

function counterexampleCase(each: Counterexample): TestCase {
  const { id, found, curl, text } = each;
  const name = `${id}: ${found.title}`;
  if (!isSeenAgain(each)) return { name, unknown: seenOnceText(each) };
  const message = `predicted ${found.predicted}, observed ${found.observed}`;
  return { name, fault: { message, text: [...curl, text].join('\n') } };
}

/** Everything of a contract that can fail: a suite an operation, a case a request. */
export function contractSuites({ cases }: Pick<ContractReport, 'cases'>): TestSuites {
  const suites = new Map<string, TestCase[]>();
  for (const one of cases) gather(suites, one.operation, contractCase(one));
  return Object.fromEntries(suites);
}

function contractCase({ name, source, verdict }: JudgedCase): TestCase {
  switch (verdict.kind) {
    case 'agrees':
      return { name };
    case 'differs': {
      const { expected, observed, curl } = verdict;
      const text = `expected ${expected}\nobserved ${observed}\nsource   ${source}\n${curl}`;
      return { name, fault: { message: `expected ${expected}, observed ${observed}`, text } };
    }
    case 'not-run':
      return { name, skipped: `needs ${verdict.needs}` };
    case 'unknown':
      return { name, unknown: verdict.why };
  }
}
