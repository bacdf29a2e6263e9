import type { PlanPoint, PlanResult, Standing } from '../../model/plan/plan-result.ts';
import { badge } from '../page/badge.ts';
import { framedPage } from '../page/frame.ts';
import { html, type Markup } from '../page/markup.ts';
import { repeatableFacts } from '../sections/facts.ts';
import { type Tile, tileList } from '../sections/tiles.ts';
import { counted, grouped, percentText, readable } from '../words/number-format.ts';
import { estimateText, intervalText } from './answer-texts.ts';
import type { PlanPageFacts } from './plan-page-facts.ts';
import { planAnswer } from './plan-text.ts';
import { depositSection } from './sections/deposit.ts';
import { chargeSection, openSection } from './sections/effects.ts';
import { fundSection } from './sections/fund.ts';
import { pointsSection } from './sections/points.ts';
import { rebalanceSection } from './sections/rebalance.ts';
import { removeSection } from './sections/remove.ts';

/** A plan as one self-contained page: the answer first, then what it rests on. */
export function planPage(facts: PlanPageFacts): string {
  const { scenario, result } = facts;
  const { deposit, fund, rebalance, remove, open, charge, goal, points } = result;
  return framedPage(
    `Plan of ${scenario.name} · Millrace`,
    html`
<main id="content"><h1>${scenario.question}</h1>
<p class="verdict">${badge(...STANDING_BADGES[overall(result)])} <span>${planAnswer(result)}</span></p>
<p class="muted">Plan of scenario <strong>${scenario.name}</strong>, seed ${scenario.seed}</p>
${tiles(result)}
${deposit === undefined ? null : deposit.slice(0, 1).map((answer) => depositSection(answer, goal, deposit))}
${fund === undefined ? null : fundSection(fund, facts)}
${points.length > 1 ? pointsSection(result) : null}
${remove === undefined ? null : removeSection(remove, facts)}
${open === undefined ? null : openSection(open, goal)}
${charge === undefined ? null : chargeSection(charge)}
${rebalance === undefined ? null : rebalanceSection(rebalance)}
${assumptions(facts)}
</main><footer><p>Made by Millrace from its own simulations. <code>plan.json</code> beside this page holds the same in numbers, <code>results.csv</code> one row for each replication.</p></footer>`,
  );
}

const STANDING_BADGES: Readonly<Record<Standing | 'answered', Parameters<typeof badge>>> = {
  met: ['good', 'met'],
  missed: ['bad', 'missed'],
  undecided: ['open', 'undecided'],
  answered: ['good', 'answered'],
};

// The badge is about the scenario as it stands where that was all that was asked.
function overall({ deposit, points }: PlanResult): Standing | 'answered' {
  const [answer] = deposit ?? [];
  if (answer !== undefined) return answer.deposit === undefined ? 'missed' : 'answered';
  return points.length === 1 ? (points[0]?.goal ?? 'undecided') : 'answered';
}

function tiles({ points, goal, deposit = [], fund, simulations }: PlanResult): Markup {
  const [answer] = deposit;
  const [point] = points;
  const now = point?.metrics[goal.metric];
  const list: readonly (Tile | undefined)[] = [
    answer && {
      name: 'Least deposit',
      figure: answer.deposit === undefined ? '–' : grouped(answer.deposit),
      hint: `Of ${answer.of}, for ${goal.text}.`,
    },
    point &&
      now && {
        name: points.length > 1 ? settingsText(point) : 'As it stands',
        figure: readable(now.mean, 3),
        hint: `${goal.metric}, ${estimateText(now)}; in the worst run of twenty ${intervalText(point.worst)}.`,
      },
    fund && {
      name: `With ${grouped(fund.budget)} more`,
      figure: readable(fund.after.mean, 3),
      hint: `${goal.metric} ${estimateText(fund.after)} where the money is put as below.`,
    },
    {
      name: 'Simulations',
      figure: grouped(simulations),
      hint: 'All that the answers rest on.',
    },
  ];
  return html`<section aria-label="Key figures">${tileList(list.filter((tile) => tile !== undefined))}</section>`;
}

function settingsText({ settings }: PlanPoint): string {
  const list = Object.entries(settings).map(([field, value]) => `${field} ${value}`);
  return list.length > 2 ? 'At the first point' : `With ${list.join(' and ')}`;
}

function assumptions({ scenario, result, command, versions }: PlanPageFacts): Markup {
  const { network, warmUpMs, confidence, points, goal, ended } = result;
  const replications = points.map((point) => point.replications);
  const [fewest, most] = [Math.min(...replications), Math.max(...replications)];
  return repeatableFacts('What was assumed', {
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
    command,
    ...(ended === 'time' && { before: 'To answer it in full, however long that takes:' }),
  });
}
