import type {
  ChargeAnswer,
  DepositAnswer,
  Drain,
  FactorEffect,
  PlanEffect,
  FundingAnswer,
  PlanResult,
  RebalancingAnswer,
  Removal,
} from '../../model/plan/plan-result.ts';
import type { FeeSchedule } from '../../model/network/fees.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { Interval } from '../../statistics/share-interval.ts';
import { counted, durationText, grouped, readable } from '../words/number-format.ts';

// More of each than this are read from the page or plan.json.
const MOST_LINES = 8;

/** Every answer of a plan as lines under a heading, in the order in which they are asked. */
export function answerTexts(result: PlanResult): readonly string[] {
  const { deposit, fund, rebalance, remove, open, charge, factors, goal } = result;
  const sections = [
    deposit && section('Least deposits', depositLines(deposit)),
    fund && section(`Where ${grouped(fund.budget)} more should go`, fundLines(fund, goal.metric)),
    fund && rankingSection(fund, goal.metric),
    rebalance && section('What the traffic does to balances in one run', rebalanceLines(rebalance)),
    remove && section(`What would be missed most (change of ${goal.metric})`, removalLines(remove)),
    open &&
      section(
        `Which new channel would help most${costText(open)} (change of ${goal.metric})`,
        openLines(open),
      ),
    factors && section(`What was varied (change of ${goal.metric})`, factors.map(factorLine)),
    charge && section(`What ${charge.node} earns in one run`, chargeLines(charge)),
  ];
  return sections.filter((each) => each !== undefined);
}

function section(title: string, lines: readonly string[]): string {
  const rest = lines.length - MOST_LINES;
  const shown = lines.slice(0, MOST_LINES).map((line) => `  ${line}`);
  return [title, ...shown, ...(rest > 0 ? [`  and ${rest} more in plan.json`] : [])].join('\n');
}

function depositLine(answer: DepositAnswer): string {
  const { of, deposit, interval, most } = answer;
  if (deposit === undefined) return `${of}: none up to ${grouped(most)}`;
  return `${of}: ${grouped(deposit)}${depositInterval(interval)}; ${allEnds(answer)}`;
}

/** `39,440 at 40 ends` */
export function allEnds({ deposit = 0n, ends }: Pick<DepositAnswer, 'deposit' | 'ends'>): string {
  return `${grouped(deposit * BigInt(ends))} at ${counted(ends, 'end')}`;
}

/** What all classes or channels together need, where each has a deposit of its own. */
function depositLines(answers: readonly DepositAnswer[]): readonly string[] {
  const lines = answers.map(depositLine);
  const parts = answers.slice(1);
  if (parts.length < 2) return lines;
  const sum = parts.reduce((all, { deposit = 0n, ends }) => all + deposit * BigInt(ends), 0n);
  return [...lines.slice(0, MOST_LINES - 1), `each for itself: ${grouped(sum)} in all`];
}

/** `, to the unit`, or the deposits that the replications cannot tell from the least one. */
export function depositInterval([least, sure]: DepositAnswer['interval']): string {
  if (least === sure && least !== null) return ', to the unit';
  if (sure === null) return least === null ? ' (95 %: not known)' : ` (95 %: at least ${grouped(least)})`;
  return ` (95 %: ${least === null ? 'up' : grouped(least)} to ${grouped(sure)})`;
}

function fundLines(
  { ends, gain, overUniform, before, after }: FundingAnswer,
  metric: string,
): readonly string[] {
  if (ends.length === 0) return ['nowhere: no more money in any channel changes the goal’s metric'];
  const most = ends.length > MOST_LINES - 2 ? MOST_LINES - 3 : ends.length;
  const rest = ends.slice(most).reduce((sum, { amount }) => sum + amount, 0n);
  return [
    ...ends
      .slice(0, most)
      .map(
        ({ node, partner, amount }) => `${grouped(amount)} to ${node}’s end of its channel with ${partner}`,
      ),
    ...(rest > 0n ? [`${grouped(rest)} to ${counted(ends.length - most, 'more end')}: see the page`] : []),
    `${metric} ${estimateText(before)} becomes ${estimateText(after)}: ${changeText(gain)}`,
    `against the same money given to all ends alike: ${changeText(overUniform)}`,
  ];
}

/** `What 500 more would change at one end alone` */
export function rankingTitle([first]: FundingAnswer['ranking']): string {
  return `What ${grouped(first?.amount ?? 0n)} more at one end alone would change`;
}

// One end tried says no more than the plan does.
function rankingSection({ ranking }: FundingAnswer, metric: string): string | undefined {
  if (ranking.length < 2) return undefined;
  return section(`${rankingTitle(ranking)} (${metric})`, ranking.map(effectLine));
}

function rebalanceLines({ cycles, drains, runS }: RebalancingAnswer): readonly string[] {
  const around = cycles.map(
    (cycle) =>
      `${movedText(cycle)} around ${[...cycle.path, cycle.path[0]].join(' → ')} for a fee of ${grouped(cycle.fee)}, at least every ${dryText(cycle)}`,
  );
  const away = drains.map(
    (drain) =>
      `${drain.node} loses ${movedText(drain)} to ${drain.partner}, dry after ${dryText(drain)}; no circular payment restores it`,
  );
  if (around.length + away.length === 0) return [`nothing: ${restText(runS)}`];
  return [...around, ...away];
}

