import type { ChargeAnswer, PlanEffect } from '../../../model/plan/plan-result.ts';
import type { Expectation } from '../../../model/scenario/expectation.ts';
import { tornadoChart } from '../../charts/tornado-chart.ts';
import type { Markup } from '../../page/markup.ts';
import { card, emptyCard } from '../../sections/card.ts';
import { changeText, costText, dearestText, estimateText, feeText } from '../answer-texts.ts';

// Longer rankings are in plan.json.
const MOST_ROWS = 20;

/** Which new channel would help most. */
export function openSection(effects: readonly PlanEffect[], goal: Expectation): Markup {
  const frame = { id: 'open', title: 'Which new channel would help most' };
  if (effects.length === 0)
    return emptyCard(frame, 'No payment failed, so no pair of nodes needs a channel.');
  return card(
    { ...frame, hint: `Each is opened alone, before the first payment${costText(effects)}.` },
    ranking(effects, goal),
  );
}

/** What a mediator earns by each schedule. */
export function chargeSection({ node, choices }: ChargeAnswer): Markup {
  return card(
    { id: 'charge', title: `What ${node} should ask`, hint: 'Others keep their fees. The best first.' },
    tornadoChart(
      `What ${node} earns in one run`,
      choices.map(({ fees, earned, behindBest }, at) => ({
        name: feeText(fees),
        value: earned,
        text: `${estimateText(earned)}${at === 0 ? dearestText(choices) : `; ${changeText(behindBest)} against the best`}`,
      })),
    ),
  );
}

/** Changes of the goal's metric as bars, each with its interval. */
export function ranking(effects: readonly PlanEffect[], { metric }: Expectation): Markup {
  return tornadoChart(
    `Change of ${metric}, with the same payments`,
    effects.slice(0, MOST_ROWS).map(({ what, difference }) => ({
      name: what,
      value: difference,
      text: changeText(difference),
    })),
  );
}
