import { InputError, type InputFault } from '../../errors.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { PlanSpec } from '../../model/plan/plan-spec.ts';
import {
  type MeasuredParts,
  type MetricLabel,
  METRIC_LABELS,
  MINE,
  type NodeClasses,
  PARTNERS,
  selectedMetric,
} from '../../model/run/selected-metric.ts';
import { periodMetric } from '../../model/scenario/expectation.ts';
import { namedFirst } from '../../model/node-text.ts';
import { closestTo } from '../../scenario/text/suggestion.ts';
import type { PlannedScenario } from './question.ts';

// Told unless the plan lists others: what those who plan for their own nodes live on.
const OWN_FIGURES = [
  `success_rate{payer=${PARTNERS}}`,
  `success_rate{node=${MINE}}`,
  `earned{node=${MINE}}`,
  `capital{node=${MINE}}`,
  `return_rate{node=${MINE}}`,
];
const OWN_COSTS = [`cost{node=${MINE}}`, `profit{node=${MINE}}`];

/** The metrics that a plan tells besides its goal's. */
export function figuresOf({ figures, mine, costs, also = [] }: PlanSpec): readonly string[] {
  const ownFigures = [...OWN_FIGURES, ...(costs === undefined ? [] : OWN_COSTS)];
  const told = figures ?? (mine === undefined ? [] : ownFigures);
  return [...new Set([...also.map(({ metric }) => metric), ...told])];
}

/** The parts of runs that the plan's goal, its figures and its questions are about; undefined: they are about whole runs. */
export function measuredParts(spec: PlanSpec, asked: readonly string[] = []): MeasuredParts | undefined {
  const metrics = [spec.goal.metric, ...figuresOf(spec), ...asked].filter(
    (metric) => selectedMetric(metric) !== undefined || periodMetric(metric) !== undefined,
  );
  return metrics.length === 0
    ? undefined
    : { metrics: [...new Set(metrics)], classes: classesOf(spec), ...(spec.costs && { costs: spec.costs }) };
}

// Names of nodes are one language: what one question calls shops, a metric may call so.
function classesOf({ mine, deposit, remove }: PlanSpec): NodeClasses {
  const { classes = {} } = (deposit ?? {}) as { readonly classes?: NodeClasses };
  const { groups = {} } = (remove ?? {}) as { readonly groups?: NodeClasses };
  return { ...groups, ...classes, ...(mine && { [MINE]: mine }) };
}

// More names than this are not read in an error.
const MOST_NAMES = 10;

/** Refuses a goal or a figure of a node, a class or a traffic that there is not. */
export function requireKnownParts(spec: PlanSpec, { scenario, network, file }: PlannedScenario): void {
  const classes = [...Object.keys(classesOf(spec)), ...(spec.mine === undefined ? [] : [PARTNERS])];
  const traffic = [...scenario.traffic, ...(scenario.recorded ?? [])].map(({ name }) => name);
  const isKnown = (label: MetricLabel, name: NodeName): boolean =>
    label === 'traffic' ? traffic.includes(name) : network.hasNode(name) || classes.includes(name);
  const faultOf = (path: string, label: MetricLabel, found: string): InputFault => {
    const names = label === 'traffic' ? traffic : [...classes, ...network.nodes()];
    const close = closestTo(found, names);
    return {
      place: { file, path: `plan.${path}` },
      message: `found "${found}", expected ${label === 'traffic' ? 'a traffic' : 'a node or a class of nodes'} of this scenario`,
      hint: close === undefined ? `Names: ${namedFirst(names, MOST_NAMES)}.` : `did you mean ${close}?`,
    };
  };
  const metrics = [
    ['goal', spec.goal.metric],
    ...(spec.also ?? []).map(({ metric }, at) => [`also[${at}]`, metric]),
    ...(spec.figures ?? []).map((each, at) => [`figures[${at}]`, each]),
  ];
  const faults: InputFault[] = metrics.flatMap(([path = '', metric = '']) => {
    const { values = {} } = selectedMetric(periodMetric(metric)?.condition.metric ?? metric) ?? {};
    return (Object.keys(METRIC_LABELS) as MetricLabel[]).flatMap((label) =>
      (values[label] ?? []).filter((name) => !isKnown(label, name)).map((name) => faultOf(path, label, name)),
    );
  });
  for (const [path = '', metric = ''] of metrics)
    if (spec.costs === undefined && /\b(?:cost|profit)\{/.test(metric))
      faults.push({
        place: { file, path: `plan.${path}` },
        message: `found ${metric}, expected prices for it`,
        hint: 'Write plan: {costs: {capitalPerYear: 5%, onChain: 20}}.',
      });
  if (faults.length > 0) throw new InputError(faults);
}
