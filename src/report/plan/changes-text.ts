import type { FeeSchedule } from '../../model/network/fees.ts';
import type { ChangesAnswer, TriedChange } from '../../model/plan/answers.ts';
import { namedFirst } from '../../model/node-text.ts';
import { isReached } from '../../model/scenario/expectation.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { tornadoChart } from '../charts/interval-chart.ts';
import { tokenUnit } from '../words/metric-text.ts';
import { goalWords, metricWords } from '../words/metric-words.ts';
import { capitalized, counted, grouped, percentText, readable, spanText } from '../words/number-format.ts';
import type { AnswerSetting, AnswerText } from './answer-text.ts';
import { effectText, metricChangeText, metricEstimateText } from './interval-text.ts';
import { tokensText } from './money-moves.ts';

// Further ones are in plan.json.
const MOST_NAMED = 3;
const [MOST_ROWS, MOST_LINES] = [40, 20];

/** The changes that were tried as one ranked list. */
export function changesText(answer: ChangesAnswer, setting: AnswerSetting): AnswerText {
  const [{ tried, lacking, unpaired }, { goal, token }] = [answer, setting];
  const title = 'Changes to the network';
  const notes = lacking.map(lackingText);
  const missed = unpaired && capitalized(goalWords(unpaired.goal, token));
  const untried = `${missed} is still missed. Not tried in pairs: ${counted(unpaired?.count ?? 0, 'change')}.`;
  if (unpaired) notes.push(`${untried} List fewer.`);
  if (tried.length === 0) return { title, table: [], notes };
  return {
    title,
    hint: `Each is made alone, from the start, with the same payments. ${grouped(tried.length)} were tried: some seeds ranked them, others measured.`,
    sentence: adviceText(answer, setting),
    curve: feeCurve(tried, setting),
    table: tornadoChart(
      `Change of ${metricWords(goal.metric)}; what is worth most first`,
      tried.slice(0, MOST_ROWS).map((change) => ({
        name: changeWords(change, token),
        value: change.difference,
        text: [markOf(answer, change), effectText(goal.metric, change, token), moneyText(change.money, token)]
          .filter((part) => part !== '')
          .join('; '),
      })),
      { lines: MOST_LINES },
    ),
    notes,
  };
}

function lackingText({ kind, count }: ChangesAnswer['lacking'][number]): string {
  if (kind !== 'replenish') return `No change of the kind ${kind} was tried: none could have an effect.`;
  return `${counted(count, 'rule')} for refills (no refill included) ${count === 1 ? 'misses' : 'miss'} the goal at every deposit tried.`;
}

/** Whether to make the change: with others that are advised, or in place of one of them. */
function markOf({ tried, advised }: ChangesAnswer, change: TriedChange): string {
  const place = tried.indexOf(change);
  const why = advised?.further.includes(place) ? ' for another goal' : '';
  if (advised?.together.includes(place)) return `advised${why} together with another one`;
  if (advised?.places.includes(place)) return `advised${why}`;
  return advised?.alternatives.includes(place) ? 'alternative, not needed beside those advised' : '';
}

/** `Best: open ann–ben, and hub charges 90 ppm: +12 points together.` */
function adviceText(
  { tried, advised, broken }: ChangesAnswer,
  { goal, also = [], now, token }: AnswerSetting,
): string {
  const { metric } = goal;
  // What is removed comes last: there is nothing else.
  if (tried[0]?.kind === 'remove')
    return `${capitalized(metricWords(metric))} ${tried[0].what}: ${effectText(metric, tried[0], token)}. Only removals were tried: add open:, close:, charge: or replenish: for advice.`;
  const goals = broken.map((each) => goalWords(each, token)).join(' and ');
  const breaks = goals === '' ? '' : ` Changes that help are left out where they break the goal of ${goals}.`;
  const isMet = isReached(goal, now) && also.length === 0;
  const none = tried.some(({ money }) => money) ? ', and none is certain to bring money' : '';
  if (advised === undefined && isMet) return `The goal is met without a change${none}.${breaks}`;
  if (advised === undefined)
    return `No change helped for certain, and again on new seeds, without hurting success.${breaks}`;
  const wordsOf = (places: readonly number[]) =>
    places.map((place) => changeWords(tried[place] as TriedChange, token));
  const [words, instead] = [wordsOf(advised.places), wordsOf(advised.alternatives)];
  const { difference, money } = advised;
  const change = isUnchanged(difference) ? 'no change' : metricChangeText(metric, difference, token);
  const effect = [change, ...money.map((each) => moneyText(each, token))].join('; ');
  const others = instead.length === 0 ? '' : ` Alternatives to these: ${namedFirst(instead, MOST_NAMED)}.`;
  return `Best: ${words.join('; ')}. ${capitalized(metricWords(metric))}${words.length > 1 ? ' with all of these' : ''}: ${effect}.${others}`;
}

