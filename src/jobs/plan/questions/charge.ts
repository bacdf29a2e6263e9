import { z } from 'zod';
import type { FeeSchedule } from '../../../model/network/fees.ts';
import type { NodeName, TokenName } from '../../../model/network/network.ts';
import { tornadoChart } from '../../../report/charts/tornado-chart.ts';
import { amountEstimateText } from '../../../report/plan/interval-text.ts';
import { type Block, chart, section } from '../../../report/blocks/block.ts';
import { intervalChart } from '../../../report/charts/interval-chart.ts';
import { tokensText } from '../../../report/plan/money-moves.ts';
import { tokenUnit } from '../../../report/words/metric-text.ts';
import { grouped } from '../../../report/words/number-format.ts';
import { nodeName } from '../../../scenario/fields/values.ts';
import { feeSchedule } from '../../../scenario/fields/network-fields.ts';
import { values } from '../../../scenario/fields/plan-fields.ts';
import { addFault, mapping } from '../../../scenario/text/schema.ts';
import { type Estimate, estimate, pairedEstimate } from '../../../statistics/estimate.ts';
import { beyondChance, chanceBeside } from '../../../statistics/false-discoveries.ts';
import { changed, effectTextOf, triedText } from '../effects.ts';
import { estimateMetric } from '../estimate-metric.ts';
import type { QuestionContext, Question, Told } from '../question.ts';

const SETTINGS = z.lazy(() =>
  mapping({
    node: nodeName().describe('The mediator that asks.'),
    schedules: z.array(feeSchedule()).min(2).describe('What it might ask.').exactOptional(),
    proportionalPpm: values()
      .describe('Or a range of shares of the amount, in millionths, of which the best is sought.')
      .exactOptional(),
  })
    .transform(({ node, schedules, proportionalPpm }, context): ChargeSettings => {
      const shares = (proportionalPpm ?? []).map((share) => Number(String(share).replaceAll('_', '')));
      const areShares = shares.every((ppm) => Number.isInteger(ppm) && ppm >= 0 && ppm <= MILLION);
      if (!areShares || (schedules === undefined) === (proportionalPpm === undefined))
        addFault(context, {
          expected: 'either schedules, or a range of proportionalPpm of whole numbers up to 1,000,000',
          path: [],
        });
      const ranged = shares.map((ppm): FeeSchedule => ({ flat: 0n, proportionalPpm: ppm, imbalancePpm: 0 }));
      return { node, schedules: schedules ?? ranged, ...(proportionalPpm && { isRange: true }) };
    })
    .describe('What a mediator should ask, others unchanged.')
    .exactOptional(),
);

const MILLION = 1_000_000;

/** A mediator, and what it might ask. */
export interface ChargeSettings {
  readonly node: NodeName;
  readonly schedules: readonly FeeSchedule[];
  /** Whether they are shares of the amount that ascend. */
  readonly isRange?: true;
}

/** A mediator's earnings by each of several schedules, others unchanged. */
export interface ChargeAnswer {
  readonly node: NodeName;
  /** The most profitable first: ranked by one half of the replications, told by the other. */
  readonly choices: readonly ChargeChoice[];
  /** Whether they are a range, of which the best is sought. */
  readonly isRange?: true;
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
  needs:
    'Write plan: {charge: {node: hub, schedules: [{flat: 1}, {flat: 2}]}}, or {node: hub, proportionalPpm: "[100, 10_000] log 9"}.',
  mentions: ({ node }) => [['node', node, 'changed']],
  answer: chargeAnswer,
  changes({ node, choices: [best] }, { scenario }) {
    const [network] = scenario.networks;
    if (best === undefined || network === undefined) return [];
    return [{ kind: 'charge', node, token: network.token, fees: best.fees }];
  },
  tell(answer, told) {
    const { token, idOf } = told;
    const { node, choices } = answer;
    const bars = choices.map(({ fees, earned, behindBest, mayBeChance }, at) => ({
      name: feeText(fees, token),
      value: earned,
      text: `${amountEstimateText(earned, token)}${at === 0 ? dearestText(choices) : `, ${effectTextOf('earned', token)({ difference: behindBest, mayBeChance })} against the best`}`,
    }));
    const best = bestText(answer, token);
    return {
      remark: best,
      chart: best === undefined ? undefined : () => earningsCurve(answer, told),
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
  settings: { node, schedules, isRange },
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
    ...(isRange && { isRange }),
    choices: ranked.map(({ fees, told }, at) => ({
      fees,
      earned: estimate(earnedIn(told), { bounds: [0, Number.POSITIVE_INFINITY] }),
      goal: estimateMetric(rows[told] ?? [], spec.goal.metric),
      behindBest: behind[at] as Estimate,
      mayBeChance: !areBehind[at],
    })),
  };
}

/** `Hub earns most at 2,154 ppm: 90 (80 to 100) in a run; from 1,000 to 4,642 ppm it may be as much.` */
function bestText({ node, choices, isRange }: ChargeAnswer, token: Told['token']): string | undefined {
  const [best] = choices;
  if (isRange !== true || best === undefined) return undefined;
  const alike = choices.filter(({ mayBeChance }, at) => at === 0 || mayBeChance).map(ppmOf);
  const [least, most] = [Math.min(...alike), Math.max(...alike)];
  const range = least === most ? '' : `; from ${grouped(least)} to ${grouped(most)} ppm it may be as much`;
  return `Of the fees that were tried ${node} earns most at ${grouped(ppmOf(best))} ppm${dearestText(choices)}: ${amountEstimateText(best.earned, token)} in a run${range}.`;
}

function ppmOf({ fees }: ChargeChoice): number {
  return fees.proportionalPpm;
}

function earningsCurve({ node, choices }: ChargeAnswer, { token, idOf }: Told): Block {
  const { per } = tokenUnit(token) ?? { per: 1 };
  const marks = choices.map((choice) => ({
    at: ppmOf(choice),
    mean: choice.earned.mean * per,
    interval: [choice.earned.interval[0] * per, choice.earned.interval[1] * per] as const,
    hint: `${feeText(choice.fees, token)}: ${amountEstimateText(choice.earned, token)}`,
  }));
  const [best] = marks;
  const title = `Fees that ${node} keeps in a run, against what it asks`;
  return chart(
    `${title}; the upright line is the best`,
    intervalChart({
      id: idOf('charge-curve'),
      title,
      description: marks.map(({ hint }) => hint).join('; '),
      xTitle: 'millionths of the amount',
      points: marks,
      answer: best && { at: best.at, interval: [best.at, best.at] },
    }),
  );
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
function feeText({ flat, proportionalPpm, imbalancePpm }: FeeSchedule, token: Told['token']): string {
  const parts = [
    flat > 0n ? `flat ${tokensText(flat, token)}` : '',
    proportionalPpm > 0 ? `${grouped(proportionalPpm)} ppm` : '',
    imbalancePpm > 0 ? `imbalance ${grouped(imbalancePpm)} ppm` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'no fees' : parts.join(', ');
}
