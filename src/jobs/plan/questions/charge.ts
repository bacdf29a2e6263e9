import { z } from 'zod';
import type { FeeSchedule } from '../../../model/network/fees.ts';
import type { NodeName, TokenName } from '../../../model/network/network.ts';
import { tornadoChart } from '../../../report/charts/tornado-chart.ts';
import { estimateText } from '../../../report/plan/interval-text.ts';
import { section } from '../../../report/blocks/block.ts';
import { grouped } from '../../../report/words/number-format.ts';
import { nodeName } from '../../../scenario/fields/values.ts';
import { feeSchedule } from '../../../scenario/fields/network-fields.ts';
import { mapping } from '../../../scenario/text/schema.ts';
import { type Estimate, estimate, pairedEstimate } from '../../../statistics/estimate.ts';
import { beyondChance, chanceBeside } from '../../../statistics/false-discoveries.ts';
import { changed, effectTextOf, triedText } from '../effects.ts';
import { estimateMetric } from '../estimate-metric.ts';
import type { QuestionContext, Question } from '../question.ts';

const SETTINGS = mapping({
  node: nodeName().describe('The mediator that asks.'),
  schedules: z.array(feeSchedule()).min(2).describe('What it might ask.'),
})
  .describe('What a mediator should ask, others unchanged.')
  .exactOptional();

type ChargeSettings = z.output<typeof SETTINGS>;

/** A mediator's earnings by each of several schedules, others unchanged. */
export interface ChargeAnswer {
  readonly node: NodeName;
  /** The most profitable first: ranked by one half of the replications, told by the other. */
  readonly choices: readonly ChargeChoice[];
}

interface ChargeChoice {
  readonly fees: FeeSchedule;
  /** Fees that the node keeps in a run, smallest units (as a double). */
  readonly earned: Estimate;
  readonly goal: Estimate;
  /** Its earnings less those by the best schedule; 0 for that one. */
  readonly behindBest: Estimate;
  /** Whether chance alone may have made that difference, as one of so many that were tried. */
  readonly mayBeChance: boolean;
}

/** Which fees a mediator should ask. */
export const charge: Question<'charge', ChargeSettings, ChargeAnswer> = {
  name: 'charge',
  settings: SETTINGS,
  needs: 'Write plan: {charge: {node: hub, schedules: [{flat: 1}, {flat: 2}]}}.',
  mentions: ({ node }) => [['node', node, 'changed']],
  answer: chargeAnswer,
  changes({ node, choices: [best] }, { networks: [network] }) {
    if (best === undefined || network === undefined) return [];
    return [{ kind: 'charge', node, token: network.token, fees: best.fees }];
  },
  tell({ node, choices }, { idOf }) {
    const bars = choices.map(({ fees, earned, behindBest, mayBeChance }, at) => ({
      name: feeText(fees),
      value: earned,
      text: `${estimateText(earned)}${at === 0 ? dearestText(choices) : `, ${effectTextOf('earned')({ difference: behindBest, mayBeChance })} against the best`}`,
    }));
    return {
      section: () =>
        section(
          {
            id: idOf('charge'),
            title: `What ${node} earns in one run`,
            hint: `Others keep their fees. The best first. ${triedText(choices)}`,
          },
          tornadoChart('Fees kept by each schedule', bars),
        ),
    };
  },
};

async function chargeAnswer({
  base,
  spec,
  laboratory,
  seeds,
  settings: { node, schedules },
}: QuestionContext<ChargeSettings>): Promise<ChargeAnswer> {
  const token = base.scenario.networks[0]?.token as TokenName;
  const count = spec.replications;
  const experiments = schedules.map((fees) => changed(base, [{ kind: 'charge', node, token, fees }]));
  const rows = await laboratory.replicationsOf(
    [seeds.choosing, seeds.telling].flatMap((first) =>
      experiments.map((experiment) => ({ experiment, count, first })),
    ),
  );
  const earnedIn = (at: number): readonly number[] =>
    (rows[at] ?? []).map(({ nodes }) => Number(nodes[node]?.earned ?? 0n));
  const ranked = schedules
    .map((fees, at) => ({ fees, told: at + schedules.length, rank: estimate(earnedIn(at)).mean }))
    .sort((a, b) => b.rank - a.rank);
  const best = earnedIn(ranked[0]?.told ?? 0);
  const behind = ranked.map(({ told }) => pairedEstimate(best, earnedIn(told)));
  // The best is not behind itself.
  const areBehind = [false, ...beyondChance(behind.slice(1).map(chanceBeside))];
  return {
    node,
    choices: ranked.map(({ fees, told }, at) => ({
      fees,
      earned: estimate(earnedIn(told), { bounds: [0, Number.POSITIVE_INFINITY] }),
      goal: estimateMetric(rows[told] ?? [], spec.goal.metric),
      behindBest: behind[at] as Estimate,
      mayBeChance: !areBehind[at],
    })),
  };
}

// Where the best is the dearest that was tried, a dearer one may be better still.
function dearestText([best, ...others]: readonly ChargeChoice[]): string {
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
function feeText({ flat, proportionalPpm, imbalancePpm }: FeeSchedule): string {
  const parts = [
    flat > 0n ? `flat ${grouped(flat)}` : '',
    proportionalPpm > 0 ? `${grouped(proportionalPpm)} ppm` : '',
    imbalancePpm > 0 ? `imbalance ${grouped(imbalancePpm)} ppm` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'no fees' : parts.join(', ');
}