/** The change as people call it: `hub charges 4,000 ppm`. */
function changeWords({ kind, what, changes, replenish }: TriedChange, token: AnswerSetting['token']): string {
  const [change] = changes;
  if (change?.kind === 'charge') return `${what} charges ${feeText(change.fees, token)}`;
  if (kind !== 'replenish' || change?.kind !== 'deposit') return what;
  const { limit = 0, to = 0, everyMs = 0, kind: rule = '' } = replenish ?? {};
  const filling =
    replenish === undefined
      ? 'no filling'
      : `${rule} ${rule === 'swap-out' ? 'above' : 'below'} ${percentText(limit)} to ${percentText(to)} every ${spanText(everyMs)}`;
  return `${filling}, with a deposit of ${tokensText(change.amount, token)} at ${what}`;
}

/** `earned 832 (786 to 878), a change of +120 (+90 to +150)`; `earned 832 (786 to 878), now 0` */
function moneyText(money: TriedChange['money'], token: AnswerSetting['token']): string {
  if (money === undefined) return '';
  const { metric, amount, difference } = money;
  const change =
    difference.mean === amount.mean ? 'now 0' : `a change of ${effectText(metric, money, token)}`;
  return `${metricWords(metric)} ${metricEstimateText(metric, amount, token)}, ${isUnchanged(difference) ? 'as now' : change}`;
}

const isUnchanged = ({ interval }: Estimate): boolean => interval.every((bound) => bound === 0);

/** `flat 1, 100 ppm per channel, imbalance 3,000 ppm` */
function feeText(
  { flat, flatThousandths = 0, proportionalPpm, imbalancePpm }: FeeSchedule,
  token: AnswerSetting['token'],
): string {
  const parts = [
    flat > 0n ? `flat ${tokensText(flat, token)}` : '',
    flatThousandths > 0 ? `${flatThousandths} thousandths of a unit` : '',
    proportionalPpm > 0 ? `${readable(proportionalPpm, 3)} ppm per channel` : '',
    imbalancePpm > 0 ? `imbalance ${grouped(imbalancePpm)} ppm` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'no fees' : parts.join(', ');
}

/** Earnings against the share of the amount that a node charges, where several were tried. */
function feeCurve(tried: readonly TriedChange[], { token }: AnswerSetting): AnswerText['curve'] {
  const { per } = tokenUnit(token) ?? { per: 1 };
  const [first] = tried.flatMap(({ changes: [change] }) => (change?.kind === 'charge' ? change.fees : []));
  const points = tried.flatMap(({ changes: [change], money }) => {
    if (change?.kind !== 'charge' || money === undefined || change.fees.flat !== first?.flat) return [];
    const { mean, interval } = money.amount;
    const hint = `${feeText(change.fees, token)}: ${metricEstimateText(money.metric, money.amount, token)}`;
    const scaled = [interval[0] * per, interval[1] * per] as const;
    return [{ at: change.fees.proportionalPpm, mean: mean * per, interval: scaled, hint }];
  });
  if (points.length < 2) return undefined;
  const best = points.reduce((most, each) => (each.mean > most.mean ? each : most));
  const title = `Fees earned in a run, ${token?.name ?? 'smallest units'}, against the fee`;
  return {
    title,
    caption: `${title}; the upright line is the best that was tried`,
    xTitle: 'millionths of the amount',
    points,
    answer: { at: best.at, interval: [best.at, best.at] },
  };
}
