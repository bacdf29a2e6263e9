import { type CheckReport, type LearntFees, openText } from '../../model/check/check-report.ts';
import { isSeenAgain } from '../../model/check/counterexample.ts';
import { countCases, MORE_TIME } from '../../model/check/contract-report.ts';
import { toJson } from '../../model/json.ts';
import { NO_FEES } from '../../model/network/fees.ts';
import { counted, durationText, grouped } from '../words/number-format.ts';

/** The verdict of a check. */
export type CheckWord = 'holds' | 'violated' | 'unknown';

/**
 * In one word: something is wrong, or something could not be judged, or neither. What was seen once and not again is
 * wrong or not: nobody can say.
 */
export function checkWord({ counterexamples, sequences, contract }: CheckReport): CheckWord {
  const answers = countCases(contract?.cases ?? []);
  if (counterexamples.some(isSeenAgain) || sequences.violated > 0 || answers.differs > 0) return 'violated';
  const isAllJudged = sequences.unknown === 0 && answers.unknown === 0;
  return isAllJudged && sequences.held + sequences.accepted + answers.agrees > 0 ? 'holds' : 'unknown';
}

/** In one sentence. */
export function checkSentence(report: CheckReport): string {
  const verdict = verdictText(report);
  const texts = scopeTexts(report);
  return texts.length === 0 ? verdict : [verdict.replace(/[^.]$/, '$&.'), ...texts].join(' ');
}

function verdictText(report: CheckReport): string {
  const { sequences, counterexamples, calls, ended } = report;
  const all = Object.values(sequences).reduce((sum, times) => sum + times, 0);
  const scope = `${counted(all, 'sequence')} with ${grouped(calls)} calls`;
  const broken = ended === 'interrupted' ? ' Interrupted: what was found until then.' : '';
  switch (checkWord(report)) {
    case 'violated': {
      const certain = counterexamples.filter(isSeenAgain).length;
      const ways = certain === 0 ? '' : ` in ${counted(certain, 'way')}`;
      return `The nodes do otherwise than the model${ways}: ${scope}, ${wrongText(sequences.violated)}${contractText(report)}.${broken}`;
    }
    case 'unknown':
      return `${unknownText(report, all)}${broken}`;
    case 'holds':
      return `The nodes do what the model says: ${scope}, ${wrongText(0)}${contractText(report)}.${broken}`;
  }
}

// The fixed sequences alone, with which a check begins, are more.
const HARDLY_ANY = 10;

/** How little was judged, as far as the verdict itself does not say it, a sentence each. */
function scopeTexts({ sequences, ended, took, leftOver, open = [] }: CheckReport): readonly string[] {
  const all = Object.values(sequences).reduce((sum, times) => sum + times, 0);
  const texts: string[] = [];
  if (all < HARDLY_ANY && ended === 'time' && took.sequencesMs > 0) {
    const smaller = took.shrinkingMs === 0 ? [] : [`making cases smaller ${durationText(took.shrinkingMs)}`];
    const each = all === 0 ? [] : [`each sequence ${durationText(took.sequencesMs / all)}`];
    const parts = [`the contract took ${durationText(took.contractMs)}`, ...each, ...smaller];
    texts.push(`${all === 0 ? 'No' : 'Hardly any'} sequence was judged: ${parts.join(', ')}.`);
  }
  const waiting = open.filter(({ isOverdue }) => !isOverdue);
  if (waiting.length > 0) texts.push(`Not judged: ${waiting.map(openText).join('; ')}.`);
  if (leftOver !== undefined) {
    const where = leftOver.channels.join(', ');
    texts.push(
      `Not judged: ${counted(leftOver.payments, 'payment')} that no sequence sent and that nodes still list as pending (${where}).`,
    );
  }
  return texts;
}

