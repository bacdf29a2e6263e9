import type { CheckReport } from '../../model/check/check-report.ts';
import { toJson } from '../../model/json.ts';
import { checkSentence, checkWord } from './check-verdict.ts';

/** A check for machines. */
export function checkJson(report: CheckReport): string {
  return `${toJson({ format: 'millrace-check/1', verdict: checkWord(report), sentence: checkSentence(report), ...report }, 2)}\n`;
}