/** Why nothing drifts. */
export function restText(runS: number): string {
  return runS > 0
    ? `after ${durationText(runS * 1000)} balances stand where they began`
    : 'balances stand where they began';
}

/** `490 (430 to 550)`, what one run moves. */
export function movedText({ amount, interval: [least, most] }: Pick<Drain, 'amount' | 'interval'>): string {
  return least === most
    ? grouped(amount)
    : `${grouped(amount)} (${readable(least, digitsOf(least, most))} to ${readable(most, digitsOf(least, most))})`;
}

/** `98 s (80 s to 124 s)`, or `to never`. */
export function dryText({ dryAfterS, dryInterval }: Pick<Drain, 'dryAfterS' | 'dryInterval'>): string {
  const [soonest, latest] = dryInterval.map((seconds) =>
    seconds === null ? 'never' : durationText(seconds * 1000),
  ) as [string, string];
  const text = durationText(dryAfterS * 1000);
  return soonest === latest ? text : `${text} (${soonest} to ${latest})`;
}

function removalLines(removals: readonly Removal[]): readonly string[] {
  return removals.length === 0 ? ['nothing: no payment succeeds as it is'] : removals.map(removalLine);
}

/** `, each with deposits of 500 and 500` */
export function costText([first]: readonly PlanEffect[]): string {
  const opening = first?.changes.find(({ kind }) => kind === 'open');
  if (opening?.kind !== 'open') return '';
  return `, each with deposits of ${opening.deposits.map(grouped).join(' and ')}`;
}

function openLines(effects: readonly PlanEffect[]): readonly string[] {
  return effects.length === 0 ? ['none: no payment fails'] : effects.map(effectLine);
}

function factorLine(effect: FactorEffect): string {
  return `${factorText(effect)}: ${changeText(effect.difference)}`;
}

/** `network.capacity from 1000 to 10000` */
export function factorText({ factor, from, to }: FactorEffect): string {
  return `${factor} from ${from} to ${to}`;
}

function effectLine({ what, difference }: PlanEffect): string {
  return `${what}: ${changeText(difference)}`;
}

function removalLine(removal: Removal): string {
  const { bound } = removal;
  return `${effectLine(removal)}${bound === undefined ? '' : `; no router exceeds ${estimateText(bound)}`}`;
}

function chargeLines({ choices }: ChargeAnswer): readonly string[] {
  return choices.map(
    ({ fees, earned, behindBest }, at) =>
      `${feeText(fees)}: ${estimateText(earned)}${at === 0 ? dearestText(choices) : `, ${changeText(behindBest)} against the best`}`,
  );
}

/** Where the best is the dearest that was tried, a dearer one may be better still. */
export function dearestText(choices: ChargeAnswer['choices']): string {
  const [best, ...others] = choices;
  if (best === undefined || others.length === 0) return '';
  const isDearest = others.every(
    ({ fees }) =>
      fees.flat <= best.fees.flat &&
      fees.proportionalPpm <= best.fees.proportionalPpm &&
      fees.imbalancePpm <= best.fees.imbalancePpm,
  );
  return isDearest ? ', the dearest that was tried' : '';
}

/** `flat 1, 100 ppm, imbalance 3,000 ppm` */
export function feeText({ flat, proportionalPpm, imbalancePpm }: FeeSchedule): string {
  const parts = [
    flat > 0n ? `flat ${grouped(flat)}` : '',
    proportionalPpm > 0 ? `${grouped(proportionalPpm)} ppm` : '',
    imbalancePpm > 0 ? `imbalance ${grouped(imbalancePpm)} ppm` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'no fees' : parts.join(', ');
}

/** `0.91 (0.88 to 0.93)`, any figure with its interval. */
export function intervalText({
  value,
  interval: [low, high],
}: {
  value: number;
  interval: Interval;
}): string {
  if (low === high) return readable(value, 4);
  const digits = digitsOf(low, high);
  return `${readable(value, digits)} (${readable(low, digits)} to ${readable(high, digits)})`;
}

// Two digits of the interval's width: further ones of a mean say nothing.
function digitsOf(low: number, high: number): number {
  let digits = 0;
  for (let width = high - low; width < TEN && digits < MOST_DIGITS; width *= TEN) digits += 1;
  return digits;
}

const TEN = 10;
const MOST_DIGITS = 4;

/** `0.953 (0.941 to 0.965)` */
export function estimateText({ mean, interval }: Estimate): string {
  return intervalText({ value: mean, interval });
}

/** `+0.021 (+0.015 to +0.027)` */
export function changeText({ mean, interval: [low, high] }: Estimate): string {
  if (low === high) return signed(mean, MOST_DIGITS);
  const digits = digitsOf(low, high);
  const told = Math.abs(mean) < (high - low) * ROUNDING_NOISE ? 0 : mean;
  return `${signed(told, digits)} (${signed(low, digits)} to ${signed(high, digits)})${low <= 0 && high >= 0 ? ', which may be chance' : ''}`;
}

// Differences of shares that are equal come out as 1e-17.
const ROUNDING_NOISE = 1e-9;

function signed(value: number, digits: number): string {
  return `${value > 0 ? '+' : ''}${readable(value, digits)}`;
}
