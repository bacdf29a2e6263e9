import { reasonWords } from '../../model/run/reason-class.ts';
import { scriptedSteps } from '../../model/load/scripted-steps.ts';
import type {
  BaselineFigure,
  HeldLook,
  LoadAftermath,
  LoadResult,
  PerformedCheck,
} from '../../model/load/load-result.ts';
import { type AmountWriter, describeOperation, describeOutcome } from '../../model/run/describe-operation.ts';
import type { StoredRun } from '../../model/run/run.ts';
import { type Block, type Parts, facts, list, pageOnly, prose, section, table } from '../blocks/block.ts';
import { type BadgeText, CHECK_JUDGEMENTS, yes } from '../page/badge.ts';
import { html, withDetail } from '../page/markup.ts';
import type { Figures } from '../figures/figures.ts';
import { CHECK_TEXTS } from '../words/check-texts.ts';
import { capitalized, counted, durationText, grouped, readable } from '../words/number-format.ts';
import { baselineName, baselineValue, thresholdTexts } from '../words/metric-words.ts';
import { findingItems } from './comparison.ts';

const MOST_FINDINGS = 50;

/** Thresholds with what the load showed, the checks after it with what they covered, and what they found. */
export function loadJudgement(figures: Figures): Block | null {
  const { load } = figures.run;
  if (load === undefined) return null;
  const { thresholds, abortedBy, checks, findings, baseline } = load;
  const refused = refusedText(figures.run);
  return section(
    { id: 'load', title: 'Thresholds and checks', listed: 'Thresholds and checks' },
    facts([
      abortedBy === undefined ? undefined : ['Ended', html`early, by <code>${abortedBy}</code>`],
      refused === undefined ? undefined : ['Steps', refused],
      checks.length === 0 ? undefined : ['Checks', checksText(checks)],
    ]),
    thresholds.length === 0 ? prose('No threshold was set.', 'empty') : thresholdTable(thresholds),
    baseline === undefined ? null : baselineTable(baseline),
    checks.length === 0
      ? prose('Nothing was checked: the run ended before its targets were read.', 'empty')
      : pageOnly(() => checkTables(checks)),
    list(findingItems(findings, figures), { most: MOST_FINDINGS, elsewhere: 'summary.json' }),
  );
}

// A simulation says what it expects of its steps, and a replay compares.
function refusedText({ records }: StoredRun): string | undefined {
  const { asked, refused } = scriptedSteps(records);
  const [first] = refused;
  if (first === undefined) return undefined;
  const rest = refused.length > 1 ? ', ...' : '';
  return `${refused.length} of ${asked.length} refused: ${describeOperation(first.operation)}, ${describeOutcome(first.outcome)}${rest}`;
}

// A check that was not made has not failed to hold.
function checksText(checks: LoadResult['checks']): string {
  const made = checks.filter(({ verdict }) => verdict !== 'not-checked');
  if (made.length === 0) return `not made: ${[...new Set(checks.map(({ detail }) => detail))].join('; ')}`;
  const held = made.filter(({ verdict }) => verdict === 'holds').length;
  const others = checks
    .filter(({ verdict }) => verdict !== 'holds')
    .map(({ name, verdict }) => `${name} ${reasonWords(verdict)}`);
  return `${held} of ${made.length} hold${others.length > 0 ? ` · ${others.join(', ')}` : ''}`;
}

function thresholdTable(thresholds: LoadResult['thresholds']): Block {
  return table({
    caption: 'Thresholds',
    columns: [
      ['Threshold', ({ words, code }) => withDetail(words, html`<code>${code}</code>`)],
      ['Found', ({ found }) => found, 'number'],
    ],
    judged: { head: 'Met', of: ({ met }) => yes(met) },
    rows: thresholds
      .toSorted((one, other) => Number(one.met) - Number(other.met))
      .map(({ threshold: { metric, condition }, actual, met }) => {
        return { met, code: `${metric}: ${condition}`, ...thresholdTexts(metric, condition, actual) };
      }),
  });
}

const VERDICT_BADGES: Readonly<Record<PerformedCheck['verdict'], BadgeText>> = {
  ...CHECK_JUDGEMENTS,
  'not-checked': ['unknown', 'not checked'],
};

