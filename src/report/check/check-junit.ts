import type { CheckReport } from '../../model/check/check-report.ts';
import { contractTestCase } from './contract-junit.ts';
import { type Counterexample, isSeenAgain, seenOnceText } from '../../model/check/counterexample.ts';
import { junitDocument, type TestCase } from '../junit-document.ts';
import { checkSentence, checkWord } from './check-verdict.ts';

/** A check as JUnit XML: a failed test for each case, and one for all sequences together. */
export function checkJunit(report: CheckReport): string {
  const word = checkWord(report);
  return junitDocument('check', {
    cases: report.counterexamples.map(counterexampleCase),
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

function counterexampleCase(each: Counterexample): TestCase {
  const { id, found, curl, text } = each;
  const name = `${id}: ${found.title}`;
  if (!isSeenAgain(each)) return { name, unknown: seenOnceText(each) };
  const message = `predicted ${found.predicted}, observed ${found.observed}`;
  return { name, fault: { message, text: [...curl, text].join('\n') } };
}
