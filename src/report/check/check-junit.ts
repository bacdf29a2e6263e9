import type { CheckReport } from '../../model/check/check-report.ts';
import { contractTestCase } from './contract-junit.ts';
import { junitDocument } from '../junit-document.ts';
import { checkSentence, checkWord } from './check-verdict.ts';

/** A check as JUnit XML: a failed test for each case, and one for all sequences together. */
export function checkJunit(report: CheckReport): string {
  const word = checkWord(report);
  return junitDocument('check', {
    cases: report.counterexamples.map(({ id, found, curl, text }) => ({
      name: `${id}: ${found.title}`,
      fault: {
        message: `predicted ${found.predicted}, observed ${found.observed}`,
        text: [...curl, text].join('\n'),
      },
    })),
    contract: (report.contract?.cases ?? []).map(contractTestCase),
    accepted: report.accepted.map(({ check, call, reason, times }) => ({
      name: `${check}${call === undefined ? '' : ` of ${call}`}`,
      skipped: times === 0 ? `no longer occurs; ${reason}` : `${times} times; ${reason}`,
    })),
    sequences: [
      { name: checkSentence(report), ...(word === 'unknown' ? { unknown: report.unknowns.join('; ') } : {}) },
    ],
  });
}
