import { once } from 'node:events';
import { type Sandbox, startSandbox } from '../jobs/sandbox.ts';
import { toJson } from '../model/json.ts';
import { dialectNamed, DIALECTS } from '../rest/dialect-named.ts';
import type { RestDialect } from '../rest/rest-dialect.ts';
import { declareCommand } from './command.ts';
import { type Block, type Document, figure, prose, section, table } from '../report/blocks/block.ts';
import { RealClock } from '../runtime/real-clock.ts';
import { startLive } from './live/live.ts';
import { listenForInterruption } from './terminal/interruption.ts';
import { loadScenario } from './files/scenario-file.ts';
import { webFilesIn } from './files/web-files.ts';
import { nodeListText } from './nodes/node-list.ts';
import {
  allowHostOption,
  jsonOption,
  oneOf,
  or,
  PLAYER_OPTIONS,
  SCENARIO,
  seedOption,
  speedOption,
  text,
  value,
} from './options/option.ts';
import { port } from './options/numbers.ts';
import { writeWholeFile } from './files/output-file.ts';
import { channelsOf } from '../model/network/channels-on-demand.ts';
import type { ChannelAttributes, Network, TokenNetwork } from '../model/network/network.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { ChannelBalances } from '../report/figures/channel-balances.ts';
import { html } from '../report/page/markup.ts';
import { amountText, counted, grouped } from '../report/words/number-format.ts';

// Raiden's default, and the next nodes get the ports after it.
const FIRST_NODE_PORT = 5001;
// Not Raiden's own 6000: no browser and no fetch connects to that one.
const PATH_FINDING_PORT = 6500;

/** `millrace serve`: the scenario's network as HTTP nodes, until stopped. */
export const serveCommand = declareCommand({
  name: 'serve',
  says: "serve every node of a scenario's network over the REST API, on loopback, until Ctrl-C",
  arguments: [SCENARIO],
  options: {
    seed: seedOption,
    port: or(
      value('<port>', 'port of the first node; the next nodes get the next ports', port),
      FIRST_NODE_PORT,
    ),
    pathFindingPort: or(value('<port>', 'port of the path-finding service', port), PATH_FINDING_PORT),
    host: or(
      text('<address>', 'address to listen on; other than loopback opens the nodes to your network'),
      '127.0.0.1',
    ),
    allowHost: allowHostOption,
    speed: or(speedOption, 1),
    dialect: oneOf('<name>', 'which kind of node they answer like (default: raiden)', [...DIALECTS.keys()]),
    ...PLAYER_OPTIONS,
    webui: text(
      '<folder>',
      'files of a web interface, such as the Python package raiden-webui, served at /ui/ of every node',
    ),
    writeNodes: text('<file>', 'write a node list for `millrace replay --nodes`'),
    json: jsonOption,
  },
  examples: {
    'millrace serve scenarios/demo.yaml': 'nodes on http://127.0.0.1:5001 and up',
    'millrace serve scenarios/demo.yaml --speed 100': 'virtual time 100 times faster',
    'millrace serve scenarios/demo.yaml --port 0 --write-nodes nodes.yaml':
      'any free ports, listed in a file',
  },
  async run({ terminal }, { port: basePort, allowHost, webui, writeNodes, json, ...given }, file) {
    const { seed, environment, asWritten, ...options } = given;
    const scenario = loadScenario(file, { seed, environment, asWritten });
    terminal.note(`${scenario.name}: seed ${scenario.seed}\n`);
    const sandbox = await startSandbox({
      scenario,
      basePort,
      allowedHosts: allowHost,
      ...options,
      web: webui === undefined ? undefined : webFilesIn(webui),
      onEnd: (node, request) =>
        terminal.note(
          `${node} answered 500 to ${request} and ended, as a real node does; POST /_millrace/nodes/${node}/start brings it back.\n`,
        ),
    });
    const interruption = listenForInterruption(terminal, () => 'Stopping the nodes.');
    const clock = new RealClock();
    const read = (): Document => servedDocument(sandbox, scenario);
    const live = await startLive({}, { terminal, clock, read, stop: () => interruption.stop() });
    try {
      if (writeNodes !== undefined)
        writeWholeFile(writeNodes, nodeListText(sandbox.targets, options.dialect));
      if (json)
        terminal.out(`${toJson({ targets: sandbox.targets, pathFinding: sandbox.pathFindingUrl }, 2)}\n`);
      else terminal.out(listening(sandbox, dialectNamed(options.dialect)));
      await once(interruption.signal, 'abort');
    } finally {
      await live.end(undefined);
      await sandbox.stop();
      interruption.release();
    }
  },
});

// A snapshot may have thousands of nodes and channels; the first ones show the pattern.
const MOST_SHOWN = 40;

/** The lines that are shown once the nodes listen. */
export function listening(
  { targets, pathFindingUrl, network }: Pick<Sandbox, 'targets' | 'pathFindingUrl' | 'network'>,
  { endpoints }: RestDialect,
): string {
  const nodes = Object.entries(targets);
  const width = Math.max(12, ...nodes.slice(0, MOST_SHOWN).map(([name]) => name.length));
  const lines = nodes
    .slice(0, MOST_SHOWN)
    .map(([name, url]) => `  ${name.padEnd(width)}  ${url}  ${network.getNodeAttribute(name, 'address')}`);
  const more = nodes.length > MOST_SHOWN ? [`  and ${nodes.length - MOST_SHOWN} more`] : [];
  return [
    ...lines,
    ...more,
    `  ${'path finding'.padEnd(width)}  ${pathFindingUrl}`,
    `Try: curl ${nodes[0]?.[1] ?? ''}${endpoints.channels.path}`,
    'Stop with Ctrl-C.',
    '',
  ].join('\n');
}

/** A sandbox as it stands: what is on its way, how many channels are depleted, and which nodes run. */
function servedDocument({ simulation: { control }, targets }: Sandbox, scenario: Scenario): Document {
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
            html`${grouped(balances.depletedCount)} <small>of ${grouped(balances.count)}</small>`,
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
            ['Node', ([name]) => name],
            ['Base URL', ([, url]) => html`<code>${url}</code>`],
            ['State', ([name]) => (control.isRunning(name) ? 'runs' : 'stopped')],
          ],
          rows: nodes,
          most: MOST_SHOWN,
        }),
      ),
      channelsSection(network),
    ],
  };
}

function channelsSection(network: Network): Block {
  const [channels, names] = [channelsOf(network), network.nodes()];
  const [rows, tokens] = [Math.min(channels.length, MOST_SHOWN), network.getAttribute('tokens')];
  return section(
    { id: 'channels', title: rows < channels.length ? `Channels: the first ${rows}` : 'Channels' },
    table({
      columns: [
        ['Channel', (row) => `${names[channels.node(row, 0)] ?? ''}-${names[channels.node(row, 1)] ?? ''}`],
        ['State', (row) => channels.attributes(row).state],
        ['Balances', (row) => balancesText(channels.attributes(row), tokens)],
      ],
      rows: [...Array(rows).keys()],
    }),
  );
}

function balancesText({ balance, token }: ChannelAttributes, tokens: readonly TokenNetwork[]): string {
  const decimals = tokens.find(({ name }) => name === token)?.decimals ?? 0;
  return `${balance.map((each) => amountText(each, decimals)).join(' and ')} ${token}`;
}
