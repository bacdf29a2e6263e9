import type { FactorEffect, PlanPoint, PlanResult } from '../../../model/plan/plan-result.ts';
import type { Expectation } from '../../../model/scenario/expectation.ts';
import { intervalChart } from '../../charts/interval-chart.ts';
import { tornadoChart } from '../../charts/tornado-chart.ts';
import { badge } from '../../page/badge.ts';
import { html, type Markup } from '../../page/markup.ts';
import { card, figure } from '../../sections/card.ts';
import { changeText, estimateText, factorText, intervalText } from '../answer-texts.ts';

// More points than this are read from results.csv.
const MOST_ROWS = 200;
// Small multiples beyond this are looked at by nobody.
const MOST_CHARTS = 12;

/** All points as a table, and curves where a field was varied over numbers: a small one for each setting of the rest. */
export function pointsSection({ points, goal, factors: effects }: PlanResult): Markup {
  const factors = Object.keys(points[0]?.settings ?? {});
  return card(
    { id: 'points', title: 'What was varied', hint: 'All points meet the same payments and latencies.' },
    curves(points, goal, factors),
    effects === undefined ? null : factorChart(effects, goal),
    table(points, goal, factors),
  );
}

// By least squares: of a sample of many fields no two points differ in one of them alone.
function factorChart(effects: readonly FactorEffect[], { metric }: Expectation): Markup {
  return tornadoChart(
    `What each field does to ${metric} by itself, the others as they are on average; least squares over all points`,
    effects.map((effect) => ({
      name: factorText(effect),
      value: effect.difference,
      text: changeText(effect.difference),
    })),
  );
}

function curves(points: readonly PlanPoint[], goal: Expectation, factors: readonly string[]): Markup | null {
  const along = factors.find((factor) => points.every(({ settings }) => isNumber(settings[factor])));
  if (along === undefined) return null;
  const others = factors.filter((factor) => factor !== along);
  const groups = new Map<string, PlanPoint[]>();
  for (const point of points) {
    const name = others.map((factor) => `${factor} ${point.settings[factor] ?? ''}`).join(', ');
    groups.set(name, [...(groups.get(name) ?? []), point]);
  }
  // A sample of many factors has hardly two points of one setting of the rest.
  if (groups.size > MOST_CHARTS) return null;
  const top = Math.max(...points.map(({ metrics }) => metrics[goal.metric]?.interval[1] ?? 0), goal.value);
  return html`<div class="multiples">${[...groups].map(([name, group], index) =>
    figure(
      `${goal.metric} against ${along}${name === '' ? '' : ` with ${name}`}; the dashed line is the goal`,
      intervalChart({
        id: `points-${index}`,
        title: `${goal.metric} against ${along} ${name}`,
        description: group
          .map((point) => `${point.settings[along] ?? ''}: ${valueText(point, goal)}`)
          .join('; '),
        xTitle: along,
        points: group.flatMap((point) => {
          const estimate = point.metrics[goal.metric];
          if (estimate === undefined) return [];
          const at = numberOf(point.settings[along]);
          return [{ at, ...estimate, hint: `${point.settings[along] ?? ''}: ${valueText(point, goal)}` }];
        }),
        target: goal.value,
        top: Number.isFinite(top) ? top : undefined,
      }),
    ),
  )}</div>`;
}

function table(points: readonly PlanPoint[], goal: Expectation, factors: readonly string[]): Markup {
  const heads = [...factors, goal.metric, 'worst of twenty', 'replications', 'goal'];
  const rows = points.slice(0, MOST_ROWS);
  return html`<details${points.length <= 12 ? html` open` : null}><summary>All points in numbers</summary><table class="stacking">
<thead><tr>${heads.map((name, at) => html`<th scope="col"${at >= factors.length && name !== 'goal' ? html` class="number"` : null}>${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    (point) =>
      html`<tr>${factors.map((factor) => html`<td data-label="${factor}">${point.settings[factor] ?? ''}</td>`)}<td class="number" data-label="${goal.metric}">${valueText(point, goal)}</td><td class="number" data-label="worst of twenty">${point.replications === 0 ? 'not measured' : intervalText(point.worst)}</td><td class="number" data-label="replications">${point.replications}</td><td data-label="goal">${badge(...BADGES[point.goal])}</td></tr>`,
  )}</tbody></table>${points.length > rows.length ? html`<p class="hint">And ${points.length - rows.length} more in results.csv.</p>` : null}</details>`;
}

const BADGES: Readonly<Record<PlanPoint['goal'], Parameters<typeof badge>>> = {
  met: ['good', 'met'],
  missed: ['bad', 'missed'],
  undecided: ['open', 'undecided'],
};

function valueText({ metrics }: PlanPoint, { metric }: Expectation): string {
  const estimate = metrics[metric];
  return estimate === undefined ? 'not measured' : estimateText(estimate);
}

function isNumber(text: string | undefined): boolean {
  return text !== undefined && /^-?[\d_]+(\.\d+)?$/.test(text);
}

function numberOf(text: string | undefined): number {
  return Number((text ?? '').replaceAll('_', ''));
}
