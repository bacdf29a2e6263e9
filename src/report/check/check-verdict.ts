import type { CheckReport } from '../../model/check/check-report.ts';
import { isSeenAgain } from '../../model/check/counterexample.ts';
import { countCases, MORE_TIME } from '../../model/check/contract-report.ts';
import { toJson } from '../../model/json.ts';
import { counted, grouped } from '../words/number-format.ts';

/** The verdict of a check. */
export type CheckWord = 'holds' | 'violated' | 'unknown';

/** In one word. A case that was seen once and not again is unknown. */
export function checkWord({ counterexamples, sequences, contract }: CheckReport): CheckWord {
  const answers = countCases(contract?.cases ?? []);
  if (counterexamples.some(isSeenAgain) || sequences.violated > 0 || answers.differs > 0) return 'violated';
  const isAllJudged = sequences.unknown === 0 && answers.unknown === 0;
  return isAllJudged && sequences.held + sequences.accepted + answers.agrees > 0 ? 'holds' : 'unknown';
}

/** In one sentence: how much was asked, and how much of it failed. */
export function checkSentence(report: CheckReport): string {
  const { sequences, calls, contract, ended } = report;
  const all = Object.values(sequences).reduce((sum, times) => sum + times, 0);
  const { agrees, differs } = countCases(contract?.cases ?? []);
  const asked = agrees + differs;
  const reasons = unknownTexts(report);
  if (all + asked === 0 && reasons.length === 0)
    return `Nothing was judged: no sequence ended${RAN_OUT[ended]}.`;
  const parts = [
    `${grouped(sequences.violated)} of ${counted(all, 'sequence')} failed (${counted(calls, 'call')})`,
    ...(asked === 0 ? [] : [`${grouped(differs)} of ${counted(asked, 'contract case')} differ`]),
    ...reasons.slice(0, 1),
    ...(ended === 'interrupted' ? ['interrupted'] : []),
  ];
  return `${headText(report)}: ${parts.join('; ')}`.replace(/[^.]$/, '$&.');
}

function headText(report: CheckReport): string {
  const word = checkWord(report);
  const mismatches = report.counterexamples.filter(isSeenAgain).length;
  if (word !== 'violated') return word === 'holds' ? 'No mismatch with the model' : 'No certain mismatch';
  if (mismatches === 0) return 'Mismatch';
  return `${grouped(mismatches)} ${mismatches === 1 ? 'mismatch' : 'mismatches'} with the model`;
}

/** Why something could not be judged, the number of such sequences first. */
function unknownTexts({ sequences, unknowns, contract }: CheckReport): readonly string[] {
  const unjudged = (contract?.cases ?? []).flatMap(({ name, verdict }) =>
    verdict.kind === 'unknown' ? [`${name}: ${verdict.why}`] : [],
  );
  const contractTexts =
    unjudged.length === 0
      ? []
      : [`${counted(unjudged.length, 'contract case')} could not be judged: ${unjudged[0]}`];
  const [first, ...others] = unknowns;
  const why = first === undefined ? '' : `: ${first}`;
  const sequenceTexts = [`${counted(sequences.unknown, 'sequence')} could not be judged${why}`, ...others];
  return [...(sequences.unknown === 0 ? unknowns : sequenceTexts), ...contractTexts];
}

// The limit that ended a check before its first sequence did.
const RAN_OUT: Readonly<Record<CheckReport['ended'], string>> = {
  time: ' before the time was over (--time)',
  runs: ' within the number of sequences that was asked for (--runs)',
  cases: '',
  interrupted: '',
};

// The fixed sequences alone, with which a check begins, are more.
const HARDLY_ANY = 10;

/** Everything else that was not judged, and why, a sentence each. */
export function notJudged(report: CheckReport): readonly string[] {
  const { sequences, contract, ended } = report;
  const all = Object.values(sequences).reduce((sum, times) => sum + times, 0);
  const skipped = (contract?.cases ?? []).filter(
    ({ verdict }) => verdict.kind === 'not-run' && verdict.needs === MORE_TIME,
  );
  return [
    ...unknownTexts(report).slice(1),
    ...report.notJudged.map((what) => `Not judged: ${what}.`),
    ...(skipped.length === 0
      ? []
      : [`${counted(skipped.length, 'contract case')} skipped: out of time (raise --time).`]),
    ...(all < HARDLY_ANY && ended === 'time' ? [`Only ${counted(all, 'sequence')} ran (raise --time).`] : []),
  ];
}

/** A check for machines. */
export function checkJson(report: CheckReport): string {
  const [verdict, sentence] = [checkWord(report), checkSentence(report)];
  return `${toJson({ format: 'millrace-check/1', verdict, sentence, ...report }, 2)}\n`;
}
