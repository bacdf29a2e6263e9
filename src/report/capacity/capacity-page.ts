import { badge } from '../page/badge.ts';
import type { Capacity } from '../../model/capacity/capacity.ts';
import type { CapacityReport } from '../../model/capacity/capacity-report.ts';
import { capacityAnswer } from './capacity-text.ts';
import { counted, durationText, percentText, readable } from '../words/number-format.ts';
import { framedPage, minuteText } from '../page/frame.ts';
import { html, type Markup } from '../page/markup.ts';
import { capacityCurves, capacityLimit } from '../sections/capacity-curve.ts';
import { capacityProbes } from '../sections/capacity-probes.ts';
import { repeatableFacts } from '../sections/facts.ts';
import { type Tile, tileList } from '../sections/tiles.ts';

/** A search for a capacity as one self-contained page. */
export function capacityPage(report: CapacityReport): string {
  const { capacity, question, scenario, seed, startedAt } = report;
  return framedPage(
    `Capacity of ${scenario} · Millrace`,
    html`
<main id="content"><h1>${question}</h1>
<p class="verdict">${badge(...END_BADGES[capacity.ended])} <span>${capacityAnswer(capacity)}</span></p>
<p class="muted">Search for the capacity of scenario <strong>${scenario}</strong>, seed ${seed}, <time datetime="${startedAt}">${minuteText(startedAt)} UTC</time></p>
${tiles(report)}
${capacityCurves(capacity)}
${capacityProbes(capacity)}
${facts(report)}
</main><footer><p>Made by Millrace from the search’s own probes. <code>capacity.json</code> beside this page holds the same in numbers.</p></footer>`,
  );
}

const END_BADGES: Readonly<Record<Capacity['ended'], Parameters<typeof badge>>> = {
  found: ['good', 'found'],
  'not-reached': ['good', 'not reached'],
  'below-lowest': ['bad', 'nothing holds'],
  'most-probes': ['open', 'not precise'],
  interrupted: ['open', 'broke off'],
};

function tiles({ capacity, probeMs }: CapacityReport): Markup {
  const { confidence, probes } = capacity;
  const { rate, interval, knee } = capacityLimit(capacity);
  const repeated = probes.filter((probe) => probe.repeated).length;
  const list: readonly Tile[] = [
    {
      name: 'Capacity',
      figure: rate === undefined ? '–' : html`${readable(rate, 1)} <small>payments/s</small>`,
      hint: 'At this rate probes hold as often as they fail.',
    },
    {
      name: 'Interval',
      figure:
        interval === undefined
          ? '–'
          : html`${readable(interval[0], 1)} to ${readable(interval[1], 1)} <small>/s</small>`,
      hint: `The limit lies in it with ${percentText(confidence)} confidence.`,
    },
    {
      name: 'Knee',
      figure: knee === undefined ? '–' : html`${readable(knee, 1)} <small>payments/s</small>`,
      hint: 'At every higher rate less succeeded than was offered.',
    },
    {
      name: 'Probes',
      figure: String(probes.length),
      hint: `Of ${durationText(probeMs)} each. ${repeated === 0 ? 'None had to be made again.' : `${repeated} of them fell into a pause of the driver, and were made again.`}`,
    },
  ];
  return html`<section aria-label="Key figures">${tileList(list)}</section>`;
}

function facts(report: CapacityReport): Markup {
  const { conditions, probeMs, target, seed, scenario, versions, startedAt, capacity } = report;
  const rows: readonly (readonly [string, string])[] = [
    ['A probe holds when', `${conditions.join(', ')}, and no queue builds up in its second half`],
    [
      'Target',
      target === 'sandbox' ? 'a fresh sandbox for each probe, on the same machine' : 'nodes over REST',
    ],
    ['Each probe offers for', durationText(probeMs)],
    [
      'Payments offered',
      counted(
        capacity.probes.reduce((sum, { payments }) => sum + payments, 0),
        'payment',
      ),
    ],
    ['Versions', `millrace ${versions.millrace}, Node ${versions.node}`],
    ['Started', startedAt],
  ];
  const where = target === 'sandbox' ? '--sandbox' : '--nodes nodes.yaml';
  // The first probe is made at the rate that was asked for.
  const [first] = capacity.probes;
  const from = first === undefined ? '' : ` --rate ${first.rate}`;
  const command = `millrace load scenarios/${scenario}.yaml ${where} --find-capacity '${conditions.join(', ')}'${from} --duration ${probeMs / 1000} --seed ${seed}`;
  return repeatableFacts('The search', { facts: rows, command });
}
