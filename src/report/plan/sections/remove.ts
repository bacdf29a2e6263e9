import type { Removal } from '../../../model/plan/plan-result.ts';
import { tornadoChart } from '../../charts/tornado-chart.ts';
import type { Markup } from '../../page/markup.ts';
import { card, emptyCard } from '../../sections/card.ts';
import { changeText, estimateText } from '../answer-texts.ts';
import type { PlanPageFacts } from '../plan-page-facts.ts';
import { networkFigure } from './network-figure.ts';

// Longer rankings are in plan.json.
const MOST_ROWS = 20;

/** What would be missed most, the greatest damage first, beside what no router would save. */
export function removeSection(
  removals: readonly Removal[],
  { network, result }: Pick<PlanPageFacts, 'network' | 'result'>,
): Markup {
  const frame = { id: 'remove', title: 'What would be missed most' };
  if (removals.length === 0)
    return emptyCard(frame, 'No payment succeeds as it is, so that nothing would be missed.');
  const { metric } = result.goal;
  const shown = removals.slice(0, MOST_ROWS);
  return card(
    {
      ...frame,
      hint: 'Each is taken away alone, from the start. A node that is away neither sends, gets nor passes on payments, and its own count as failed. The bound is the share of payments that fit through the largest flow from payer to payee, with all capacity where it is needed: no router and no splitting exceeds it without it. Where it is low, only new channels help; where it is high, money elsewhere or a better router might.',
    },
    tornadoChart(
      `Change of ${metric}, with the same payments`,
      shown.map(({ what, difference, bound }) => ({
        name: what,
        value: difference,
        text: `${changeText(difference)}${bound === undefined ? '' : `; bound ${estimateText(bound)}`}`,
      })),
    ),
    drawing(shown, network, metric),
  );
}

function drawing(removals: readonly Removal[], network: PlanPageFacts['network'], metric: string): Markup {
  const harmful = removals.filter(({ difference: { interval } }) => interval[1] < 0);
  const texts = new Map<string, string[]>();
  for (const { changes, what, difference } of harmful)
    for (const change of changes) {
      const key = keyOf(change);
      texts.set(key, [...(texts.get(key) ?? []), `${what} ${metric} changes by ${changeText(difference)}`]);
    }
  const textOf = (key: string): string => (texts.get(key) ?? ['not missed, or not tried']).join('; ');
  return networkFigure(network, {
    id: 'remove-network',
    caption: 'Marked: what would surely be missed, of what was taken away',
    title: 'The network with what would be missed',
    describeNode: (name) => `${name}: ${textOf(`node ${name}`)}`,
    describeLink: ({ between, channels }) =>
      `${between.join(' – ')}: ${channels.map(({ channel }) => textOf(`channel ${channel}`)).join(', ')}`,
    isMarked: (what) =>
      typeof what === 'string'
        ? texts.has(`node ${what}`)
        : what.channels.some(({ channel }) => texts.has(`channel ${channel}`)),
  });
}

function keyOf(change: Removal['changes'][number]): string {
  if (change.kind === 'remove-node') return `node ${change.node}`;
  return change.kind === 'remove-channel' ? `channel ${change.channel}` : change.kind;
}
