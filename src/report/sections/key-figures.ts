import type { Amount } from '../../model/network/amount.ts';
import type { TokenName } from '../../model/network/network.ts';
import type { AmountWriter } from '../../model/run/describe-operation.ts';
import { volumeByToken } from '../figures/reported-payment.ts';
import { clockHint, counted, durationText, grouped, percentText, readable } from '../words/number-format.ts';
import { type Content, html } from '../page/markup.ts';
import type { Block, Figure } from '../blocks/block.ts';
import type { Figures } from '../figures/figures.ts';

/** The numbers a reader wants first, each with what it means. */
export function keyFigures(data: Figures): Block {
  const figures = data.payments.length > 0 ? paymentFigures(data) : [];
  return { kind: 'figures', figures: [...figures, ...channelFigures(data)] };
}

function paymentFigures({ metrics, run, payments, inTokens }: Figures): readonly Figure[] {
  const value = (name: string): number => metrics[name] ?? 0;
  const open = value('indeterminate');
  const isTimed = payments.some(({ latencyMs }) => latencyMs !== undefined);
  const borrowed = run.header.job === 'replay' ? ' As simulated: nodes do not tell over REST.' : '';
  const figures: readonly Figure[] = [
    {
      name: 'Payments that succeeded',
      figure: percentText(value('success_rate')),
      hint: `${grouped(value('succeeded'))} of ${grouped(value('payments'))}; ${grouped(value('failed'))} failed${open > 0 ? `, ${grouped(open)} without an answer` : ''}.`,
    },
    {
      name: 'Volume',
      figure: volumeFigure([...volumeByToken(run, payments)], inTokens),
      hint: `What arrived: ${percentText(value('volume_rate'))} of what was tried. Lower than the success rate when it is the large payments that fail.`,
    },
    {
      name: 'Latency, median',
      figure: isTimed ? durationText(value('latency_p50_ms')) : 'none',
      hint: !isTimed
        ? 'No payment succeeded.'
        : `From request to answer, on the run’s own clock. 95 % within ${durationText(value('latency_p95_ms'))}, 99 % within ${durationText(value('latency_p99_ms'))}.${clockHint(run.header)}`,
    },
  ];
  if (run.load) return figures;
  return [
    ...figures,
    {
      name: 'Path length, mean',
      figure: html`${readable(value('path_length_mean'))} <small>hops</small>`,
      hint: `Channels a payment goes through; 1 is a direct neighbour. Longest: ${grouped(value('path_length_max'))}.${borrowed}`,
    },
    {
      name: 'Fees',
      figure: percentText(value('fee_share')),
      hint: `What mediators kept, as a share of the volume.${borrowed}`,
    },
  ];
}

function channelFigures({ metrics, startBalances, endBalances, run }: Figures): readonly Figure[] {
  if (!endBalances)
    return [{ name: 'Channels', figure: '–', hint: 'The run broke off before its end state was known.' }];
  const before = startBalances.drainedCount;
  const drained = {
    name: 'Drained channels',
    figure: html`${grouped(metrics['drained_channels'] ?? 0)} <small>of ${grouped(endBalances.count)}</small>`,
    hint: `Channels with an end that holds less than 5 % of the capacity: it can receive, but hardly send. At the start: ${grouped(before)}.`,
  };
  const even = {
    name: 'Imbalance, mean',
    figure: percentText(metrics['imbalance_mean'] ?? 0),
    hint: '0 %: both ends of every channel hold the same. 100 %: everything lies at one end.',
  };
  const operations = {
    name: 'Operations',
    figure: grouped(metrics['operations'] ?? 0),
    hint: `Everything the scenario asked of nodes, in ${durationText((metrics['duration_s'] ?? 0) * 1000)} on the run’s clock.`,
  };
  if (run.comparison === undefined) return [drained, even, operations];
  const differences = {
    name: 'Differences',
    figure: grouped(run.comparison.differences),
    hint: `What the nodes did otherwise than the simulation predicts, over ${counted(run.comparison.operations.length, 'operation')} and the end state.`,
  };
  return [drained, even, differences];
}

function volumeFigure(volumes: readonly (readonly [TokenName, Amount])[], inTokens: AmountWriter): Content {
  return volumes.map(([token, amount]) => {
    const text = inTokens(amount, token);
    const number = text.slice(0, text.length - token.length - 1);
    return html`${number} <small>${token}</small> `;
  });
}
