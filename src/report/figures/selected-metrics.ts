import { forEachChannelAt } from '../../model/network/channels-on-demand.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { ReplenishRecord } from '../../model/disturbances/replenish.ts';
import type { StoredRun } from '../../model/run/run.ts';
import {
  MINE,
  type MeasuredParts,
  PARTNERS,
  type SelectedMetric,
  paymentsOf,
  selectedMetric,
} from '../../model/run/selected-metric.ts';
import { PERIODS, type PeriodMetric, periodMetric } from '../../model/scenario/expectation.ts';
import { stands } from '../../model/scenario/threshold.ts';
import { metricNamed } from '../../model/run/metrics.ts';
import { metricsOf } from './metrics.ts';
import { NodeUses } from './node-uses.ts';
import { PaymentTally } from './payment-tally.ts';
import type { ReportedPayment } from './reported-payment.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';

/** A part of a run by its metric, with the payments that belong to it. */
interface Part {
  readonly metric: string;
  readonly selected: SelectedMetric;
  readonly period: PeriodMetric | undefined;
  readonly belongs: (payment: ReportedPayment) => boolean;
  readonly payments: ReportedPayment[];
}

/** The metrics of parts of a run, of whose payments alone something is kept. */
export class SelectedParts {
  readonly #measured: MeasuredParts;
  readonly #fromMs: number;
  readonly #parts: readonly Part[];

  /** `fromMs`: payments that started before are not added. */
  constructor(run: Pick<StoredRun, 'start' | 'header'>, measured: MeasuredParts, fromMs: number) {
    this.#measured = measured;
    this.#fromMs = fromMs;
    this.#parts = measured.metrics.flatMap((metric): readonly Part[] => {
      const period = periodMetric(metric);
      const name = period?.condition.metric ?? metric;
      const selected = selectedMetric(name) ?? (period && { name, selection: '', values: {} });
      if (selected === undefined) return [];
      return [{ metric, selected, period, belongs: chooser(run, selected, measured), payments: [] }];
    });
  }

  add(payment: ReportedPayment): void {
    for (const { belongs, payments } of this.#parts) if (belongs(payment)) payments.push(payment);
  }

  /** Each metric beside its number of payments; a rate of no payments is left out. */
  metrics(run: StoredRun, lastEndedAtMs: number): Readonly<Record<string, number>> {
    const context = { run, measured: this.#measured, lastEndedAtMs };
    const entries = this.#parts.flatMap((part): readonly (readonly [string, number])[] => {
      const { metric, selected, period, payments } = part;
      if (period !== undefined) return shareOfPeriods(context, part, period, this.#fromMs);
      const value = valueOf(context, selected, payments);
      const count = [paymentsOf(metric), payments.length] as const;
      return value === undefined ? [count] : [count, [metric, value]];
    });
    return Object.fromEntries(entries);
  }
}

/** A run that has ended, and its measured parts. */
interface Context {
  readonly run: StoredRun;
  readonly measured: MeasuredParts;
  readonly lastEndedAtMs: number;
}

/** The share of whole periods in which a condition holds, beside their number; periods without such payments show nothing. */
function shareOfPeriods(
  context: Context,
  { metric, selected, payments }: Part,
  { unit, condition: { relation, value } }: PeriodMetric,
  fromMs: number,
): readonly (readonly [string, number])[] {
  const periods = inPeriods(context.run, payments, { periodMs: PERIODS[unit], fromMs });
  const values = periods.flatMap((inOne) => valueOf(context, selected, inOne) ?? []);
  const holding = values.filter((each) => stands(each, relation, value)).length;
  const count = [paymentsOf(metric), values.length] as const;
  return values.length === 0 ? [count] : [count, [metric, holding / values.length]];
}

/** The payments of each period that lies within the traffic's time and what is counted of it. */
function inPeriods(
  run: StoredRun,
  payments: readonly ReportedPayment[],
  { periodMs, fromMs }: { readonly periodMs: number | undefined; readonly fromMs: number },
): readonly (readonly ReportedPayment[])[] {
  if (periodMs === undefined) return [payments];
  const first = Math.ceil(fromMs / periodMs);
  const end = Math.floor((trafficEndMs(run.header.scenario) ?? 0) / periodMs);
  const periods = Array.from({ length: Math.max(0, end) }, (): ReportedPayment[] => []);
  for (const payment of payments) periods[Math.floor(payment.record.startedAtMs / periodMs)]?.push(payment);
  return periods.slice(Math.min(first, end));
}

