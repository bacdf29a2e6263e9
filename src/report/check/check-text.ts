import type { CheckReport, CoveredPair } from '../../model/check/check-report.ts';
import type { Counterexample } from '../../model/check/counterexample.ts';
import { gather } from '../../model/gather.ts';
import type { TextFrame } from '../words/text-lines.ts';
import { counted, grouped } from '../words/number-format.ts';
import { contractDifferences } from './contract-text.ts';
import { checkSentence, feesText, leftOutText, NO_REASON } from './check-verdict.ts';

/** Where cases were written: by id. */
export type CaseFiles = ReadonlyMap<string, string>;

/** A check on one screen: the verdict, each case, what was covered. */
export function checkText(
  report: CheckReport,
  files: CaseFiles,
  { again, frame }: { readonly again: (file: string) => string; readonly frame: TextFrame },
): string {
  const { counterexamples, seed, isolation, covered, contract, outcomes } = report;
  return [
    checkSentence(report),
    '',
    ...counterexamples.flatMap((each) => [...caseLines(each, files, again), '']),
    ...(contract === undefined ? [] : contractDifferences(contract.cases, frame)),
    ...report.accepted.map(acceptedText),
    `Covered  ${coveredText(covered)}`,
    ...outcomeLines(outcomes),
    `Seed     ${seed}`,
    `Tries    ${isolation}`,
    ...(report.notDone === undefined ? [] : [`Not done ${report.notDone}`]),
    ...(report.fees === undefined ? [] : [`Fees     ${feesText(report.fees)}`]),
    ...leftOutLines(report),
    '',
  ].join('\n');
}

function caseLines(
  each: Counterexample,
  files: CaseFiles,
  again: (file: string) => string,
): readonly string[] {
  const { id, found, steps, reproduced, story, shrinking, curl } = each;
  const file = files.get(id);
  return [
    `${id}  ${found.title}`,
    `  predicted  ${found.predicted}`,
    `  observed   ${found.observed}`,
    `  check      ${found.check}; seen ${reproduced.times} of ${reproduced.of} times; ${counted(steps, 'step')}, the smallest of ${counted(shrinking.tried + 1, 'scenario')}`,
    ...story.calls.map(
      ({ asked, observed, isBlamed }, at) =>
        `  ${isBlamed ? '>' : ' '} ${at}  ${asked}: ${observed ?? 'not reached'}`,
    ),
    ...curl.map((line) => `  ${line}`),
    ...(file === undefined ? [] : [`  again      ${again(file)}`]),
  ];
}

function leftOutLines({ leftOutMs }: CheckReport): readonly string[] {
  return leftOutMs === undefined ? [] : [`Left out ${leftOutText(leftOutMs)}`];
}

// Outcomes that the dialect names and no call had, a line for each reason.
function outcomeLines(outcomes: CheckReport['outcomes']): readonly string[] {
  if (outcomes === undefined) return [];
  const { dialect, named, reached, missing } = outcomes;
  const byReason = new Map<string, string[]>();
  for (const { operation, outcome, why = NO_REASON } of missing)
    gather(byReason, why, `${operation} ${outcome}`);
  return [
    `Outcomes ${reached} of ${counted(named, 'pair')} of an operation and its outcome that ${dialect} names were reached`,
    ...[...byReason].map(([why, pairs]) => `  ${pairs.join(', ')}: ${why}`),
  ];
}

/** A known violation: how often it occurred, or that it no longer does. */
export function acceptedText({ check, call, reason, times }: CheckReport['accepted'][number]): string {
  const what = call === undefined ? check : `${check} of ${call}`;
  return times === 0
    ? `Accepted ${what} (${reason}) no longer occurs`
    : `Accepted ${what} ${counted(times, 'time')}: ${reason}`;
}

// A line for each kind of call.
function coveredText(covered: readonly CoveredPair[]): string {
  const byCall = new Map<string, string[]>();
  for (const { operation, outcome, times } of covered)
    byCall.set(operation, [...(byCall.get(operation) ?? []), `${outcome} ${grouped(times)}`]);
  return [
    `${counted(covered.length, 'pair')} of a call and how it ended`,
    ...[...byCall].map(([operation, outcomes]) => `  ${operation.padEnd(9)} ${outcomes.join(', ')}`),
  ].join('\n');
}