function unknownText(
  { sequences, counterexamples, contract, unknowns, ended }: CheckReport,
  all: number,
): string {
  const unjudged = unjudgedText(contract);
  const parts = [
    ...(sequences.unknown === 0
      ? []
      : [
          `${counted(sequences.unknown, 'sequence')} of ${grouped(all)} could not be judged: ${unknowns[0] ?? ''}`,
        ]),
    ...(unjudged === undefined ? [] : [unjudged]),
  ];
  if (parts.length === 0) return `Nothing was judged: no sequence came to its end${RAN_OUT[ended]}.`;
  return `Nothing is wrong${counterexamples.length > 0 ? ' for certain' : ''}, but ${parts.join('; ')}`;
}

function unaskedText(contract: CheckReport['contract']): string | undefined {
  const unasked = (contract?.cases ?? []).filter(
    ({ verdict }) => verdict.kind === 'not-run' && verdict.needs === MORE_TIME,
  );
  return unasked.length === 0
    ? undefined
    : `${counted(unasked.length, 'case')} not asked for want of ${MORE_TIME}`;
}

function unjudgedText(contract: CheckReport['contract']): string | undefined {
  const unjudged = (contract?.cases ?? []).flatMap(({ name, verdict }) =>
    verdict.kind === 'unknown' ? [`${name}: ${verdict.why}`] : [],
  );
  if (unjudged.length === 0) return undefined;
  return `${counted(unjudged.length, 'case')} of the contract could not be judged: ${unjudged[0]}`;
}

function wrongText(violated: number): string {
  return violated === 0 ? 'none went wrong' : `${grouped(violated)} of them went wrong`;
}

// The limit that ended a check before its first sequence did.
const RAN_OUT: Readonly<Record<CheckReport['ended'], string>> = {
  time: ' before the time was over (--time)',
  runs: ' within the number of sequences that was asked for (--runs)',
  cases: '',
  interrupted: '',
};

function contractText({ contract }: CheckReport): string {
  if (contract === undefined) return '';
  const { agrees, differs } = countCases(contract.cases);
  const left = [unjudgedText(contract), unaskedText(contract)].filter((text) => text !== undefined);
  const answered =
    differs === 0
      ? `${counted(agrees, 'case')} of the contract agree`
      : `${counted(differs, 'case')} of the contract ${differs === 1 ? 'is' : 'are'} answered otherwise`;
  return `; ${[answered, ...left].join('; ')}`;
}

/** The mediators' fees that the model assumes, and how they were learnt. */
export function feesText({ schedule, payment }: LearntFees): string {
  if (payment === undefined)
    return 'none are taken into account: no payment over a mediator could be tried beforehand';
  const { from, to, amount } = payment;
  const tried = `${grouped(amount)} from ${from} to ${to}, and one back`;
  if (schedule === undefined)
    return `not known: neither none nor those of a node that nobody has configured explain a payment of ${tried}. Only partners were paid; a scenario with network.fees says what these nodes ask: millrace check SCENARIO --nodes NODES`;
  if (schedule === NO_FEES) return `none, as a payment of ${tried}, showed`;
  return `${schedule.proportionalPpm} ppm a channel, imbalance ${schedule.imbalancePpm} ppm, as a payment of ${tried}, showed`;
}

/** The calls that a check left out because they take longer than was left, and the option that asks for them. */
export function leftOutText(leftOutMs: number): string {
  const enoughMin = Math.max(2, Math.ceil((leftOutMs * 8) / 60_000));
  return `deposits, withdrawals and all else that waits for blocks, from the time on when they took longer (${durationText(leftOutMs)} and more) than was left; --time ${enoughMin}m asks for them`;
}

/** Said of an outcome that could have been seen. */
export const NO_REASON = 'no call of this run came to it';

/** A check for machines. */
export function checkJson(report: CheckReport): string {
  return `${toJson({ format: 'millrace-check/1', verdict: checkWord(report), sentence: checkSentence(report), ...report }, 2)}\n`;
}
