import { counted } from '../words/number-format.ts';
import type { RunHeader } from '../../model/run/run.ts';
import { type Content, html, type Markup } from '../page/markup.ts';
import type { ReportData } from '../report-data.ts';
import { namedPathsText } from '../figures/named-paths.ts';
import { card } from './card.ts';
import { commandLine } from './comparison.ts';

/** How the run came about and how to repeat it. */
export function factsSection({ run }: ReportData): Markup {
  const { scenario, seed, job, pace, versions, startedAt, speed, targets } = run.header;
  const addresses = Object.entries(targets ?? {});
  const paths = namedPathsText(run);
  const facts: readonly (readonly [string, Content])[] = [
    ['Scenario', scenario.name],
    ['Seed', seed],
    ['Job', job],
    [
      'Pace',
      pace === 'sequential'
        ? 'sequential: each operation after the one before has come to rest'
        : 'scenario: each operation when it is due',
    ],
    ['Network at the start', `${counted(run.start.order, 'node')}, ${counted(run.start.size, 'channel')}`],
    ['Protocol', scenario.protocol.kind],
    ['Router, its view', `${scenario.protocol.router}, ${scenario.protocol.view}`],
    ['Versions', `millrace ${versions.millrace}, Node ${versions.node}`],
    ['Started', startedAt],
    ...(speed === undefined
      ? []
      : [['Clock of the nodes', speed === 1 ? 'real time' : `${speed} times real time`] as const]),
    ...(paths === undefined ? [] : [['Paths', paths] as const]),
    ...(addresses.length === 0 ? [] : [['Nodes asked', targetList(addresses)] as const]),
  ];
  return repeatableFacts('The run', { facts, command: repeatCommand(run.header) });
}

/** What was asked and found out with what, and the command line that does it again. */
export function repeatableFacts(
  title: string,
  {
    facts,
    command,
    before = 'To repeat it:',
  }: {
    readonly facts: readonly (readonly [string, Content])[];
    readonly command: string;
    readonly before?: string;
  },
): Markup {
  return card(
    { id: 'facts', title },
    html`<dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`,
    html`<p style="margin-top:1rem">${before}</p>`,
    commandLine(command),
  );
}

function targetList(targets: readonly (readonly [string, string])[]): Markup {
  const list = html`<ul>${targets.map(([name, url]) => html`<li>${name}: <code>${url}</code></li>`)}</ul>`;
  return targets.length <= 4
    ? list
    : html`<details><summary>${counted(targets.length, 'node')}</summary>${list}</details>`;
}

/** The command line that makes the same run again. */
export function repeatCommand({ job, scenario, seed, pace }: RunHeader): string {
  const rest = { simulate: `--pace ${pace}`, replay: `--pace ${pace} --sandbox`, load: '--sandbox' }[job];
  return `millrace ${job} ${shellWord(`scenarios/${scenario.name}.yaml`)} --seed ${shellWord(seed)} ${rest}`;
}

/** A word of a command line, quoted where a shell would read more into it. */
export function shellWord(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
