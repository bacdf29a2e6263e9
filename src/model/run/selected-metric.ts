import { periodMetric } from '../scenario/expectation.ts';
import { type MetricKind, metricNamed } from './metrics.ts';
import type { NodeName } from '../network/network.ts';

/** The labels by which a metric is selected, with what they say of a payment. */
export const METRIC_LABELS = {
  payer: 'its payer is one of these nodes',
  payee: 'its payee is one of these nodes',
  node: 'one of these nodes paid, got, passed on or stopped it',
  traffic: 'it belongs to the traffic of this name',
} as const;

/** The label of a selection. */
export type MetricLabel = keyof typeof METRIC_LABELS;

/** Prices that make money a metric. */
export interface Costs {
  /** The price of money in channels, for a year of its absence elsewhere: 0.05 is 5 %. */
  readonly capitalPerYear: number;
  /** The price of one transaction on chain, smallest units. */
  readonly onChain: number;
}

/** A metric of the payments that have one of the values of each label: `success_rate{payer=ann|ben,traffic=wages}`. */
export interface SelectedMetric {
  readonly name: string;
  /** As written, without blanks: `{payer=ann|ben,traffic=wages}`. */
  readonly selection: string;
  readonly values: Readonly<Partial<Record<MetricLabel, readonly string[]>>>;
}

/** Nodes by the names under which a selection may speak of them. */
export type NodeClasses = Readonly<Record<string, readonly NodeName[]>>;

/** The class of the nodes that a plan is made for, and that of all that have a channel with one of them. */
export const [MINE, PARTNERS] = ['mine', 'partners'] as const;

/** The metrics of parts of a run that are measured besides those of all of it. */
export interface MeasuredParts {
  readonly metrics: readonly string[];
  readonly classes: NodeClasses;
  /** Absent: there is no metric of costs. */
  readonly costs?: Costs;
}

const LABELLED = /^(\w+)=([^{}=,|]+(?:\|[^{}=,|]+)*)$/;

/** Reads a metric with a selection; undefined: it has none, or one that means nothing. */
export function selectedMetric(metric: string): SelectedMetric | undefined {
  const [, name = '', inside = ''] = /^([\w.-]+)\{([^{}]+)\}$/.exec(metric) ?? [];
  const values = new Map<string, readonly string[]>();
  for (const part of inside.split(',')) {
    const [, label = '', list = ''] = LABELLED.exec(part) ?? [];
    if (!Object.hasOwn(METRIC_LABELS, label) || values.has(label)) return undefined;
    values.set(label, list.split('|'));
  }
  return { name, selection: metric.slice(name.length), values: Object.fromEntries(values) };
}

/** The metric without its selection; of a share of periods their unit. */
export function metricName(metric: string): string {
  return periodMetric(metric)?.unit ?? metric.replace(/\{.*$/, '');
}

/** The kind of a metric, of a part of a run too; undefined for a name that no run has. */
export function metricKind(metric: string): MetricKind | undefined {
  return periodMetric(metric) === undefined ? metricNamed(metricName(metric))?.kind : 'share';
}

/** The number of payments, or of periods, that a metric is about. */
export function paymentsOf(metric: string): string {
  const period = periodMetric(metric);
  if (period !== undefined) return period.unit;
  return `payments${selectedMetric(metric)?.selection ?? ''}`;
}