// A reader looks for checks that do not hold; the rest is one line that opens.
function checkTables(checks: LoadResult['checks']): Parts {
  const isHeld = ({ verdict }: PerformedCheck): boolean => verdict === 'holds';
  const [held, others] = [checks.filter(isHeld), checks.filter((check) => !isHeld(check))];
  return [
    others.length === 0 ? null : checkTable(others, 'Checked after the load'),
    held.length === 0
      ? null
      : {
          kind: 'folded',
          summary: `The ${counted(held.length, 'check')} that hold`,
          blocks: checkTable(held),
        },
  ];
}

function checkTable(checks: LoadResult['checks'], caption?: string): Block {
  return table({
    ...(caption !== undefined && { caption }),
    columns: [
      ['Rule', ({ name }) => withDetail(CHECK_TEXTS[name] ?? name, name)],
      ['On', ({ detail }) => detail],
    ],
    judged: { head: 'Verdict', of: ({ verdict }) => VERDICT_BADGES[verdict] },
    rows: checks,
  });
}

/** The locks that nodes still held after the load, at every look, and in which channels. */
export function loadHeld({ run: { load }, inTokens }: Figures): Block | null {
  const aftermath = load?.aftermath;
  if (aftermath === undefined) return null;
  return section(
    { id: 'load-held', title: 'Still locked after the load' },
    facts([['Locked', heldText(aftermath)]]),
    pageOnly(() => heldTable(aftermath, inTokens)),
  );
}

function heldTable({ channels }: LoadAftermath, inTokens: AmountWriter): Block | null {
  if (channels.length === 0) return null;
  return table({
    caption: 'Where, at the last look that found any',
    columns: [
      ['Channel', ({ channel, payer, payee }) => withDetail(`${payer}-${payee}`, channel)],
      ['From', ({ payer }) => payer],
      ['To', ({ payee }) => payee],
      ['Payments', ({ transfers }) => grouped(transfers), 'number'],
      [
        'Locked',
        ({ transfers, lockedAmount, token }) =>
          transfers > 0 && lockedAmount === 0n ? NOT_TOLD : inTokens(lockedAmount, token),
        'number',
      ],
    ],
    rows: channels,
  });
}

// A transfer may stand in the list of a node whose channel shows nothing locked.
const NOT_TOLD = 'amount unknown: nodes do not report it';

/** The payments that still held locks after a load, and whether they grew or shrank, in a few words. */
export function heldText({ looks }: LoadAftermath): string {
  const [first] = looks;
  const last = looks.at(-1);
  if (first === undefined || last === undefined) return 'not known';
  if (looks.every(({ payments }) => payments === 0)) return 'nothing, once the last payment had ended';
  const later = last === first ? [] : [`${grouped(last.payments)} after ${durationText(last.atMs)}`];
  return [`by ${counted(first.payments, 'payment')} at the end`, ...later, trend(first, last)].join(', ');
}

function trend(first: HeldLook, last: HeldLook): string {
  if (last.payments === 0) return 'all released';
  if (last === first) return 'not looked at again';
  if (last.payments > first.payments) return 'still growing';
  return last.payments < first.payments ? 'partly released' : 'not released yet';
}

/** The figures of a load beside those of an earlier one, the worse first. */
export function baselineTable({ figures, confidence }: NonNullable<LoadResult['baseline']>): Block {
  return table({
    caption: `Against the baseline; worse is what chance does not explain at ${readable(100 * confidence)} % confidence`,
    columns: [
      ['Figure', ({ metric }) => withDetail(capitalized(baselineName(metric)), html`<code>${metric}</code>`)],
      ['Baseline', ({ metric, baseline }) => baselineValue(metric, baseline), 'number'],
      ['Now', ({ metric, current }) => baselineValue(metric, current), 'number'],
    ],
    judged: { head: 'Verdict', of: baselineVerdict },
    rows: figures.toSorted((one, other) => weightOf(other) - weightOf(one)),
  });
}

function weightOf({ worse, unclear }: BaselineFigure): number {
  return 2 * Number(worse) + Number(unclear);
}

function baselineVerdict({ worse, unclear }: BaselineFigure): BadgeText {
  if (worse) return ['bad', 'worse'];
  return unclear ? ['unknown', 'too few to tell'] : ['good', 'not worse'];
}
