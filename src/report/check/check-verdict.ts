import type { CheckReport } from '../../model/check/check-report.ts';
import { isSeenAgain } from '../../model/check/counterexample.ts';
import { countCases } from '../../model/check/contract-report.ts';
import { counted, grouped } from '../words/number-format.ts';

/** What a check came to. */
export type CheckWord = 'holds' | 'violated' | 'unknown';

/**
 * In one word: something is wrong, or something could not be judged, or neither. What was seen once and not again is
 * wrong or not: nobody can say.
 */
export function checkWord({ counterexamples, sequences, contract }: CheckReport): CheckWord {
  const answers = countCases(contract?.cases ?? []);
  if (counterexamples.some(isSeenAgain) || sequences.violated > 0 || answers.differs > 0) return 'violated';
  return sequences.unknown > 0 || sequences.held + sequences.accepted === 0 ? 'unknown' : 'holds';
}

/** In one sentence. */
export function checkSentence(report: CheckReport): string {
  const { sequences, counterexamples, calls, ended } = report;
  const all = Object.values(sequences).reduce((sum, times) => sum + times, 0);
  const asked = `${counted(all, 'sequence')} with ${grouped(calls)} calls`;
  const broken = ended === 'interrupted' ? ' Interrupted: what was found until then.' : '';
  switch (checkWord(report)) {
    case 'violated': {
      const certain = counterexamples.filter(isSeenAgain).length;
      const ways = certain === 0 ? '' : ` in ${counted(certain, 'way')}`;
      return `The nodes do otherwise than the model${ways}: ${asked}, ${wrongText(sequences.violated)}${contractText(report)}.${broken}`;
    }
    case 'unknown':
      return sequences.unknown === 0
        ? `Nothing was judged: no sequence came to its end${RAN_OUT[ended]}.${broken}`
        : `Nothing is wrong${counterexamples.length > 0 ? ' for certain' : ''}, but ${counted(sequences.unknown, 'sequence')} of ${grouped(all)} could not be judged: ${report.unknowns[0] ?? ''}${broken}`;
    case 'holds':
      return `The nodes do what the model says: ${asked}, ${wrongText(0)}${contractText(report)}.${broken}`;
  }
}

function wrongText(violated: number): string {
  return violated === 0 ? 'none went wrong' : `${grouped(violated)} of them went wrong`;
}

// What a check had too little of for a single sequence.
const RAN_OUT: Readonly<Record<CheckReport['ended'], string>> = {
  time: ' before the time was over (--time)',
  runs: ' within the number of sequences that was asked for (--runs)',
  cases: '',
  interrupted: '',
};

function contractText({ contract }: CheckReport): string {
  if (contract === undefined) return '';
  const { agrees, differs } = countCases(contract.cases);
  return differs === 0
    ? `; ${counted(agrees, 'case')} of the contract agree`
    : `; ${counted(differs, 'case')} of the contract ${differs === 1 ? 'is' : 'are'} answered otherwise`;
}