function valueOf(
  context: Context,
  { name, values }: SelectedMetric,
  payments: readonly ReportedPayment[],
): number | undefined {
  const { run, measured } = context;
  const nodes = nodesOf(run.start, values.node ?? [], measured);
  switch (name) {
    case 'earned':
      return earned(payments, nodes);
    case 'capital':
      return capital(run.start, nodes);
    case 'return_rate': {
      const held = capital(run.start, nodes);
      return held === 0 ? undefined : earned(payments, nodes) / held;
    }
    case 'cost':
      return costOf(context, nodes);
    case 'profit':
      return earned(payments, nodes) - costOf(context, nodes);
    default: {
      if (payments.length === 0 && !isSum(name)) return undefined;
      const metrics: Readonly<Record<string, number>> = metricsOf(run, {
        tally: { ...NO_OPERATIONS, payments: PaymentTally.of(payments) },
        endBalances: undefined,
      });
      return metrics[name] ?? 0;
    }
  }
}

// Selected metrics are of payments only.
const NO_OPERATIONS = { operations: 0, unexpected: 0, lastEndedAtMs: 0 };

const YEAR_MS = 365 * 86_400_000;

// Money is bound for as long as the traffic goes on.
function costOf({ run, measured, lastEndedAtMs }: Context, nodes: ReadonlySet<NodeName>): number {
  const { capitalPerYear = 0, onChain = 0 } = measured.costs ?? {};
  const rules = (run.disturbances?.replenish ?? []).filter(({ node }) => nodes.has(node));
  const sum = (of: (rule: ReplenishRecord) => number): number =>
    rules.reduce((all, rule) => all + of(rule), 0);
  const years = (trafficEndMs(run.header.scenario) ?? lastEndedAtMs) / YEAR_MS;
  const bound = capital(run.start, nodes) + sum(({ addedMean }) => addedMean);
  return (
    bound * capitalPerYear * years +
    sum(({ transactions }) => transactions) * onChain +
    sum(({ paid }) => Number(paid))
  );
}

// Of no payments there are none that fail, and no mean.
function isSum(name: string): boolean {
  const { kind, needs = [] } = metricNamed(name) ?? {};
  return (kind === 'count' || kind === 'failed' || kind === 'amount') && !needs.includes('successes');
}

function chooser(
  { start, header }: Pick<StoredRun, 'start' | 'header'>,
  { values }: SelectedMetric,
  parts: MeasuredParts,
): (payment: ReportedPayment) => boolean {
  const among = (names: readonly string[] | undefined) => names && nodesOf(start, names, parts);
  const [payers, payees, anywhere] = [among(values.payer), among(values.payee), among(values.node)];
  const { traffic, recorded = [] } = header.scenario;
  const origins = Object.entries({ traffic, recorded }).flatMap(([part, list]) =>
    list.flatMap(({ name }, index) => (values.traffic?.includes(name) ? [`${part}[${index}]`] : [])),
  );
  return ({ request, record, trace }) => {
    const { node, target } = request;
    if (payers?.has(node) === false || payees?.has(target) === false) return false;
    if (values.traffic !== undefined && !origins.includes(record.operation.origin.replace(/#\d+$/, '')))
      return false;
    const visited = [node, target, ...(trace?.path ?? []), ...(trace?.failure ? [trace.failure.at] : [])];
    return anywhere === undefined || visited.some((name) => anywhere.has(name));
  };
}

/** The nodes that these names mean: a node's own name first, then a class. */
function nodesOf(
  network: Network,
  names: readonly string[],
  { classes }: MeasuredParts,
): ReadonlySet<NodeName> {
  const partners = (): readonly NodeName[] => {
    const found: NodeName[] = [];
    for (const node of classes[MINE] ?? []) forEachChannelAt(network, node, (partner) => found.push(partner));
    return found;
  };
  return new Set(
    names.flatMap((name) => {
      if (network.hasNode(name)) return [name];
      return classes[name] ?? (name === PARTNERS ? partners() : []);
    }),
  );
}

function earned(payments: readonly ReportedPayment[], nodes: ReadonlySet<NodeName>): number {
  const uses = new NodeUses();
  for (const payment of payments) uses.add(payment);
  const byName = uses.byName();
  return [...nodes].reduce((sum, node) => sum + Number(byName[node]?.earned ?? 0n), 0);
}

function capital(network: Network, nodes: ReadonlySet<NodeName>): number {
  let held = 0n;
  for (const node of nodes)
    forEachChannelAt(network, node, (_partner, balance) => {
      held += balance;
    });
  return Number(held);
}

/** When the scenario's traffic ends, after the start of a run; undefined: it ends with a count or a record. */
function trafficEndMs({
  traffic,
  recorded = [],
}: Pick<Scenario, 'traffic' | 'recorded'>): number | undefined {
  const ends = [
    ...traffic.map(({ startMs, durationMs }) => startMs + (durationMs ?? Number.NaN)),
    ...recorded.map(({ durationMs }) => durationMs ?? Number.NaN),
  ];
  const last = Math.max(...ends);
  return Number.isFinite(last) ? last : undefined;
}
