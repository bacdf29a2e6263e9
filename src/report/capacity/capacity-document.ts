import {
  type Capacity,
  capacityCurve,
  capacityKnee,
  type CapacityPoint,
  type CapacityReport,
} from '../../model/capacity/capacity.ts';
import { type Block, chart, type Document, prose, repeatable, section, table } from '../blocks/block.ts';
import { badge, type BadgeText, yes } from '../page/badge.ts';
import { html, withDetail } from '../page/markup.ts';
import {
  counted,
  durationText,
  grouped,
  measuredText,
  minuteText,
  percentText,
  readable,
} from '../words/number-format.ts';
import { capacityAnswer, capacityLimit, rateText } from './capacity-answer.ts';
import { logScale } from '../charts/axis.ts';
import { intervalChart, type IntervalPoint } from '../charts/interval-chart.ts';

/** `capacity.json`: the answer, every probe, the curve and its knee. What was not measured is null. */
export function capacityJson({ capacity, ...asked }: CapacityReport): string {
  const curve = capacityCurve(capacity.probes);
  const knee = capacityKnee(curve) ?? null;
  return `${JSON.stringify({ format: 'millrace-capacity/1', ...asked, ...capacity, knee, curve }, undefined, 2)}\n`;
}

interface Underway {
  /** It goes on: what is told is what is known after its last probe. */
  readonly isUnderway?: boolean;
}

/** All that is told of a search for a capacity. */
export function capacityDocument(report: CapacityReport, { isUnderway = false }: Underway = {}): Document {
  const { capacity, question, scenario, seed, startedAt } = report;
  return {
    name: `Capacity of ${scenario}`,
    title: question,
    head: [
      {
        kind: 'verdict',
        judgement: isUnderway ? ['open', 'under way'] : CAPACITY_JUDGEMENTS[capacity.ended],
        lines: 3,
        sentence: isUnderway
          ? `${counted(capacity.probes.length, 'probe')} made; more follow, and this file is written again after each.`
          : capacityAnswer(capacity),
      },
      prose(
        html`Search for the capacity of scenario <strong>${scenario}</strong>, seed ${seed}, <time datetime="${startedAt}">${minuteText(startedAt)} UTC</time>`,
        'muted',
      ),
    ],
    body: [keyFigures(report), capacityCurves(capacity), probesSection(capacity), facts(report)],
    footer: html`Made by Millrace from the search’s own probes. <code>capacity.json</code> beside this page holds the same in numbers.`,
  };
}

/** How a search ended. */
export const CAPACITY_JUDGEMENTS: Readonly<Record<Capacity['ended'], BadgeText>> = {
  found: ['good', 'found'],
  'not-reached': ['good', 'not reached'],
  'below-lowest': ['bad', 'nothing holds'],
  'most-probes': ['open', 'not precise'],
  interrupted: ['open', 'broke off'],
};

function keyFigures({ capacity, probeMs }: CapacityReport): Block {
  const { confidence, probes } = capacity;
  const { rate, interval, knee } = capacityLimit(capacity);
  const repeated = probes.filter((probe) => probe.repeated).length;
  return {
    kind: 'figures',
    figures: [
      {
        name: 'Capacity',
        label: 'Capacity',
        figure: rate === undefined ? '–' : html`${readable(rate, 1)} <small>payments/s</small>`,
        beside: 'half of the probes meet the conditions at this rate',
      },
      {
        name: 'Interval',
        label: 'Interval',
        figure:
          interval === undefined
            ? '–'
            : html`${readable(interval[0], 1)} to ${readable(interval[1], 1)} <small>/s</small>`,
        hint: `The limit lies in it with ${percentText(confidence)} confidence.`,
      },
      {
        name: 'Knee',
        label: 'Knee',
        figure: knee === undefined ? 'none' : html`${readable(knee, 1)} <small>payments/s</small>`,
        beside: 'from this rate on, some payments fail or queue up, which the conditions may allow',
      },
      {
        name: 'Probes',
        figure: probes.length,
        hint: `Of ${durationText(probeMs)} each. ${repeated === 0 ? 'None had to be made again.' : `${repeated} of them were repeated because the driver paused.`}`,
      },
    ],
  };
}

