import type { Sandbox } from '../../jobs/sandbox.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { type Document, prose, section, table } from '../../report/blocks/block.ts';
import { ChannelBalances } from '../../report/figures/channel-balances.ts';
import { html } from '../../report/page/markup.ts';
import { amountText, counted, grouped } from '../../report/words/number-format.ts';

// The first screens; a snapshot may have thousands.
const MOST_NODES = 50;
const MOST_DRAINED = 15;

/** A sandbox as it stands: what is on its way, which channels are drained, and which nodes run. */
export function servedDocument({ simulation: { control }, targets }: Sandbox, scenario: Scenario): Document {
  const network = control.network();
  const balances = new ChannelBalances(network);
  const nodes = Object.entries(targets);
  const stopped = nodes.filter(([name]) => !control.isRunning(name)).length;
  const inTokens = (amount: bigint, token: string): string => {
    const { decimals = 0 } = scenario.tokens.find(({ name }) => name === token) ?? {};
    return `${amountText(amount, decimals)} ${token}`;
  };
  return {
    name: scenario.name,
    title: scenario.question,
    head: [
      {
        kind: 'verdict',
        judgement: ['open', 'running'],
        sentence: `${counted(nodes.length, 'node')} ${nodes.length === 1 ? 'answers' : 'answer'} over HTTP until they are stopped.`,
      },
      {
        kind: 'figures',
        name: 'Figures now',
        look: 'headline',
        figures: [
          {
            name: 'Nodes that run',
            figure: grouped(nodes.length - stopped),
            beside: `${grouped(stopped)} stopped`,
          },
          { name: 'Transfers on their way', figure: grouped(control.pendingTransfers()) },
          {
            name: 'Drained channels',
            figure: html`${grouped(balances.drainedCount)} <small>of ${grouped(balances.count)}</small>`,
          },
        ],
      },
      prose('This page shows the network as it stands, again every second.', 'muted'),
    ],
    body: [
      balances.drainedCount === 0
        ? null
        : section(
            { id: 'drained', title: 'Drained channels' },
            table({
              columns: [
                { head: 'Channel', cell: ({ between }) => between.join('-') },
                { head: 'Can hardly send', cell: ({ between, drainedEnd }) => between[drainedEnd] },
                {
                  head: 'Holds',
                  number: true,
                  cell: ({ balance, drainedEnd, token }) => inTokens(balance[drainedEnd], token),
                },
                { head: 'Capacity', number: true, cell: ({ capacity, token }) => inTokens(capacity, token) },
              ],
              rows: balances.drained,
              most: MOST_DRAINED,
              inAll: balances.drainedCount,
            }),
          ),
      section(
        { id: 'nodes', title: 'Nodes' },
        table({
          columns: [
            { head: 'Node', cell: ([name]) => name },
            { head: 'Base URL', cell: ([, url]) => html`<code>${url}</code>` },
            { head: 'State', cell: ([name]) => (control.isRunning(name) ? 'runs' : 'stopped') },
          ],
          rows: nodes,
          most: MOST_NODES,
        }),
      ),
    ],
  };
}
