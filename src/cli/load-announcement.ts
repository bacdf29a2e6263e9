import type { LoadOutlookPart } from '../jobs/load/load-outlook.ts';
import type { Amount } from '../model/network/amount.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { amountText, counted, durationText, readable } from '../report/words/number-format.ts';

/** Rate, duration and money of a load, said before it starts; a line per executor. */
export function loadAnnouncement(outlook: readonly LoadOutlookPart[], scenario: Scenario): string {
  const lines = outlook.map((part) => `  ${part.name}: ${partText(part, scenario)}\n`);
  return `About to load:\n${lines.join('')}`;
}

function partText(part: LoadOutlookPart, scenario: Scenario): string {
  const { payments, ratePerSecond, busiestSecond, users, durationMs, amounts, meanAmount } = part;
  const about = part.isEstimated === true ? 'about ' : '';
  const atRate = `${payments === undefined ? '' : 'at '}${readable(ratePerSecond ?? 0)}/s`;
  const busiest = busiestSecond === undefined ? '' : ` (${readable(busiestSecond)} in the busiest second)`;
  const pieces = [
    ...(payments === undefined ? [] : [counted(Math.round(payments), 'payment')]),
    ...(ratePerSecond === undefined ? [] : [atRate + busiest]),
    ...(users === undefined ? [] : [`by ${counted(users, 'virtual user')}`]),
    ...(durationMs === 0
      ? []
      : [`${users !== undefined && payments !== undefined ? 'within' : 'for'} ${durationText(durationMs)}`]),
  ];
  const money = [...amounts].map(([token, amount]) => tokenAmount(amount, token, scenario));
  if (money.length > 0) return `${pieces.join(' ')}, moving ${about}${money.join(' and ')}`;
  if (meanAmount === undefined) return pieces.join(' ');
  const token = scenario.tokens[0]?.name ?? '';
  return `${pieces.join(' ')}, about ${tokenAmount(BigInt(Math.round(meanAmount)), token, scenario)} each, as many as get through`;
}

function tokenAmount(amount: Amount, token: string, scenario: Scenario): string {
  const decimals = scenario.tokens.find(({ name }) => name === token)?.decimals ?? 0;
  return `${amountText(amount, decimals)} ${token}`;
}
