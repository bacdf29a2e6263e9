import type { MeasuredPlan, PlanPoint, Standing } from '../../model/plan/measured-plan.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { type BadgeText, type Block, type Figure, prose, repeatable } from '../blocks/block.ts';
import { pageOf } from '../blocks/page.ts';
import { html } from '../page/markup.ts';
import { counted, grouped, percentText, readable } from '../words/number-format.ts';
import { estimateText, intervalText } from './interval-text.ts';
import { planAnswer } from './plan-text.ts';
import type { ToldAnswer } from './told-answer.ts';

/** The facts that the page of a plan tells. */
export interface PlanPageFacts {
  readonly scenario: Scenario;
  readonly result: MeasuredPlan;
  readonly told: readonly ToldAnswer[];
  /** The command that makes the same plan. */
  readonly command: string;
  readonly versions: { readonly millrace: string; readonly node: string };
}

/** A plan as one self-contained page: the answer first, then what it rests on. */
export function planPage(facts: PlanPageFacts): string {
  const { scenario, result, told } = facts;
  return pageOf({
    name: `Plan of ${scenario.name}`,
    title: scenario.question,
    head: [
      {
        kind: 'verdict',
        judgement: STANDING_BADGES[overall(facts)],
        sentence: planAnswer(result, told),
      },
      prose(html`Plan of scenario <strong>${scenario.name}</strong>, seed ${scenario.seed}`, 'muted'),
    ],
    body: [keyFigures(facts), ...told.map(({ section }) => section()), assumptions(facts)],
    footer: html`Made by Millrace from its own simulations. <code>plan.json</code> beside this page holds the same in numbers, <code>results.csv</code> one row for each replication.`,
  });
}

const STANDING_BADGES: Readonly<Record<Standing | 'answered', BadgeText>> = {
  met: ['good', 'met'],
  missed: ['bad', 'missed'],
  undecided: ['open', 'undecided'],
  answered: ['good', 'answered'],
};

// The badge is about the scenario as it stands where that was all that was asked.
function overall({ result: { points }, told }: PlanPageFacts): Standing | 'answered' {
  const verdict = told.find((each) => each.verdict !== undefined)?.verdict;
  if (verdict !== undefined) return verdict.isMissed ? 'missed' : 'answered';
  return points.length === 1 ? (points[0]?.goal ?? 'undecided') : 'answered';
}

function keyFigures({ result: { points, goal, simulations }, told }: PlanPageFacts): Block {
  const [point] = points;
  const now = point?.metrics[goal.metric];
  const figures: readonly (Figure | undefined)[] = [
    ...told.map(({ figure }) => figure),
    point &&
      now && {
        name: points.length > 1 ? settingsText(point) : 'As it stands',
        figure: readable(now.mean, 3),
        hint: `${goal.metric}, ${estimateText(now)}; in the worst run of twenty ${intervalText(point.worst)}.`,
      },
    {
      name: 'Simulations',
      figure: grouped(simulations),
      hint: 'All that the answers rest on.',
    },
  ];
  return { kind: 'figures', figures: figures.filter((figure) => figure !== undefined) };
}

function settingsText({ settings }: PlanPoint): string {
  const list = Object.entries(settings).map(([field, value]) => `${field} ${value}`);
  return list.length > 2 ? 'At the first point' : `With ${list.join(' and ')}`;
}

function assumptions({ scenario, result, command, versions }: PlanPageFacts): Block {
  const { network, warmUpMs, confidence, points, goal, ended } = result;
  const replications = points.map((point) => point.replications);
  const [fewest, most] = [Math.min(...replications), Math.max(...replications)];
  return repeatable('What was assumed', {
    facts: [
      ['Goal', `${goal.text}, of the mean over replications`],
      [
        'Traffic',
        scenario.traffic.map(({ name }) => name).join(', ') || counted(scenario.steps.length, 'step'),
      ],
      [
        'Network',
        network === 'fixed'
          ? 'the scenario’s own in every replication; chance is in traffic and latencies'
          : 'drawn anew for every replication',
      ],
      [
        'Replications of each point',
        fewest === most ? grouped(fewest) : `${grouped(fewest)} to ${grouped(most)}`,
      ],
      [
        'Warm-up',
        warmUpMs === 0
          ? 'none removed: every run begins with the balances of the scenario'
          : `payments of the first ${readable(warmUpMs / 1000)} s are left out`,
      ],
      [
        'Intervals',
        `${percentText(confidence)}: Wilson’s for shares, by the spread between replications, Student’s for other means and for paired differences, Clopper and Pearson’s of all payments where the replications show no spread, the percentile bootstrap for the worst run`,
      ],
      ['Comparisons', 'paired: what is compared meets the same payments and latencies'],
      [
        'Protocol',
        `${scenario.protocol.kind}, router ${scenario.protocol.router}, view ${scenario.protocol.view}`,
      ],
      ['Versions', `millrace ${versions.millrace}, Node ${versions.node}`],
    ],
    line: command,
    ...(ended === 'time' && { before: 'To answer it in full, however long that takes:' }),
  });
}