/** The curve in numbers, and every probe in the order in which it was made. */
function probesSection({ probes }: Capacity): Block {
  return section(
    { id: 'probes', title: 'By offered rate' },
    table({
      caption: 'Probes at about one rate together, lowest first',
      columns: [
        ['Offered', ({ rate }) => rateText(rate), 'number'],
        ['Held', ({ held, probes: made }) => `${held} of ${made}`, 'number'],
        ['Ended', ({ throughput }) => rateText(throughput), 'number'],
        ['Succeeded', ({ goodput }) => rateText(goodput), 'number'],
        ['p50', ({ p50Ms }) => measuredText(p50Ms, '–'), 'number'],
        ['p95', ({ p95Ms }) => measuredText(p95Ms, '–'), 'number'],
        ['p99', ({ p99Ms }) => measuredText(p99Ms, '–'), 'number'],
      ],
      rows: capacityCurve(probes),
      lines: 'all',
    }),
    {
      kind: 'folded',
      summary: `All ${grouped(probes.length)} probes, in their order`,
      blocks: table({
        columns: [
          ['Probe', (_, index) => index + 1, 'number'],
          ['Offered', ({ rate }) => rateText(rate), 'number'],
          ['Held', ({ holds }) => badge(...yes(holds))],
          [
            'Because',
            ({ because, doubt, repeated }) =>
              doubt === undefined
                ? because
                : withDetail(
                    because,
                    `${doubt}${repeated ? '; made again, not counted' : ', again and again: counted'}`,
                  ),
          ],
        ],
        rows: probes,
      }),
    },
  );
}

function facts(report: CapacityReport): Block {
  const { conditions, probeMs, target, seed, scenario, versions, startedAt, capacity } = report;
  const payments = capacity.probes.reduce((sum, probe) => sum + probe.payments, 0);
  const where = target === 'sandbox' ? '--sandbox' : '--nodes nodes.yaml';
  // The first probe is made at the rate that was asked for.
  const [first] = capacity.probes;
  const from = first === undefined ? '' : ` --rate ${first.rate}`;
  return repeatable('The search', {
    facts: [
      ['A probe holds when', `${conditions.join(', ')}, and no queue builds up in its second half`],
      [
        'Target',
        target === 'sandbox' ? 'a fresh sandbox for each probe, on the same machine' : 'nodes over REST',
      ],
      ['Each probe offers for', durationText(probeMs)],
      ['Payments offered', counted(payments, 'payment')],
      ['Versions', `millrace ${versions.millrace}, Node ${versions.node}`],
      ['Started', startedAt],
    ],
    line: `millrace load scenarios/${scenario}.yaml ${where} --find-capacity '${conditions.join(', ')}'${from} --duration ${probeMs / 1000} --seed ${seed}`,
  });
}

/** Throughput and latency against the offered rate, with the limit that was found. */
export function capacityCurves(capacity: Capacity): Block | null {
  const curve = capacityCurve(capacity.probes);
  if (curve.length === 0) return null;
  const { rate, interval } = capacityLimit(capacity);
  const shared = {
    xTitle: 'offered, payments per second',
    answer: rate === undefined || interval === undefined ? undefined : { at: rate, interval },
  };
  const latencies = curve.flatMap((point) => {
    const { p50Ms, p99Ms } = point;
    return p50Ms === null || p99Ms === null ? [] : [pointOf(point, p50Ms, [p50Ms, p99Ms])];
  });
  return section(
    {
      id: 'curve',
      title: 'Against the offered rate',
      hint: 'Each mark is the probes at about one rate. Below the limit the target keeps up with the offered rate; above it a queue builds up, and payments wait ever longer. The band is the limit with its interval.',
    },
    chart(
      'Answers per second (marks); the line below a mark leads to the successes among them',
      intervalChart({
        id: 'capacity-throughput',
        title: 'Throughput against the offered rate',
        description: curve.map(pointText).join('; '),
        points: curve.map((point) => pointOf(point, point.throughput, [point.goodput, point.throughput])),
        ...shared,
      }),
    ),
    latencies.length === 0
      ? null
      : chart(
          'Response time from the intended start: p50 (marks) to p99, on a logarithmic axis.',
          intervalChart({
            id: 'capacity-latency',
            title: 'Response time against the offered rate',
            description: curve.map(pointText).join('; '),
            points: latencies,
            scale: latencyScale(latencies.flatMap(({ interval: ends }) => ends)),
            ...shared,
          }),
        ),
  );
}

// Latencies below and above a limit differ by a factor of a hundred: the axis has whole powers of ten.
function latencyScale(latenciesMs: readonly number[]): ReturnType<typeof logScale> {
  const positive = latenciesMs.filter((ms) => ms > 0);
  const least = positive.length === 0 ? 0 : Math.floor(Math.log10(Math.min(...positive)));
  const most = positive.length === 0 ? 1 : Math.ceil(Math.log10(Math.max(...positive)));
  return logScale(10 ** least, 10 ** Math.max(least + 1, most), durationText);
}

function pointOf(point: CapacityPoint, mean: number, interval: IntervalPoint['interval']): IntervalPoint {
  return { at: point.rate, mean, interval, hint: pointText(point) };
}

function pointText({ rate, held, probes, throughput, p50Ms, p99Ms }: CapacityPoint): string {
  const [p50, p99] = [p50Ms, p99Ms].map((ms) => measuredText(ms, 'not measured'));
  return `${readable(rate, 1)}/s: ${held} of ${probes} probes held, ${readable(throughput, 1)}/s answered, p50 ${p50}, p99 ${p99}`;
}
