import { z } from 'zod';
import type { Amount } from '../../../model/network/amount.ts';
import type { Network, NodeName } from '../../../model/network/network.ts';
import { MINE } from '../../../model/run/selected-metric.ts';
import { prose, section, table } from '../../../report/blocks/block.ts';
import { amountEstimateText, metricChangeText } from '../../../report/plan/interval-text.ts';
import { tokensText } from '../../../report/plan/money-moves.ts';
import { metricWords } from '../../../report/words/metric-words.ts';
import { readable } from '../../../report/words/number-format.ts';
import { integer } from '../../../scenario/fields/values.ts';
import { mapping } from '../../../scenario/text/schema.ts';
import type { Estimate } from '../../../statistics/estimate.ts';
import { beyondChance, chanceBeside } from '../../../statistics/false-discoveries.ts';
import { assembleNetwork } from '../../assemble.ts';
import { endsOf } from '../change-network.ts';
import { benefit, changed, pairedDifference } from '../effects.ts';
import type { Question, QuestionContext } from '../question.ts';

/** How many channels to look at. */
export interface CloseSettings {
  readonly channels: number;
}

const SETTINGS: z.ZodType<CloseSettings> = z.lazy(() =>
  mapping({
    channels: integer({ min: 1, max: 1000 })
      .describe('Number of channels of `mine` to look at, the largest balances first.')
      .prefault(10),
  })
    .describe('What each channel of my nodes brings, and which to close.')
    .exactOptional(),
);

/** The channels of my nodes, those that bring least for their money first. */
export type CloseAnswer = readonly ChannelWorth[];

interface ChannelWorth {
  readonly channel: string;
  readonly node: NodeName;
  readonly partner: NodeName;
  /** The money at my end. */
  readonly holds: Amount;
  /** The earnings of my nodes with it less those without it, in one run. */
  readonly earns: Estimate;
  /** Earnings in one run for each unit that it holds; absent: it holds none. */
  readonly perUnit?: number;
  /** The same with the cost of its money taken off; absent: nothing is known of costs. */
  readonly profit?: Estimate;
  /** The goal's metric without it less with it. */
  readonly goal: Estimate;
  /** Whether closing it surely brings more than it loses, and surely does not hurt the goal. */
  readonly isToClose: boolean;
}

/** The worth of each channel to the nodes that plan. */
export const close: Question<'close', CloseSettings, CloseAnswer> = {
  name: 'close',
  settings: SETTINGS,
  needs: 'Write plan: {mine: hub, costs: {capitalPerYear: 5%}, close: {channels: 10}}.',
  requires: 'mine',
  metrics: () => [EARNED, PROFIT],
  answer: channelWorths,
  changes: (worths) =>
    worths
      .filter(({ isToClose }) => isToClose)
      .slice(0, 1)
      .map(({ channel }) => ({ kind: 'remove-channel', channel })),
  tell(worths, { goal, token, idOf }) {
    const amountText = (earned: Estimate): string => amountEstimateText(earned, token);
    const [first] = worths.filter(({ isToClose }) => isToClose);
    const text =
      first === undefined
        ? 'None of these channels is surely better closed.'
        : `Close ${nameOf(first)}: it holds ${tokensText(first.holds, token)} and earns ${amountText(first.earns)} in a run${first.profit === undefined ? '' : `, ${amountText(first.profit)} after what its money costs`}.`;
    return {
      remark: first === undefined ? undefined : text,
      section: () =>
        section(
          {
            id: idOf('close'),
            title: 'What each channel brings',
            hint: 'Each is left out alone, from the start, and its money with it; payments find other ways where there are any. Earnings in one run.',
          },
          table({
            columns: [
              { head: 'Channel', cell: nameOf },
              { head: 'holds', number: true, cell: ({ holds }) => tokensText(holds, token) },
              { head: 'earns', number: true, className: 'wraps', cell: ({ earns }) => amountText(earns) },
              { head: 'for each 1,000', number: true, cell: perThousandText },
              ...(worths.some(({ profit }) => profit !== undefined)
                ? [
                    {
                      head: 'after costs',
                      className: 'wraps',
                      number: true,
                      cell: ({ profit }: ChannelWorth) => (profit === undefined ? '' : amountText(profit)),
                    },
                  ]
                : []),
              {
                head: `${metricWords(goal.metric)} without it`,
                className: 'wraps',
                number: true,
                cell: ({ goal: change }) => metricChangeText(goal.metric, change, token),
              },
              { head: '', cell: ({ isToClose }) => (isToClose ? 'close it' : '') },
            ],
            rows: worths,
          }),
          prose(text),
        ),
    };
  },
};

function nameOf({ node, partner }: ChannelWorth): string {
  return `${node}–${partner}`;
}

/** Nothing that is earned is earned by no money. */
function perThousandText({ perUnit }: ChannelWorth): string {
  return perUnit === undefined ? '–' : readable(Number((1000 * perUnit).toPrecision(2)));
}

const [EARNED, PROFIT] = [`earned{node=${MINE}}`, `profit{node=${MINE}}`];

async function channelWorths(context: QuestionContext<CloseSettings>): Promise<CloseAnswer> {
  const { base, own, settings, spec, laboratory, seeds } = context;
  const { goal, replications: count } = spec;
  const network = assembleNetwork(base.scenario);
  const asked = ownChannels(network, own.nodes ?? []).slice(0, settings.channels);
  const experiments = asked.map(({ channel }) => changed(base, [{ kind: 'remove-channel', channel }]));
  const [rows = [], ...without] = await laboratory.metricsOf(
    [base, ...experiments].map((experiment) => ({ experiment, count, first: seeds.telling })),
  );
  const worths = asked.map((end, at): Omit<ChannelWorth, 'isToClose'> => {
    const gain = (metric: string): Estimate => pairedDifference(without[at] ?? [], rows, metric);
    const earns = gain(EARNED);
    return {
      ...end,
      earns,
      ...(end.holds > 0n && { perUnit: earns.mean / Number(end.holds) }),
      ...(spec.costs && { profit: gain(PROFIT) }),
      goal: pairedDifference(rows, without[at] ?? [], goal.metric),
    };
  });
  const balances = worths.map(({ profit, earns }) => profit ?? earns);
  const areBeyond = beyondChance(balances.map(chanceBeside));
  return worths
    .map((worth, at): ChannelWorth => {
      const isLoss = areBeyond[at] === true && (balances[at] as Estimate).mean < 0;
      // Without prices a channel costs nothing, and is only to be closed where the network earns more without it.
      const isHarmless = worth.goal.interval.every((each) => benefit(goal, each) >= 0);
      return { ...worth, isToClose: isLoss && isHarmless };
    })
    .sort((a, b) => orderOf(a) - orderOf(b));
}

// A channel without money of mine costs nothing.
function orderOf({ profit, perUnit = Number.MAX_VALUE }: ChannelWorth): number {
  return profit?.mean ?? perUnit;
}

/** The channels of these nodes, those first of which their ends hold most. */
function ownChannels(network: Network, owners: readonly NodeName[]) {
  const ends = endsOf(network, { owners }).map(({ channel, end }) => {
    const node = network.extremities(channel)[end];
    const holds = network.getEdgeAttribute(channel, 'balance')[end];
    return { channel, node, partner: network.opposite(node, channel), holds };
  });
  return ends.sort((a, b) => Number(b.holds > a.holds) - Number(a.holds > b.holds));
}
