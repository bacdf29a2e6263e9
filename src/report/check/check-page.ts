import type { CheckReport, CoveredPair } from '../../model/check/check-report.ts';
import type { Counterexample } from '../../model/check/counterexample.ts';
import { checkBadge } from '../page/badge.ts';
import { framedPage } from '../page/frame.ts';
import { html, type Markup } from '../page/markup.ts';
import { card } from '../sections/card.ts';
import { commandLine } from '../sections/comparison.ts';
import { feesText } from './fees-text.ts';
import { leftOutText } from './left-out-text.ts';
import { repeatableFacts } from '../sections/facts.ts';
import { counted, grouped } from '../words/number-format.ts';
import { balanceTable } from './balance-table.ts';
import { NO_REASON } from './check-text.ts';
import { checkSentence, checkWord } from './check-verdict.ts';
import { sequenceDiagram } from './sequence-diagram.ts';

/** What a page tells beside the report itself. */
export interface CheckPageFacts {
  readonly report: CheckReport;
  /** What was checked, in a few words. */
  readonly subject: string;
  /** The command that checks again, and for each case that which tries it again. */
  readonly command: string;
  readonly again: (id: string) => string;
  readonly versions: { readonly millrace: string; readonly node: string };
}

/** A check as one self-contained page: the verdict, every case drawn, what was covered. */
export function checkPage(facts: CheckPageFacts): string {
  const { report, subject } = facts;
  return framedPage(
    `Check of ${subject} · Millrace`,
    html`
<main id="content"><h1>Do the nodes do what the model says?</h1>
<p class="verdict">${checkBadge(checkWord(report))} <span>${checkSentence(report)}</span></p>
<p class="muted">Check of <strong>${subject}</strong>, seed ${report.seed}</p>
${report.counterexamples.map((each) => caseCard(each, facts))}
${coverageCard(report.covered)}
${outcomesCard(report.outcomes)}
${factsOf(facts)}
</main><footer><p>Made by Millrace. Every case is a scenario file beside this page, ready to be tried again.</p></footer>`,
  );
}

function caseCard(each: Counterexample, { again }: CheckPageFacts): Markup {
  const { id, found, story, reproduced, shrinking, steps, text, curl } = each;
  return card(
    {
      id: `case-${id}`,
      title: found.title,
      hint: html`Case <code>${id}</code>, by the check <code>${found.check}</code>`,
    },
    html`<dl class="facts"><dt>Predicted</dt><dd>${found.predicted}</dd><dt>Observed</dt><dd>${found.observed}</dd>
<dt>Seen again</dt><dd>${reproduced.times} of ${reproduced.of} times</dd>
<dt>Made smaller</dt><dd>${counted(steps, 'step')} left; ${grouped(shrinking.kept)} of ${grouped(shrinking.tried)} smaller scenarios showed it still</dd></dl>`,
    sequenceDiagram(story, `calls-${id}`),
    balanceTable(story.balances, story.calls.length),
    html`<p>To try it again:</p>`,
    commandLine(again(id)),
    curl.map((line) => commandLine(line)),
    html`<details><summary>The scenario file</summary><pre>${text}</pre></details>`,
  );
}

function coverageCard(covered: readonly CoveredPair[]): Markup {
  return card(
    { id: 'coverage', title: 'What was covered', hint: 'Which calls were asked for, and how they ended.' },
    html`<div class="scroll"><table><thead><tr><th scope="col">Call</th><th scope="col">Outcome</th><th scope="col" class="number">Times</th></tr></thead><tbody>${covered.map(
      ({ operation, outcome, times }) =>
        html`<tr><td class="unbroken">${operation}</td><td>${outcome}</td><td class="number">${grouped(times)}</td></tr>`,
    )}</tbody></table></div>`,
  );
}

function outcomesCard(outcomes: CheckReport['outcomes']): Markup | null {
  if (outcomes === undefined) return null;
  const { dialect, named, reached, missing } = outcomes;
  return card(
    {
      id: 'outcomes',
      title: 'What was not reached',
      hint: `${grouped(reached)} of ${counted(named, 'pair')} of an operation and its outcome that ${dialect} names were reached.`,
    },
    html`<table class="stacking"><thead><tr><th scope="col">Operation</th><th scope="col">Outcome</th><th scope="col">Why not</th></tr></thead><tbody>${missing.map(
      ({ operation, outcome, why = NO_REASON }) =>
        html`<tr><th scope="row" class="unbroken">${operation}</th><td data-label="Outcome">${outcome}</td><td data-label="Why not">${why}</td></tr>`,
    )}</tbody></table>`,
  );
}

function factsOf({ report, command, versions }: CheckPageFacts): Markup {
  const { sequences, calls, isolation, notDone, seed, ended, fees, leftOutMs } = report;
  return repeatableFacts('The check', {
    facts: [
      [
        'Sequences',
        `${grouped(sequences.held)} held, ${grouped(sequences.violated)} went wrong, ${grouped(sequences.unknown)} unknown`,
      ],
      ['Calls', grouped(calls)],
      ['Seed', seed],
      ['Ended by', ENDED[ended]],
      ['Tries', isolation],
      ...(notDone === undefined ? [] : [['Not done', notDone] as const]),
      ...(fees === undefined ? [] : [['Fees', feesText(fees)] as const]),
      ...(leftOutMs === undefined ? [] : [['Left out', leftOutText(leftOutMs)] as const]),
      ['Versions', `millrace ${versions.millrace}, Node ${versions.node}`],
    ],
    command,
  });
}

const ENDED: Readonly<Record<CheckReport['ended'], string>> = {
  runs: 'the number of sequences asked for',
  time: 'its time',
  cases: 'the number of cases asked for',
  interrupted: 'an interruption',
};
