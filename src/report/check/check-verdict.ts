import type { CheckReport } from '../../model/check/check-report.ts';
import { isSeenAgain } from '../../model/check/counterexample.ts';
import { type ContractReport, countCases, MORE_TIME } from '../../model/check/contract-report.ts';
import { toJson } from '../../model/json.ts';
import { counted, given, grouped } from '../words/number-format.ts';

/** The verdict of a check. */
export type CheckWord = 'holds' | 'violated' | 'unknown';

// A check that judged less is unknown. The fixed sequences with which a check begins are more.
const LEAST_SEQUENCES = 10;
const LEAST_SHARE_OF_CASES = 1 / 2;
// The first forty sequences of the space cover half of the pairs: each value of an axis beside many of the others.
const LEAST_SHARE_OF_PAIRS = 1 / 2;

/** In one word. A case that was seen once and not again is unknown, and so is a check that judged too little. */
export function checkWord(report: CheckReport): CheckWord {
  const { counterexamples, sequences, contract } = report;
  const word = contractWord(contract);
  if (counterexamples.some(isSeenAgain) || sequences.violated > 0 || word === 'violated') return 'violated';
  const isAllJudged = sequences.unknown === 0 && word === 'holds' && missingEvidence(report).length === 0;
  return isAllJudged ? 'holds' : 'unknown';
}

/** The verdict of a contract; without cases it holds. */
export function contractWord({ cases }: Pick<ContractReport, 'cases'> = { cases: [] }): CheckWord {
  const { differs, unknown, agrees } = countCases(cases);
  if (differs > 0) return 'violated';
  return unknown > 0 || agrees < cases.length * LEAST_SHARE_OF_CASES ? 'unknown' : 'holds';
}

/** The evidence that a check lacks for a green verdict, a clause each. */
function missingEvidence({ sequences, contract, ended, uncovered, space }: CheckReport): readonly string[] {
  const judged = sequences.held + sequences.accepted + sequences.violated;
  const kinds = ended === 'runs' || judged < LEAST_SEQUENCES ? [] : uncovered;
  const { covered = 0, of = 0 } = space ?? {};
  const leastPairs = Math.ceil(of * LEAST_SHARE_OF_PAIRS);
  const { cases } = contract ?? { cases: [] };
  const { agrees, differs } = countCases(cases);
  const needed = outOfTime(cases) > 0 ? cases.length : Math.ceil(cases.length * LEAST_SHARE_OF_CASES);
  const agreed = agrees + differs;
  return given([
    judged < LEAST_SEQUENCES && `${grouped(judged)} of at least ${counted(LEAST_SEQUENCES, 'sequence')}`,
    covered < leastPairs && `${grouped(covered)} of at least ${grouped(leastPairs)} pairs of states`,
    agreed < needed && `${grouped(agreed)} of ${counted(cases.length, 'contract case')}`,
    kinds.length > 0 && `no ${kinds.join(', no ')}`,
  ]);
}

function outOfTime(cases: ContractReport['cases']): number {
  return cases.filter(({ verdict }) => verdict.kind === 'not-run' && verdict.needs === MORE_TIME).length;
}

/** In one sentence: what is wrong, and how much was judged. */
export function checkSentence(report: CheckReport): string {
  const { sequences, calls, contract, ended, space } = report;
  const all = Object.values(sequences).reduce((sum, times) => sum + times, 0);
  const { agrees, differs, 'not-run': skipped } = countCases(contract?.cases ?? []);
  const accepted =
    sequences.accepted === 0 ? '' : `, ${grouped(sequences.accepted)} with accepted mismatches`;
  const parts = given([
    `${grouped(sequences.violated)} of ${counted(all, 'sequence')} failed${accepted} (${counted(calls, 'call')})`,
    space && `coverage ${grouped(space.covered)} of ${grouped(space.of)} pairs`,
    agrees + differs > 0 && `${grouped(differs)} of ${counted(agrees + differs, 'contract case')} differ`,
    skipped > 0 && `${counted(skipped, 'contract case')} skipped`,
    unknownTexts(report)[0],
    ended === 'interrupted' && 'interrupted',
  ]);
  return `${headText(report)}${parts.join('; ')}`.replace(/[^.]$/, '$&.');
}

// Where something is wrong, the first cause.
function headText(report: CheckReport): string {
  const { counterexamples, contract } = report;
  const word = checkWord(report);
  const missing = missingEvidence(report);
  if (word === 'holds') return 'No mismatch with the model: ';
  if (word === 'unknown' && missing.length > 0) return `Too little was judged (${missing.join(', ')}): `;
  if (word === 'unknown') return 'No certain mismatch: ';
  const mismatches = counterexamples.filter(isSeenAgain);
  const [first] = mismatches;
  if (first !== undefined) {
    const count = `${grouped(mismatches.length)} ${mismatches.length === 1 ? 'mismatch' : 'mismatches'}`;
    return `${count} with the model: ${first.found.title.replace(/\.$/, '')}; `;
  }
  const different = contract?.cases.find(({ verdict }) => verdict.kind === 'differs');
  return `Mismatch: ${different === undefined ? '' : `${different.name} is not answered as the contract says; `}`;
}

/** Why something could not be judged, the number of such sequences first. */
function unknownTexts({ sequences, unknowns, contract }: CheckReport): readonly string[] {
  const unjudged = (contract?.cases ?? []).flatMap(({ name, verdict }) =>
    verdict.kind === 'unknown' ? [`${name}: ${verdict.why}`] : [],
  );
  const [first, ...others] = unknowns;
  const why = first === undefined ? '' : `: ${first}`;
  const sequenceTexts = [`${counted(sequences.unknown, 'sequence')} could not be judged${why}`, ...others];
  return given([
    ...(sequences.unknown === 0 ? unknowns : sequenceTexts),
    unjudged.length > 0 && `${counted(unjudged.length, 'contract case')} could not be judged: ${unjudged[0]}`,
  ]);
}

/** Everything else that was not judged, and why, a sentence each. */
export function notJudged(report: CheckReport): readonly string[] {
  const skipped = outOfTime(report.contract?.cases ?? []);
  return given([
    ...unknownTexts(report).slice(1),
    ...report.notJudged.map((what) => `Not judged: ${what}.`),
    skipped > 0 && `${counted(skipped, 'contract case')} skipped: out of time (raise --time).`,
    checkWord(report) === 'unknown' && missingEvidence(report).length > 0 && neededText(report),
  ]);
}

function neededText({ ended, longestMs = 0 }: CheckReport): string {
  const needed = `A green verdict needs ${LEAST_SEQUENCES} sequences, the contract, every kind of call and half of the pairs`;
  if (ended !== 'time') return `${needed} (raise --runs).`;
  const longest = `The time ended first; one sequence took ${(longestMs / 1000).toFixed(1)} s`;
  return `${needed}. ${longest} (raise --time, or check a smaller network).`;
}

/** A check for machines. */
export function checkJson(report: CheckReport): string {
  const [verdict, sentence] = [checkWord(report), checkSentence(report)];
  return `${toJson({ format: 'millrace-check/1', verdict, sentence, ...report }, 2)}\n`;
}
