import type { RunHeader } from '../../model/run/run.ts';
import { type Block, repeatable } from '../blocks/block.ts';
import { html, type Markup } from '../page/markup.ts';
import type { Figures } from '../figures/figures.ts';
import { counted } from '../words/number-format.ts';
import { repeatCommand } from '../words/shell-word.ts';

/** How the run came about and how to repeat it. */
export function factsSection({ run }: Figures): Block {
  const { scenario, seed, job, pace, versions, startedAt, speed, targets, build, nodesVersion } = run.header;
  const addresses = Object.entries(targets ?? {});
  return repeatable('The run', {
    facts: [
      ['Scenario', scenario.name],
      ['Seed', seed],
      ['Job', job],
      [
        'Pace',
        pace === 'sequential'
          ? 'sequential: each operation starts when the one before is at rest'
          : 'scenario: each operation when it is due',
      ],
      ['Network at the start', `${counted(run.start.order, 'node')}, ${counted(run.start.size, 'channel')}`],
      ['Protocol', scenario.protocol.kind],
      ['Router, its view', `${scenario.protocol.router}, ${scenario.protocol.view}`],
      ['Versions', versionsText(versions, nodesVersion)],
      build === undefined ? undefined : ['Build', build],
      ['Started', startedAt],
      speed === undefined
        ? undefined
        : ['Clock of the nodes', speed === 1 ? 'real time' : `${speed} times real time`],
      addresses.length === 0 ? undefined : ['Nodes asked', targetList(addresses)],
    ],
    line: repeatCommand(run.header),
  });
}

/** The versions of everything that took part, those of the nodes first where they reported one. */
export function versionsText(
  { millrace, node }: RunHeader['versions'],
  nodesVersion: RunHeader['nodesVersion'],
): string {
  const nodes = nodesVersion === undefined ? '' : `nodes ${nodesVersion}, `;
  return `${nodes}millrace ${millrace}, Node ${node}`;
}

function targetList(targets: readonly (readonly [string, string])[]): Markup {
  const list = html`<ul>${targets.map(([name, url]) => html`<li>${name}: <code>${url}</code></li>`)}</ul>`;
  return targets.length <= 4
    ? list
    : html`<details><summary>${counted(targets.length, 'node')}</summary>${list}</details>`;
}
