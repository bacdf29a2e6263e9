import type { Sandbox } from '../../jobs/sandbox.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { type Document, figure, prose, section, table } from '../../report/blocks/block.ts';
import { ChannelBalances } from '../../report/figures/channel-balances.ts';
import { html } from '../../report/page/markup.ts';
import { counted, grouped } from '../../report/words/number-format.ts';

// The first screens; a snapshot may have thousands.
const MOST_NODES = 50;

/** A sandbox as it stands: what is on its way, how many channels are depleted, and which nodes run. */
export function servedDocument({ simulation: { control }, targets }: Sandbox, scenario: Scenario): Document {
  const network = control.network();
  const balances = new ChannelBalances(network);
  const nodes = Object.entries(targets);
  const stopped = nodes.filter(([name]) => !control.isRunning(name)).length;
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
          figure('Nodes that run', grouped(nodes.length - stopped), `${grouped(stopped)} stopped`),
          figure('Transfers on their way', grouped(control.pendingTransfers())),
          figure(
            'Depleted channels',
            html`${grouped(balances.drainedCount)} <small>of ${grouped(balances.count)}</small>`,
          ),
        ],
      },
      prose('This page shows the network as it stands, again every second.', 'muted'),
    ],
    body: [
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
