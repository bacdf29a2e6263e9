import type { ContractReport, JudgedCase } from '../../model/check/contract-report.ts';
import { gather } from '../../model/gather.ts';
import { junitDocument, type TestCase } from '../junit-document.ts';

/** JUnit XML of a contract: a suite an operation, a case a request. */
export function contractJunit({ dialect, cases }: ContractReport): string {
  const suites = new Map<string, TestCase[]>();
  for (const one of cases) gather(suites, one.operation, contractTestCase(one));
  return junitDocument(`contract.${dialect}`, Object.fromEntries(suites));
}

/** One case, as CI systems list it. */
export function contractTestCase({ name, source, verdict }: JudgedCase): TestCase {
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
